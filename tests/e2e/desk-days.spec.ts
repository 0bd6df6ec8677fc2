import { readFileSync } from 'node:fs'
import { request, type Locator, type Page } from '@playwright/test'
import { antminer, pyasic } from '../setup/miner-samples'
import { expectAccessible } from './support/accessibility'
import { emailsTo, newBrowser, openAccount, signIn, type Account } from './support/accounts'
import { expectNoSidewaysScroll, toast } from './support/admin'
import { expect, test } from './support/fixtures'
import { admin } from '../setup/shop-process'
import type { ShopServer } from './support/shop-server'

/** The bench for a day, on a phone: a repair from the counter to a claim under its warranty, a trade-in from its arrival to its credit. */

test.use({ viewport: { width: 390, height: 844 } })

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const press = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true }).click()
const fill = (where: Page | Locator, label: string, text: string) => where.getByLabel(label, { exact: true }).fill(text)

async function setStatus(page: Page, status: string) {
  await page.getByRole('combobox', { name: /^Status of / }).selectOption({ label: status })
  // Nothing is paid yet.
  if (status === 'Shipped') await page.getByRole('button', { name: 'Ship anyway' }).click()
  const dialog = page.getByRole('dialog', { name: `Change status to ${status}` })
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect(page.getByRole('combobox', { name: /^Status of / })).toHaveValue(status.toLowerCase())
}

/** By key: messages about emails lie over the top of a phone for a while. */
const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).press('Enter')

