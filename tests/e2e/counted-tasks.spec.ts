import type { Desk } from './support/desk'
import { toast } from './support/admin'
import { expect } from './support/fixtures'
import { button, casePage, inDialog, line, machineOf, openRepair, SERIAL, testTasks, type Task } from './support/tasks'

/**
 * The commonest tasks of staff, each with the presses that it may take. The gate takes those whose dialogs lead from one to the next; what
 * the others show and save is proven by tests/components and tests/api.
 */

/** A repair whose estimate was accepted. */
async function agreedRepair(desk: Desk, serialNumber: string) {
  const number = await openRepair(desk, serialNumber)
  const { repair } = await desk.read<{ repair: { id: string } }>('repairs.byNumber', { number })
  const { id } = repair
  await desk.call('repairs.saveEstimate', { id, lines: [line] })
  await desk.call('repairs.sendEstimate', { id, email: null })
  await desk.call('repairs.recordAnswer', { id, number: 1, answer: 'accepted', note: null })
  return { id, number }
}

/** An invoice of €150.00 that nobody has paid. @returns its number */
async function openInvoice(desk: Desk, serialNumber: string): Promise<string> {
  const { id } = await agreedRepair(desk, serialNumber)
  const { number } = await desk.call<{ number: string }>('invoices.issue', { repairId: id })
  return number
}

const PRICE = 12.5

