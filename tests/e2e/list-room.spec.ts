import type { Page } from '@playwright/test'
import { adminLinks, adminPaths, furtherLinks } from '~/components/layouts/admin-nav'
import { paths } from '~/lib/paths'
import { deskOf, type Desk } from './support/desk'
import { expect, test } from './support/fixtures'
import { line, openRepair } from './support/tasks'

/** The room that lists leave: what stands above the first row on a desk, and the height of each row on a phone. */

const MOST_ABOVE = 260
const MOST_HIGH = 96

/** Screens of the menu that are no lists. */
const notLists: readonly string[] = [paths.admin, adminPaths.settings, adminPaths.scan, adminPaths.policies, adminPaths.reports]

/** The tabs of Money that are forms. */
const formTabs = ['Exports', 'Settings']

/** Nothing waits for an answer in a shop that was just opened. */
const mayBeEmpty: readonly string[] = [adminPaths.approvals, '/admin/money?tab=refunds']

const lists = [
  ...[...adminLinks, ...furtherLinks].map(({ href }) => href).filter((href) => !notLists.includes(href) && !href.includes('?')),
  adminPaths.partTypes,
]

const rowsOf = (page: Page) => page.locator('main').locator('tbody > tr:not([aria-hidden]), li[data-foldable], ul > li:has(> button)')

const loaded = (page: Page) => expect(page.locator('main [aria-busy=true]')).toHaveCount(0)

/** The height of the highest row, and its words. */
const highest = (page: Page) =>
  rowsOf(page).evaluateAll((rows) =>
    rows
      .map((row) => ({ height: Math.round(row.getBoundingClientRect().height), text: row.textContent.slice(0, 80) }))
      .reduce((one, other) => (other.height > one.height ? other : one), { height: 0, text: '' }),
  )

const firstRow = (page: Page) =>
  rowsOf(page).evaluateAll((rows) =>
    Math.round(Math.min(...rows.filter((row) => row.checkVisibility()).map((row) => row.getBoundingClientRect().top))),
  )

/** Measures a list on a desk and on a phone. */
async function measure(page: Page, address: string) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await loaded(page)
  if (mayBeEmpty.includes(address) && (await rowsOf(page).count()) === 0) return undefined
  await expect(rowsOf(page).first(), address).toBeAttached()
  const above = await firstRow(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await loaded(page)
  const { height, text } = await highest(page)
  return { address, above, height, text }
}

/** An invoice that nobody has paid. */
async function oweSomething(desk: Desk) {
  const number = await openRepair(desk, 'ROOM-1')
  const { repair } = await desk.read<{ repair: { id: string } }>('repairs.byNumber', { number })
  const { id } = repair
  await desk.call('repairs.saveEstimate', { id, lines: [line] })
  await desk.call('repairs.sendEstimate', { id, email: null })
  await desk.call('repairs.recordAnswer', { id, number: 1, answer: 'accepted', note: null })
  await desk.call('invoices.issue', { repairId: id })
}

test('every list leaves room for its rows', { tag: '@full' }, async ({ adminPage: page, shop }, { annotations }) => {
  test.setTimeout(180_000)
  const desk = await deskOf(shop)
  await oweSomething(desk)
  await desk.call('keys.create', { name: 'Bookkeeping of the northern branch', scopes: ['orders:read', 'repairs:read', 'invoices:read'] })
  await desk.call('payments.importBank', {
    csv: 'Date,Description,Amount EUR\n03/11/2026,Somebody else and a long way to say what it is for,12.00\n',
    fileName: 'november.csv',
    choices: [],
  })
  await desk.http.dispose()
  await page.goto(adminPaths.money)
  const tabs = await page.getByRole('tab').evaluateAll((all) => all.map((one) => one.textContent))
  const addresses = lists.filter((address) => address !== adminPaths.money)
  for (const tab of tabs.filter((name) => !formTabs.includes(name))) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(page.getByRole('tab', { name: tab, exact: true })).toHaveAttribute('aria-selected', 'true')
    addresses.push(new URL(page.url()).pathname + new URL(page.url()).search)
  }
  const measured = []
  for (const address of addresses) measured.push((await measure(page, address)) ?? [])
  const all = measured.flat()
  annotations.push({ type: 'room', description: all.map(({ address, above, height }) => `${address} ${above} ${height}`).join('\n') })
  expect(all.filter(({ above }) => above > MOST_ABOVE)).toEqual([])
  expect(all.filter(({ height }) => height > MOST_HIGH)).toEqual([])
})
