import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { emailsTo, newBrowser, openAccount, signIn } from './support/accounts'
import { expectGoodInEveryLook } from './support/accessibility'
import { deskOf } from './support/desk'
import { expect, test } from './support/fixtures'
import { tabTo } from './support/focus'

/** Customers and their cases, beside the repair that case-tracking.spec.ts follows: three machines and a dispute, and a conversion. */

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const drawing = { name: 'fan.heic', mimeType: 'image/heic', buffer: readFileSync('tests/setup/files/drawing.heic') }

test(
  'three machines are traded in, and an offer disputed with words and pictures',
  { tag: '@full' },
  async ({ shop, browser, adminPage }) => {
    test.setTimeout(180_000)
    const desk = await deskOf(shop)
    const account = await openAccount(shop, 'farmer')
    const [page, second] = [await newBrowser(browser, shop), await newBrowser(browser, shop)]
    for (const each of [page, second]) await signIn(each, account)
    await second.goto('/account/trade-ins')
    await expect(second.getByText('You have no trade-ins with us.')).toBeVisible()

    await page.goto('/trade-in')
    const choose = async (label: string, index: number) => page.getByLabel(label, { exact: true }).first().selectOption({ index })
    await choose('Category', 1)
    await choose('Machine', 1)
    await choose('Condition', 2)
    await page.getByRole('button', { name: 'Start Trade-In', exact: true }).click()
    const first = page.getByRole('listitem', { name: 'Machine 1' })
    await expect(first.getByLabel('Machine', { exact: true })).not.toHaveValue('')
    await expect(first.getByLabel('Condition', { exact: true })).toHaveValue('good')
    const [known] = await desk.read<{ manufacturer: string; model: string }[]>('machines.active', {})
    await page.getByText('Add many machines at once').click()
    const name = `${known?.manufacturer ?? ''} ${known?.model ?? ''}`
    await page.getByLabel('List of machines').fill(`${name}, Good, FARM-2\n${name}, Fair, FARM-3`)
    await page.getByRole('button', { name: 'Add the list' }).click()
    await expect(page.getByText('2 rows read.')).toBeVisible()
    await expectGoodInEveryLook(page, 'a request of three machines')
    await page.getByRole('button', { name: 'Submit trade-in' }).click()
    await expect(page.getByRole('heading', { name: 'We have your request' })).toBeFocused()
    const numbers = (await page.getByRole('main').innerText()).match(/TRD-\d+/g) ?? []
    expect(numbers).toHaveLength(3)
    const [number = ''] = numbers
    for (const each of numbers) await expect(second.getByRole('link', { name: each })).toBeVisible()

    // The desk looks at one of them, takes a picture, and makes an offer.
    const { tradeIn } = await desk.read<{ tradeIn: { id: string } }>('tradeIns.byNumber', { number })
    await adminPage.goto(`/admin/trade-ins/${number}?tab=quote`)
    await region(adminPage, 'Evaluation').getByLabel('Add picture of Fans').setInputFiles(drawing)
    await expect(region(adminPage, 'Evaluation').getByRole('img', { name: /^Fans/ })).toBeVisible()
    await second.getByRole('link', { name: number }).click()
    await expect(second.getByRole('heading', { level: 1 })).toHaveText(`Trade-in ${number}`)
    await expect(region(second, 'Pictures').getByRole('img')).toHaveCount(0)
    const evaluation = { id: tradeIn.id, machineId: null, grade: 'fair', override: null }
    const fan = { label: 'Fan replacement', explanation: 'A fan is worn.', kind: 'fixed', amount: 25 }
    const checks = [{ item: 'fans', result: 'fault', note: 'One fan stands still' }]
    await desk.call('tradeIns.saveEvaluation', { ...evaluation, checks, deductions: [fan] })
    await desk.call('tradeIns.sendOffer', { id: tradeIn.id })

    await page.goto(`/account/trade-ins/${number}`)
    const deductions = page.getByRole('list', { name: 'Deductions' })
    await expect(deductions).toContainText('Fans: Fault. One fan stands still')
    await expect(deductions.getByRole('img')).toBeVisible()
    await expectGoodInEveryLook(page, 'an offer')
    await page.getByRole('button', { name: 'I disagree' }).click()
    await page.getByLabel('What do you disagree with?').fill('The fan was changed last month.')
    await page.getByLabel('Add pictures').first().setInputFiles(drawing)
    await expect(page.getByText('fan.heic was added.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Send what you disagree with' }).click()
    await expect(page.getByText('We will look at the machine again', { exact: false })).toBeVisible()
    await expect(second.getByText('The fan was changed last month.')).toBeVisible()
    await expect(region(second, 'Pictures').getByRole('img')).toHaveCount(2)
    await expect(adminPage.getByText('The fan was changed last month.').first()).toBeVisible()
    await adminPage.getByRole('tab', { name: 'Files' }).click()
    await expect(adminPage.getByText('Sent by the customer')).toBeVisible()
    await expect(adminPage.getByText('Customer sees it with the offer')).toBeVisible()
    await adminPage.getByRole('tab', { name: 'Quote' }).click()

    await desk.call('tradeIns.saveEvaluation', { ...evaluation, checks, deductions: [] })
    await desk.call('tradeIns.sendOffer', { id: tradeIn.id })
    await second.getByRole('button', { name: 'Accept the offer' }).click()
    await second.getByRole('button', { name: /^Accept for €/ }).click()
    await expect(page.getByText('Offer 2 accepted')).toBeVisible()
    await expect(region(adminPage, 'Sent offers').getByText('Accepted', { exact: false }).first()).toBeVisible()
    await desk.http.dispose()
    for (const each of [page, second]) await each.context().close()
  },
)