const tasks: readonly Task[] = [
  {
    name: 'open a case by a serial number that is typed',
    inFull: true,
    may: { presses: 2 },
    begin: async (desk, page) => {
      const number = await openRepair(desk, `${SERIAL}-TYPED`)
      await page.goto('/admin')
      return number
    },
    work: async (hands, page, number) => {
      await hands.key('Control+k')
      await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
      await hands.type(`${SERIAL}-TYPED`.toLowerCase())
      await hands.key('Enter')
      await expect(page).toHaveURL(casePage(number))
    },
  },
  {
    name: 'open a repair for a walk-in whose device has been here before',
    inFull: true,
    may: { presses: 6 },
    begin: async (desk, page) => {
      await openRepair(desk, `${SERIAL}-AGAIN`)
      await page.goto('/admin/repairs')
      return `${SERIAL}-AGAIN`
    },
    work: async (hands, page, serialNumber) => {
      await hands.press(button(page, 'New repair'))
      await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused()
      await hands.type('Pia Press')
      await hands.press(page.getByRole('option', { name: /Pia Press/ }))
      await hands.press(page.getByLabel('Find a device'))
      await hands.type(serialNumber)
      await hands.press(page.getByRole('option', { name: new RegExp(serialNumber) }))
      await expect(page.getByLabel('Serial number')).toHaveValue(serialNumber)
      await hands.press(page.getByLabel('Problem description'))
      await hands.type('It stops after an hour')
      await hands.press(inDialog(page, 'Open repair'))
      await expect(page).toHaveURL(/\/admin\/repairs\/REP-\d+/)
    },
  },
  {
    name: 'open a repair for a walk-in whom nobody knows',
    may: { presses: 6 },
    begin: async (_desk, page) => {
      await page.goto('/admin/repairs')
      return ''
    },
    work: async (hands, page) => {
      await hands.press(button(page, 'New repair'))
      await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused()
      await hands.type('020 7946 0977')
      await hands.press(inDialog(page, 'New customer'))
      await expect(page.getByLabel('Full Name')).toBeFocused()
      await hands.type('Wanda Walk')
      await hands.press(page.getByLabel('Find a device'))
      await hands.type('Antminer S19')
      await hands.press(page.getByRole('option', { name: /Antminer S19/ }).first())
      await hands.press(page.getByLabel('Problem description'))
      await hands.type('It stops after an hour')
      await hands.press(inDialog(page, 'Open repair'))
      await expect(page).toHaveURL(/\/admin\/repairs\/REP-\d+/)
      await expect(page.getByRole('main')).toContainText('Wanda Walk')
    },
  },
  {
    name: 'collect the money at the counter and hand a device over',
    may: { presses: 4 },
    begin: async (desk, page) => {
      const { id, number } = await agreedRepair(desk, `${SERIAL}-COLLECT`)
      await desk.call('repairs.updateStatus', { id, status: 'completed' })
      await page.goto(`/admin/repairs/${number}`)
      return number
    },
    work: async (hands, page, number) => {
      await hands.press(button(page, 'Collect €150.00'))
      // At the counter most pay at the terminal.
      await expect(page.getByLabel('How it was paid')).toHaveValue('card')
      await hands.press(inDialog(page, 'Record payment'))
      await expect(toast(page, 'status', '€150.00 recorded')).toBeVisible()
      await hands.press(button(page, 'Ship the device'))
      await hands.press(inDialog(page, 'Change status'))
      await expect(toast(page, 'status', 'Repair status updated to shipped').filter({ hasText: number })).toBeVisible()
    },
  },
  {
    name: 'send an estimate from a preset',
    inFull: true,
    may: { presses: 4 },
    begin: async (desk, page) => {
      const number = await openRepair(desk, `${SERIAL}-PRESET`)
      const { repair } = await desk.read<{ repair: { id: string } }>('repairs.byNumber', { number })
      await desk.call('repairs.updateStatus', { id: repair.id, status: 'diagnosing' })
      await page.goto(`/admin/repairs/${number}`)
      return number
    },
    work: async (hands, page) => {
      await hands.press(button(page, 'Write the estimate'))
      await hands.press(page.getByRole('menuitem', { name: /Hashboard repair/ }))
      await hands.press(page.getByRole('region', { name: 'Estimate 1' }).getByRole('button', { name: 'Send estimate' }))
      await hands.press(inDialog(page, 'Send estimate'))
      await expect(toast(page, 'status', 'Estimate sent successfully')).toBeVisible()
    },
  },
  {
    name: 'record a transfer that pays an invoice',
    inFull: true,
    may: { presses: 3 },
    begin: async (desk, page) => {
      const number = await openInvoice(desk, `${SERIAL}-TRANSFER`)
      await page.goto('/admin/invoices')
      return number
    },
    work: async (hands, page, number) => {
      await hands.press(page.getByRole('link', { name: number }))
      await hands.press(button(page, 'Record payment'))
      await expect(page.getByLabel('How it was paid')).toHaveValue('transfer')
      await hands.press(inDialog(page, 'Record payment'))
      await expect(toast(page, 'status', '€150.00 recorded')).toBeVisible()
    },
  },
  {
    name: 'import a bank file that pays an invoice',
    may: { presses: 3 },
    begin: async (desk, page) => {
      const number = await openInvoice(desk, `${SERIAL}-BANK`)
      await page.goto('/admin/money')
      return number
    },
    work: async (hands, page, number) => {
      await hands.press(page.getByRole('tab', { name: 'Bank file' }))
      const chooser = page.waitForEvent('filechooser')
      await hands.press(page.getByText('Choose your bank’s file'))
      const day = new Date(Date.now() - 24 * 60 * 60 * 1000).toLocaleDateString('en-GB')
      const csv = `Date,Description,Amount EUR\n${day},Pia ${number},150.00\n`
      await (await chooser).setFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await hands.press(button(page, 'Import 1 line'))
      await expect(toast(page, 'status', '1 line imported, 1 payment of €150.00 recorded')).toBeVisible()
    },
  },
  {
    name: 'evaluate three machines of one request, and offer them together',
    may: { presses: 12, selects: 3 },
    begin: async (desk, page) => {
      const { id, manufacturer, model } = await machineOf(desk)
      // Of which condition, nobody has said.
      const one = { machineId: id, deviceInfo: { manufacturer, model } }
      const { tradeInNumber } = await desk.call<{ tradeInNumber: string }>('tradeIns.create', {
        customer: { email: 'presses@example.com' },
        ...one,
        others: [one, one],
      })
      await page.goto(`/admin/trade-ins/${tradeInNumber}`)
      return tradeInNumber
    },
    work: async (hands, page) => {
      await hands.press(button(page, 'Evaluate the machine'))
      await hands.press(button(page, 'Evaluate and offer together'))
      const grades = page.getByRole('combobox', { name: /^Grade of TRD-/ })
      await expect(grades).toHaveCount(3)
      for (const selector of await grades.all()) await hands.choose(selector, 'Good')
      await hands.press(inDialog(page, 'Save and look at the email'))
      await hands.press(inDialog(page, 'Send 3 offers'))
      await expect(toast(page, 'status', '3 offers sent')).toBeVisible()
    },
  },
  {
    name: 'dispatch a machine for an order that is paid',
    inFull: true,
    may: { presses: 4 },
    begin: async (desk, page) => {
      const { rows } = await desk.read<{ rows: { productId: string; serialNumber: string }[] }>('units.list', { state: 'listed' })
      const [unit] = rows
      if (!unit) throw new Error('No machine of the demo shop is listed')
      const { orderNumber } = await desk.call<{ orderNumber: string }>('orders.create', {
        lines: [{ productId: unit.productId, price: PRICE }],
        payment: { method: 'cash' },
      })
      await page.goto('/admin/scan')
      return `${orderNumber} ${unit.serialNumber}`
    },
    work: async (hands, page, about) => {
      const [order = '', serialNumber = ''] = about.split(' ')
      await hands.press(button(page, 'Dispatch'))
      await expect(page.getByLabel('Order', { exact: true })).toBeFocused()
      await hands.scan(order)
      await expect(page.getByLabel('Scan the units that leave')).toBeVisible()
      await hands.scan(serialNumber)
      await hands.press(button(page, 'Dispatch 1 unit'))
      await expect(page.getByRole('table', { name: 'Dispatched units' })).toContainText(serialNumber)
    },
  },
  {
    name: 'claim the warranty of a repair',
    inFull: true,
    may: { presses: 3 },
    begin: async (desk, page) => {
      const { id, number } = await agreedRepair(desk, `${SERIAL}-CLAIM`)
      for (const status of ['completed', 'shipped']) await desk.call('repairs.updateStatus', { id, status })
      await page.goto(`/admin/repairs/${number}`)
      return number
    },
    work: async (hands, page, number) => {
      await hands.press(page.getByRole('link', { name: 'Warranty claim' }))
      await expect(page.getByRole('dialog')).toContainText(`Claims the warranty of ${number}`)
      await hands.press(page.getByLabel('Problem description'))
      await hands.type('The same board again')
      await hands.press(inDialog(page, 'Open repair'))
      await expect(page.getByRole('region', { name: 'Warranty' })).toContainText(`Claims the warranty of ${number}`)
      await expect(page).not.toHaveURL(casePage(number))
    },
  },
  {
    name: 'sell a product for cash at the counter',
    inFull: true,
    may: { presses: 6 },
    begin: async (desk, page) => {
      const name = 'Press riser cable'
      await desk.call('products.create', { name, category: 'Accessories', price: PRICE, stockQuantity: 3 })
      await page.goto('/admin/orders')
      await page.getByRole('row').nth(1).waitFor()
      return name
    },
    work: async (hands, page, name) => {
      await hands.press(button(page, 'New order'))
      await expect(page.getByRole('combobox', { name: 'Product, unit or part' })).toBeFocused()
      await hands.type(name)
      await hands.press(page.getByRole('option', { name: /Press riser cable/ }))
      await hands.press(inDialog(page, 'Sell'))
      await expect(toast(page, 'status', 'sold for €12.50')).toBeVisible()
    },
  },
]

testTasks(tasks)
