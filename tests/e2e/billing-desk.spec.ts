import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { expectNoSidewaysScroll, toast } from './support/admin'
import { deskOf } from './support/desk'
import { expect, test } from './support/fixtures'

/** Money at the desk of a shop in which nothing is configured: no cards, no VAT number, no bank account. */

interface Named {
  id: string
  repairNumber: string
}

/** The invoice's file, and the books of a month, the same bytes each time; nobody else gets them. */
async function expectFiles(page: Page, visitor: Page, number: string) {
  await page.goto('/admin/invoices')
  await page.getByRole('link', { name: number }).click()
  const pdf = (await page.getByRole('link', { name: /^PDF/ }).getAttribute('href')) ?? ''
  const file = await page.request.get(pdf)
  expect(file.headers()['content-type']).toBe('application/pdf')
  expect(file.headers()['content-disposition']).toContain(`${number}.pdf`)
  await page.goto('/admin/money?tab=exports')
  await page.getByRole('button', { name: 'Month after' }).click()
  for (const name of ['Invoices and credit notes', 'Sales invoices for Xero']) {
    const books = (await page.getByRole('link', { name }).getAttribute('href')) ?? ''
    const [once, again] = [await page.request.get(books), await page.request.get(books)]
    expect(once.headers()['content-type']).toContain('text/csv')
    expect(await once.text()).toContain(number)
    expect(await again.text()).toBe(await once.text())
    expect((await visitor.request.get(books)).status()).toBe(401)
  }
  expect((await visitor.request.get(pdf)).status()).toBe(401)
}

test(
  'a repair is billed, paid by a transfer from the bank’s file, credited in part, and the rest goes back',
  { tag: '@full' },
  async ({ adminPage: page, visitorPage, shop }) => {
    test.slow()
    const desk = await deskOf(shop)
    const { id, repairNumber } = await desk.call<Named>('repairs.create', {
      customer: { email: 'paying@example.com', fullName: 'Paula Paying' },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
      problemDescription: 'No power',
    })
    await desk.call('repairs.saveEstimate', { id, lines: [{ kind: 'labour', label: 'Hashboard repair', quantity: 1, price: 175 }] })
    await desk.call('repairs.sendEstimate', { id, email: null })
    await desk.call('repairs.recordAnswer', { id, number: 1, answer: 'accepted', note: null })

    // Before it is paid, shipping asks.
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/admin/repairs/${repairNumber}?tab=quote`)
    const bill = page.getByRole('region', { name: 'Bill' })
    await expect(bill).toContainText('€175.00')
    await page.getByLabel(`Status of ${repairNumber}`).selectOption('shipped')
    await expect(page.getByRole('dialog')).toContainText(`${repairNumber} has €175.00 left to pay. Ship it anyway?`)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

    await bill.getByRole('button', { name: 'Issue invoice' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Issue invoice' }).click()
    await toast(page, 'status', ' issued').waitFor()
    const number = (await bill.getByRole('link', { name: /^INV-/ }).first().textContent()) ?? ''
    await bill.getByRole('button', { name: 'Record payment' }).click()
    const record = page.getByRole('dialog', { name: `Record a payment of ${number}` })
    await record.getByLabel('How it was paid').selectOption('cash')
    await record.getByLabel('Amount').fill('25')
    await expectAccessible(page, 'recording a payment')
    await record.getByRole('button', { name: 'Record payment' }).click()
    await toast(page, 'status', '€25.00 recorded').waitFor()
    await expect(bill).toContainText('€150.00')

    // The bank's file: one line names the invoice, one names nothing.
    const day = new Date(Date.now() - 24 * 60 * 60 * 1000).toLocaleDateString('en-GB')
    const csv = `Date,Description,Amount EUR\n${day},Paula ${number},150.00\n${day},Somebody else,12.00\n`
    await page.goto('/admin/money?tab=bank')
    const open = page.getByRole('region', { name: 'Lines that pay nothing yet' })
    await expect(open).toContainText(/matched or ignored|Somebody else/)
    await page.getByLabel(/Choose your bank/).setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await expect(page.getByRole('checkbox', { name: `€150.00 pays ${number}` })).toBeChecked()
    await expectAccessible(page, 'a bank’s file before it is imported')
    await page.getByRole('button', { name: 'Import 2 lines' }).click()
    await toast(page, 'status', '2 lines imported, 1 payment of €150.00 recorded').waitFor()
    await open.getByRole('button', { name: /^Ignore Somebody else/ }).click()
    await expect(open).toContainText('Every imported line is matched or ignored')

    // Credited in part, what was paid for that stands on account and goes back.
    await page.goto('/admin/invoices')
    await page.getByRole('link', { name: number }).click()
    await page.getByRole('button', { name: 'Credit note', exact: true }).click()
    const credit = page.getByRole('dialog', { name: `Credit note for ${number}` })
    await credit.getByLabel('Hashboard repair').fill('50')
    await credit.getByLabel('Reason').fill('Took less time')
    await credit.getByRole('button', { name: 'Issue credit note' }).click()
    await toast(page, 'status', 'Credit note CN-').waitFor()
    await expectAccessible(page, 'an invoice that is credited in part')
    await page.goto('/admin/money?tab=payments&onlyOnAccount=true')
    await page
      .getByRole('button', { name: /^Refund .* of Paula Paying/ })
      .first()
      .click()
    const refund = page.getByRole('dialog', { name: 'Refund Paula Paying' })
    await refund.getByLabel('Reason').fill('Took less time')
    await refund.getByRole('button', { name: 'Refund' }).click()
    await expect(refund).toBeHidden()

    for (const address of ['/admin/invoices', '/admin/money', '/admin/money?tab=received', '/admin/money?tab=payments']) {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      await expectAccessible(page, address)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await expectFiles(page, visitorPage, number)
    const { due, paid } = await desk.read<{ due: number; paid: number }>('invoices.bill', { noun: 'repairs', id })
    expect({ due, paid }).toEqual({ due: 0, paid: 125 })
    await desk.http.dispose()
  },
)