async function read(page: Page, when: string, text: string) {
  await openTab(page, 'Files')
  const file = { name: 'miner.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  await section(page, 'Machine readings').getByLabel(`Read machine: ${when}`).setInputFiles(file)
  await toast(page, 'status', `Machine read: ${when}`).waitFor()
}

/** Every paper of the case is there as a PDF, for the session that asks. */
async function expectPapers(page: Page) {
  await openTab(page, 'Work')
  const papers = section(page, 'Print').getByRole('link')
  await expect(papers).not.toHaveCount(0)
  for (const paper of await papers.all()) {
    const answer = await page.request.get((await paper.getAttribute('href')) ?? '')
    expect(answer.headers()['content-type'], await paper.innerText()).toBe('application/pdf')
  }
}

async function recordAnswer(page: Page, answer: string) {
  // Next comes the customer's word, on the telephone.
  await page.getByRole('button', { name: 'Waiting for the customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: answer }).check()
  await fill(dialog, 'Note', 'Called in the afternoon')
  await press(dialog, 'Record answer')
  await toast(page, 'status', 'Answer recorded successfully').waitFor()
}

test('a repair: from the counter to a claim under its warranty', { tag: '@full' }, async ({ adminPage: page, shop }) => {
  test.setTimeout(120_000)
  const email = 'counter@example.com'
  await page.goto('/admin/repairs')
  await press(page, 'New repair')
  const dialog = page.getByRole('dialog', { name: 'New repair' })
  await press(dialog, 'New customer')
  await fill(dialog, 'Email', email)
  await fill(dialog, 'Full Name', 'Carmen Counter')
  await fill(dialog, 'Manufacturer', 'Bitmain')
  await fill(dialog, 'Model', 'Antminer S19')
  await fill(dialog, 'Serial number', 'DAY-1')
  await dialog.getByLabel('Service', { exact: true }).selectOption({ label: 'Hashboard repair' })
  await fill(dialog, 'Problem description', 'One board is missing')
  await press(dialog, 'Open repair')
  await page.waitForURL('**/admin/repairs/*')
  const address = page.url()
  await expectPapers(page)

  // The label's code is this address, in a browser that somebody else's phone would open.
  await page.goto('/admin')
  await page.goto(address)
  await setStatus(page, 'Diagnosing')
  const work = section(page, 'Diagnosis and repair')
  await fill(work, 'Diagnosis', 'Board 3 does not answer')
  await page.keyboard.press('Tab')
  await expect(work.getByText('Saves itself')).toBeVisible()
  await read(page, 'before the repair', antminer)

  // Leads to the estimate, with the presets open.
  await press(page, 'Write the estimate')
  const estimate = section(page, 'Estimate 1')
  await page.getByRole('menuitem', { name: /Hashboard repair/ }).click()
  await press(estimate, 'Send estimate')
  await press(page.getByRole('dialog'), 'Send estimate')
  await toast(page, 'status', 'Estimate sent successfully').waitFor()
  await expect
    .poll(async () => (await emailsTo(shop, email)).some(({ subject }) => subject.toLowerCase().includes('estimate')), { timeout: 40_000 })
    .toBe(true)
  await recordAnswer(page, 'Accepted')

  await setStatus(page, 'Repairing')
  await read(page, 'after the repair', JSON.stringify({ ...pyasic, serial_number: 'DAY-1' }))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'the page of a repair that is worked on')
  await setStatus(page, 'Testing')
  await setStatus(page, 'Completed')
  await setStatus(page, 'Shipped')

  await openTab(page, 'Work')
  await section(page, 'Warranty').getByRole('link', { name: 'Warranty claim' }).click()
  const claim = page.getByRole('dialog', { name: 'New repair' })
  await expect(claim.getByText('Carmen Counter')).toBeVisible()
  await fill(claim, 'Problem description', 'The same board again')
  await press(claim, 'Open repair')
  await expect(section(page, 'Warranty').getByRole('link')).toHaveAttribute('href', new URL(address).pathname)
})

/** A second administrator's account, by the calls that the screens make. */
async function secondAdministrator(shop: ShopServer): Promise<Account> {
  const account = await openAccount(shop, 'second')
  const http = await request.newContext({ baseURL: shop.url })
  const signedIn = await http.post('/api/trpc/auth.signIn', { data: { json: admin } })
  const { result } = (await signedIn.json()) as { result: { data: { json: { session: { accessToken: string } } } } }
  const headers = { authorization: `Bearer ${result.data.json.session.accessToken}` }
  const input = encodeURIComponent(JSON.stringify({ json: { search: account.email } }))
  const found = await http.get(`/api/trpc/users.list?input=${input}`, { headers })
  const { rows } = ((await found.json()) as { result: { data: { json: { rows: { userId: string }[] } } } }).result.data.json
  const data = { json: { userId: rows[0]?.userId, role: 'admin' } }
  expect((await http.post('/api/trpc/users.updateRole', { headers, data })).ok()).toBe(true)
  await http.dispose()
  return account
}

test(
  'a trade-in: from its arrival to its credit, with a second administrator',
  { tag: '@full' },
  async ({ adminPage: page, browser, shop }) => {
    test.setTimeout(120_000)
    await page.goto('/admin/trade-ins')
    await press(page, 'New trade-in')
    const dialog = page.getByRole('dialog', { name: 'New trade-in' })
    await press(dialog, 'New customer')
    await fill(dialog, 'Email', 'seller@example.com')
    await dialog.getByLabel('Find a device').fill('S19')
    await page
      .getByRole('option', { name: /Antminer S19/ })
      .first()
      .click()
    await dialog.getByLabel('Grade', { exact: true }).selectOption({ index: 2 })
    await press(dialog, 'Open trade-in')
    await page.waitForURL('**/admin/trade-ins/*')
    await expect(section(page, 'Quoted from the catalogue')).toBeVisible()
    await read(page, 'on arrival', antminer)

    await openTab(page, 'Quote')
    const evaluation = section(page, 'Evaluation')
    await press(evaluation, 'Fill from reading')
    const heic = { name: 'fan.heic', mimeType: 'image/heic', buffer: readFileSync('tests/setup/files/drawing.heic') }
    await evaluation.getByLabel('Add picture of Fans').setInputFiles(heic)
    await expect(evaluation.getByRole('img', { name: /^Fans/ })).toBeVisible()
    await press(evaluation, 'Add deduction')
    await page.getByRole('menuitem').first().click()
    await evaluation.getByLabel('Offer another value').check()
    await fill(evaluation, 'Other value', '6000')
    await fill(evaluation, 'Reason for another value, for the customer', 'A farm of them')
    await press(evaluation, 'Send offer')
    await press(page.getByRole('dialog'), 'Ask for approval')
    await expect(evaluation.getByRole('status').filter({ hasText: 'waits for a second administrator' })).toBeVisible()
    await expectAccessible(page, 'the page of a trade-in that waits for approval')

    const other = await newBrowser(browser, shop)
    await signIn(other, await secondAdministrator(shop))
    await other.goto(`${new URL(page.url()).pathname}?tab=quote`)
    // A new administrator approves nothing, but may refuse.
    await expect(section(other, 'Evaluation').getByText('You have been an administrator for less than 7 days')).toBeVisible()
    await expect(section(other, 'Evaluation').getByRole('button', { name: 'Approve offer' })).toBeHidden()
    await press(section(other, 'Evaluation'), 'Refuse offer')
    await fill(other.getByRole('dialog'), 'Reason', 'Too much for a broken fan')
    await press(other.getByRole('dialog'), 'Refuse offer')
    await other.context().close()
    await expect(evaluation.getByText(/was refused by .*: Too much for a broken fan/)).toBeVisible()
    await fill(evaluation, 'Other value', '4000')
    await press(evaluation, 'Send offer')
    await press(page.getByRole('dialog'), 'Send offer')
    await expect(section(page, 'Sent offers').getByText('€4,000')).toBeVisible()

    await recordAnswer(page, 'Accepted')
    await expectPapers(page)
    await setStatus(page, 'Completed')
    await expectNoSidewaysScroll(page)
  },
)
