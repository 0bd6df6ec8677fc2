import type { Page } from '@playwright/test'
import { playStripe, STRIPE_KEY, STRIPE_SECRET, type PlayedStripe } from '../setup/stripe-server'
import { emailsTo, newBrowser } from './support/accounts'
import { expectGoodInEveryLook } from './support/accessibility'
import { toast } from './support/admin'
import { deskOf } from './support/desk'
import { expect as usual, test as base } from './support/fixtures'
import { startShop, type ShopServer } from './support/shop-server'

/** A customer without an account pays a repair from a phone, by card: the deposit, the rest, and gets some of it back. */

const expect = usual.configure({ timeout: 12_000 })
const PHONE = { width: 390, height: 844 }
const EMAIL = 'paying.by.card@example.com'
const CHECKOUT = 'https://checkout.stripe.example/**'

const test = base.extend<object, { stripe: PlayedStripe; shop: ShopServer }>({
  stripe: [
    async ({}, use) => {
      const stripe = await playStripe()
      await use(stripe)
      await stripe.stop()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ stripe }, use, { workerIndex }) => {
      const shop = await startShop(`test-results/server-${workerIndex}-billing.log`, {
        STRIPE_SECRET_KEY: STRIPE_KEY,
        STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
        STRIPE_API_BASE: stripe.address,
      })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Stripe tells the shop that something has happened, as it does over HTTP. */
async function tell(page: Page, stripe: PlayedStripe, type: string, object: object) {
  const { body, headers } = stripe.message(type, object)
  expect((await page.request.post('/api/stripe/webhook', { headers, data: Buffer.from(body) })).status()).toBe(200)
}

/**
 * Presses Pay, pays on the provider's page, and comes back. The provider's page is played by one with a button.
 * @returns the payment's id at Stripe
 */
async function payByCard(page: Page, stripe: PlayedStripe, label: string): Promise<string> {
  let intent = ''
  await page.route(CHECKOUT, async (route) => {
    const address = route.request().url()
    const { success_url: back } = stripe.sessionOf(address)
    intent = stripe.pay(address)
    const { pathname, search } = new URL(back)
    const link = new URL(`${pathname}${search}`, page.url()).href
    await route.fulfill({ contentType: 'text/html', body: `<a href="${link}">Pay now</a>` })
  })
  await page.getByRole('button', { name: label, exact: true }).press('Enter')
  await page.getByRole('link', { name: 'Pay now' }).click()
  // Nothing of Stripe's has come yet: a customer who is back is not asked a second time.
  await expect(page.getByText('We are confirming your payment. You need not pay again.')).toBeVisible()
  await page.unroute(CHECKOUT)
  const session = [...stripe.sessions.values()].find((one) => one.payment_intent === intent)
  await tell(page, stripe, 'checkout.session.completed', session ?? {})
  await expect(page.getByText('Thank you. We have your payment.')).toBeVisible()
  return intent
}

test('a deposit and the rest are paid by card from a phone, and what is credited goes back to the card', async ({
  shop,
  stripe,
  browser,
  adminPage,
}) => {
  test.setTimeout(180_000)
  const desk = await deskOf(shop)
  const seller = await desk.read<{ deposits: Record<string, number>; version: number }>('invoices.seller', {})
  await desk.call('invoices.saveSeller', { ...seller, legalName: 'The Shop Ltd', deposits: { hashboard: 30 } })
  const { id, repairNumber } = await desk.call<{ id: string; repairNumber: string }>('repairs.create', {
    customer: { email: EMAIL, fullName: 'Petra Paying' },
    deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
    service: 'hashboard',
    problemDescription: 'A board is missing',
  })
  const line = { kind: 'labour', label: 'Hashboard repair', quantity: 1, price: 200 }
  await desk.call('repairs.saveEstimate', { id, lines: [line] })
  await desk.call('repairs.sendEstimate', { id })
  // Emails about a change at the desk wait until it cannot be taken back any more; this one does not.
  await desk.call('cases.requestLink', { number: repairNumber })
  const link = async () => (await emailsTo(shop, EMAIL)).flatMap(({ text }) => /\/track\/[\w-]{43}/.exec(text) ?? [])[0]
  await expect.poll(link).toBeTruthy()

  const page = await newBrowser(browser, shop)
  await page.setViewportSize(PHONE)
  await page.goto((await link()) ?? '')
  await page.getByRole('button', { name: 'Accept the estimate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept for €200.00' }).click()
  const bill = region(page, 'Your bill')
  await expect(bill).toContainText('Deposit to pay before we begin€60.00')
  await expect(bill.getByRole('link', { name: /^Deposit invoice INV-/ })).toBeVisible()
  await expectGoodInEveryLook(page, 'a bill with a deposit')
  await page.setViewportSize(PHONE)
  await payByCard(page, stripe, 'Pay the deposit of €60.00')
  await expect(bill).toContainText('To pay when the work is done€140.00')
  await expect(page).not.toHaveURL(/paid=/)

  // The work is done: its invoice comes by email, and the phone shows it at once.
  await adminPage.goto(`/admin/repairs/${repairNumber}`)
  await adminPage.getByLabel(`Status of ${repairNumber}`).selectOption('completed')
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Change status' }).click()
  await expect(bill.getByRole('link', { name: /^Invoice INV-/ })).toBeVisible()
  const address = (await bill.getByRole('link', { name: /^Invoice INV-/ }).getAttribute('href')) ?? ''
  const file = await page.request.get(address)
  expect(file.headers()['content-type']).toBe('application/pdf')
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-')
  const foreign = await page.request.get(address.replace(/token=.*/, `token=${'x'.repeat(43)}`))
  expect(foreign.status()).toBe(404)
  const intent = await payByCard(page, stripe, 'Pay €140.00')
  await expect(bill).toContainText('Left to pay€0.00')
  await expectGoodInEveryLook(page, 'a bill that is paid')

  // Some of it is credited at the desk, and goes back by the card.
  const { invoices } = await desk.read<{ invoices: { id: string; purpose: string }[] }>('invoices.bill', { noun: 'repairs', id })
  await adminPage.goto(`/admin/invoices/${invoices.find(({ purpose }) => purpose === 'repair')?.id ?? ''}`)
  await adminPage.getByRole('button', { name: 'Credit note', exact: true }).click()
  const credit = adminPage.getByRole('dialog', { name: /^Credit note for INV-/ })
  await credit.getByLabel('Hashboard repair').fill('40')
  await credit.getByLabel('Reason').fill('One board was good')
  await credit.getByRole('button', { name: 'Issue credit note' }).click()
  await toast(adminPage, 'status', 'Credit note CN-').waitFor()
  await region(adminPage, 'Payments').getByRole('button', { name: 'Refund €140.00' }).click()
  const refund = adminPage.getByRole('dialog', { name: 'Refund Petra Paying' })
  await expect(refund.getByLabel('Amount')).toHaveValue('40.00')
  await refund.getByLabel('Reason').fill('One board was good')
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(refund).toBeHidden()
  await expect.poll(() => [...stripe.refunds.values()].map(({ amount, payment_intent: of }) => [amount, of])).toEqual([[4000, intent]])
  await expect(bill.getByRole('list', { name: 'Payments' })).toContainText('€40.00 was paid back')
  await expect(bill.getByRole('link', { name: /^Credit note CN-/ })).toBeVisible()

  expect(stripe.balance()).toBe(160_00)
  const { due, paid } = await desk.read<{ due: number; paid: number }>('invoices.bill', { noun: 'repairs', id })
  expect({ due, paid }).toEqual({ due: 0, paid: 160 })
  await desk.http.dispose()
  await page.context().close()
})