test('a repair becomes a trade-in once confirmed, by keyboard on a phone', { tag: '@full' }, async ({ shop, browser, adminPage }) => {
  test.setTimeout(120_000)
  const email = 'converter@example.com'
  const desk = await deskOf(shop)
  const [machine] = await desk.read<{ manufacturer: string; model: string }[]>('machines.active', {})
  const repair = await desk.call<{ id: string; repairNumber: string }>('repairs.create', {
    customer: { email, fullName: 'Connie Converter' },
    deviceInfo: { manufacturer: machine?.manufacturer, model: machine?.model },
    problemDescription: 'Two boards are missing',
  })
  await desk.call('repairs.saveEstimate', { id: repair.id, lines: [{ kind: 'labour', label: 'Two boards', quantity: 2, price: 150 }] })
  await desk.call('repairs.sendEstimate', { id: repair.id })
  const links = async () => (await emailsTo(shop, email)).flatMap(({ text }) => /\/track\/[\w-]{43}/.exec(text) ?? [])
  await expect.poll(async () => (await links()).length, { timeout: 40_000 }).toBeGreaterThan(0)
  const address = (await links()).at(-1) ?? ''

  const [page, second] = [await newBrowser(browser, shop), await newBrowser(browser, shop)]
  await page.setViewportSize({ width: 390, height: 844 })
  for (const each of [page, second]) await each.goto(address)
  await adminPage.goto(`/admin/repairs/${repair.repairNumber}`)
  const comparison = region(page, 'Repair it, or trade it in?')
  for (const option of ['Repair and keep it', 'Trade it in as it is', 'Repair it, then trade it in'])
    await expect(comparison.getByText(option, { exact: true })).toBeVisible()
  await tabTo(page, comparison.getByRole('button', { name: 'Trade it in instead' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Trade it in instead of repairing it?' })
  await expect(dialog.getByRole('button', { name: 'Keep the repair' })).toBeFocused()
  const yes = dialog.getByRole('button', { name: /^Trade it in for €/ })
  const value = /€[\d,.]+/.exec(await yes.innerText())?.[0] ?? ''
  await tabTo(page, yes)
  await page.keyboard.press('Enter')
  for (const each of [page, second]) {
    await expect(each.getByRole('heading', { level: 1 })).toHaveText(/^Trade-in TRD-/)
    await expect(each.getByRole('definition').filter({ hasText: value })).toBeVisible()
    await expect(each.getByText('Was repair')).toBeVisible()
    await expect(each.getByText('Estimate 1 declined')).toBeVisible()
  }
  const number = /TRD-\d+/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[0] ?? ''
  await expect(adminPage.getByRole('link', { name: number }).first()).toBeVisible()
  await expectGoodInEveryLook(page, 'a trade-in that was a repair')
  await desk.http.dispose()
  for (const each of [page, second]) await each.context().close()
})
