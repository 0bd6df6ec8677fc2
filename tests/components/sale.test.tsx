import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { OrderLine, OrderLines } from '~/contracts/stock/order-lines'
import type { OrderSale } from '~/contracts/stock/checkout'
import type { Order } from '~/contracts/stock/orders'
import type { Scope } from '~/contracts/identity/api-keys'
import type { Unit } from '~/contracts/stock/units'
import { DispatchLines } from '~/features/stock/sale/dispatch-lines'
import { NewOrderDialog } from '~/features/stock/sale/new-order-dialog'
import { OrderLines as LinesOfOrder } from '~/features/stock/sale/order-lines'
import { SaleSection } from '~/features/stock/sale/sale-section'
import { UnitSaleSection } from '~/features/stock/sale/unit-sale-section'
import type { RouterInputs } from '~/trpc/client'
import { enterText } from './support/enter-text'
import { authRefusal, refusal, renderScreen } from './support/fake-api'
import { findToast } from './support/toasts'

const id = (last: number) => `7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d${String(last).padStart(2, '0')}`
const product = { id: id(1), name: 'Antminer S19, refurbished' }
const line: OrderLine = {
  ...{ id: id(2), version: 4, title: product.name, sku: 'S19-R', product, isFromPlatform: false },
  ...{ quantity: 3, cancelled: 1, price: 1200, tax: 400, isScanned: true, sent: 0, left: 2, units: [] },
}
const order: OrderLines = { orderId: id(3), orderNumber: 'ORD-1', status: 'processing', currency: 'EUR', lines: [line] }
const found = (nth: number) => ({
  id: id(10 + nth),
  unitNumber: `U-1000${nth}`,
  name: 'Bitmain Antminer S19',
  serialNumber: `SN-${nth}`,
  state: 'listed' as const,
})

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

it('collects units that are scanned one after the other, says what cannot go, and keeps what could not be dispatched', async () => {
  const sent: object[] = []
  renderScreen(<DispatchLines orderNumber="ORD-1" />, {
    'orders.lines': () => order,
    'units.forOrder': ({ code }) => {
      const nth = Number(code)
      return nth < 5
        ? { unit: found(nth), lineId: line.id, problem: null }
        : { unit: null, lineId: null, problem: 'No unit has this number.' }
    },
    'units.dispatch': (input) => {
      sent.push(input)
      if (sent.length === 1) throw refusal('CONFLICT', 'U-10001 was dispatched with order ORD-2.')
      return { ...line, sent: 2, left: 0 }
    },
  })
  const table = within(await screen.findByRole('table', { name: 'Lines of the order' }))
  for (const text of ['1 cancelled', '0 of 2', '2 left', '€1,200.00']) expect(table.getByText(text)).toBeTruthy()
  const field = screen.getByLabelText<HTMLInputElement>('Scan the units that leave')
  // As fast as a scanner, which ends each code with Enter.
  await userEvent.type(field, '1{Enter}2{Enter}')
  const list = within(await screen.findByRole('list', { name: 'Scanned units' }))
  expect(await list.findByText('U-10002')).toBeTruthy()
  await userEvent.type(field, '1{Enter}')
  expect(await screen.findByText('U-10001 is scanned already.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, '3{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch('U-10003 is one too many')
  await userEvent.clear(field)
  await userEvent.type(field, '9{Enter}')
  expect(await screen.findByText('9: No unit has this number.')).toBeTruthy()
  expect(field.value).toBe('9')
  await userEvent.click(screen.getByRole('button', { name: 'Dispatch 2 units' }))
  expect(await findToast('alert', 'U-10001 was dispatched with order ORD-2.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Leave out U-10001' }))
  await userEvent.click(screen.getByRole('button', { name: 'Dispatch 1 unit' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Scanned units' })).toBeNull())
  expect(sent.at(-1)).toEqual({ orderLineId: line.id, unitIds: [found(2).id] })
})

it('asks before units of an order leave that is not paid, and sends them anyway', async () => {
  const sent: object[] = []
  renderScreen(<DispatchLines orderNumber="ORD-1" />, {
    'orders.lines': () => order,
    'units.forOrder': ({ code }) => ({ unit: found(Number(code)), lineId: line.id, problem: null }),
    'units.dispatch': (input) => {
      sent.push(input)
      if (sent.length < 3) throw authRefusal('CONFLICT', 'payment_required', 'ORD-1 has €70.00 left to pay. Ship it anyway?')
      return { ...line, sent: 1, left: 1 }
    },
  })
  await userEvent.type(await screen.findByLabelText('Scan the units that leave'), '1{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Dispatch 1 unit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Dispatch without payment?' })
  expect(within(dialog).getByText('ORD-1 has €70.00 left to pay. Ship it anyway?')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('list', { name: 'Scanned units' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Dispatch 1 unit' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Ship anyway' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Scanned units' })).toBeNull())
  const unitIds = [found(1).id]
  expect(sent).toEqual([
    { orderLineId: line.id, unitIds },
    { orderLineId: line.id, unitIds },
    { orderLineId: line.id, unitIds, shipUnpaid: true },
  ])
})

it('adds a line with its product and price, and takes a unit back in the way that is chosen', async () => {
  const calls: object[] = []
  const unit = {
    id: id(20),
    unitId: id(21),
    unitNumber: 'U-10001',
    serialNumber: 'SN-1',
    dispatchedAt: new Date(0),
    by: 'ada@example.com',
    returnedAt: null,
  }
  renderScreen(<LinesOfOrder order={{ id: order.orderId, version: 1, orderNumber: 'ORD-1', totalAmount: 99, currency: 'EUR' }} />, {
    'orders.lines': () => ({ ...order, lines: [{ ...line, sent: 1, left: 1, units: [unit] }] }),
    'orders.lineProducts': () => [{ ...product, price: 1200, stockQuantity: 2, tracksUnits: true, isActive: true, isOfModel: false }],
    'orders.addLine': (input) => {
      calls.push(input)
      return line
    },
    'units.takeBack': (input) => {
      calls.push(input)
      return line
    },
  })
  expect(
    await screen.findByText(
      'The lines come to €2,400.00, the order’s amount is €99.00. The amount was given apart from the lines, or the lines have changed since.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Set the amount to €2,400.00' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: `Remove ${line.title}` })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Add line' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add Line' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Say what it is, or choose a product')).toBeTruthy()
  await enterText(form.getByLabelText('Product'), 'refurb')
  await userEvent.click(await screen.findByRole('option', { name: /refurbished/ }))
  expect(form.getByLabelText<HTMLInputElement>('Price of one').value).toBe('1200.00')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls).toMatchObject([{ orderId: order.orderId, productId: product.id, title: '', quantity: 1, price: 1200, tax: 0 }]),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Take back U-10001' }))
  const back = within(await screen.findByRole('dialog', { name: 'Take back U-10001' }))
  await userEvent.click(back.getByLabelText(/^Not sent/))
  await userEvent.click(back.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(calls.at(-1)).toEqual({ id: unit.id, as: 'not_sent' }))
})

it('lists a unit that is ready, after it has said what becomes of the stock', async () => {
  const unit: Unit = {
    ...{ id: id(30), unitNumber: 'U-10003', modelId: null, manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: 'SN-3' },
    ...{ owner: 'company', userId: null, ownerCaseId: null, ownerLineId: null, customer: { fullName: null, email: null }, state: 'ready' },
    ...{
      location: null,
      cost: 300,
      productId: null,
      notes: null,
      mergedInto: null,
      version: 3,
      createdAt: new Date(0),
      updatedAt: new Date(0),
    },
  }
  const calls: object[] = []
  renderScreen(<UnitSaleSection page={{ unit, product: null }} mayWrite />, {
    'units.sales': () => [],
    'units.offers': () => [{ ...product, price: null, stockQuantity: 12, tracksUnits: false, isActive: false, isOfModel: true }],
    'units.offer': (input) => {
      calls.push(input)
      return { ...unit, state: 'listed', productId: product.id }
    },
  })
  await userEvent.click(await screen.findByLabelText('List under'))
  await userEvent.click(await screen.findByRole('option', { name: /of this model · not shown in the shop/ }))
  expect(screen.getByText(/Its stock, 12 now, will be the number of units/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'List' }))
  await waitFor(() => expect(calls).toEqual([{ id: unit.id, productId: product.id, version: 3 }]))
})

const soldOrder: Order = {
  ...{ id: id(40), orderNumber: 'ORD-10001', userId: null, status: 'completed', totalAmount: 120, currency: 'EUR', isTest: false },
  ...{ unreadLines: 0, createdAt: new Date(0), updatedAt: new Date(0), version: 1, customer: { email: null, fullName: null } },
}

it('sells one product for cash in three presses', async () => {
  const calls: object[] = []
  const sold: string[] = []
  renderScreen(<NewOrderDialog customerPart={undefined} onSold={(made) => sold.push(made)} onClose={() => undefined} />, {
    'orders.sellables': () => [
      { kind: 'product', id: product.id, name: product.name, number: '', price: 120, free: 3, tracksUnits: false },
    ],
    'orders.create': (input) => {
      calls.push(input)
      return soldOrder
    },
  })
  // The dialog's button was the first press.
  const form = within(await screen.findByRole('dialog', { name: 'New order' }))
  await enterText(form.getByLabelText('Product, unit or part'), 'refurb')
  await userEvent.click(await screen.findByRole('option', { name: /3 free/ }))
  expect(form.getByText('€120.00 is booked as paid, and what is sold leaves now.')).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Sell' }))
  await waitFor(() => expect(sold).toEqual([id(40)]))
  expect(calls).toMatchObject([
    {
      customer: null,
      lines: [{ productId: product.id, unitId: null, partTypeId: null, quantity: 1, price: 120, vatCode: 'standard' }],
      payment: { method: 'cash' },
    },
  ])
})

it('sells parts beside a product by card: the same part again is one more of it, and each line keeps its own VAT', async () => {
  const calls: { lines: object[] }[] = []
  const fan = { kind: 'part', id: id(50), name: 'Fan 120 mm', number: 'FAN-120', price: 15.5, free: 4, tracksUnits: false } as const
  const unpriced = {
    kind: 'unit',
    id: id(51),
    name: 'Bitmain Antminer S19',
    number: 'U-10007',
    price: null,
    free: 1,
    tracksUnits: true,
  } as const
  renderScreen(<NewOrderDialog customerPart={undefined} onSold={() => undefined} onClose={() => undefined} />, {
    'orders.sellables': ({ search = '' }) => (search.startsWith('fan') ? [fan] : [unpriced]),
    'payments.cashLimit': () => 10_000,
    'orders.create': (input) => {
      calls.push(input)
      return soldOrder
    },
  })
  const form = within(await screen.findByRole('dialog', { name: 'New order' }))
  const find = async (text: string, option: RegExp) => {
    await enterText(form.getByLabelText('Product, unit or part'), text)
    await userEvent.click(await screen.findByRole('option', { name: option }))
  }
  await find('fan', /FAN-120 · €15.50 · 4 in stock/)
  await find('fan', /Fan 120 mm/)
  expect(form.getByLabelText<HTMLInputElement>('Quantity').value).toBe('2')
  await find('u-10007', /no price · one unit/)
  const [, price] = form.getAllByLabelText('Price of one')
  if (!price) throw new Error('The unit has no line')
  await userEvent.type(price, '900')
  await userEvent.selectOptions(form.getAllByLabelText('VAT')[1] ?? price, 'zero')
  await userEvent.click(form.getByRole('radio', { name: 'Card terminal' }))
  await enterText(form.getByLabelText('Reference'), 'T-77')
  expect(form.getByText('€931.00 is booked as paid, and what is sold leaves now.')).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Sell' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]).toMatchObject({
    lines: [
      { partTypeId: fan.id, productId: null, quantity: 2, price: 15.5, vatCode: 'standard' },
      { unitId: unpriced.id, title: 'Bitmain Antminer S19 (U-10007)', quantity: 1, price: 900, vatCode: 'zero' },
    ],
    payment: { method: 'card', reference: 'T-77' },
  })
})

it('asks whom an invoice is for, and for lines', async () => {
  renderScreen(<NewOrderDialog customerPart={undefined} onSold={() => undefined} onClose={() => undefined} />, {
    'orders.sellables': () => [],
  })
  const form = within(await screen.findByRole('dialog', { name: 'New order' }))
  await userEvent.click(form.getByRole('radio', { name: 'On invoice' }))
  await userEvent.click(form.getByRole('button', { name: 'Sell' }))
  expect(await form.findByText('Add at least one line')).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Add a text line' }))
  await enterText(form.getByLabelText('Description'), 'Cleaning')
  await userEvent.type(form.getByLabelText('Price of one'), '30')
  await userEvent.click(form.getByRole('button', { name: 'Sell' }))
  expect(await form.findByText('Choose whom the invoice is for')).toBeTruthy()
})

it('chooses another way to pay where a sale is more than may be taken in cash, and says why', async () => {
  renderScreen(<NewOrderDialog customerPart={undefined} onSold={() => undefined} onClose={() => undefined} />, {
    'orders.sellables': () => [
      { kind: 'unit', id: id(51), name: 'Antminer S19', number: 'U-10007', price: 900, free: 1, tracksUnits: true },
    ],
    'payments.cashLimit': () => 1000,
  })
  const form = within(await screen.findByRole('dialog', { name: 'New order' }))
  const radio = (name: string) => form.getByRole<HTMLInputElement>('radio', { name })
  await enterText(form.getByLabelText('Product, unit or part'), 'antminer')
  await userEvent.click(await screen.findByRole('option', { name: /one unit/ }))
  expect(radio('Cash').checked).toBe(true)
  await userEvent.clear(form.getByLabelText('Price of one'))
  await userEvent.type(form.getByLabelText('Price of one'), '1000.01')
  await waitFor(() => expect(radio('Card terminal').checked).toBe(true))
  expect(radio('Cash').disabled).toBe(true)
  expect(form.getByText('At most €1,000.00 of a sale may be taken in cash.')).toBeTruthy()
})

it('is only read by those who may not change orders, and sent and taken back by those who may change units', async () => {
  const { id: unitId, unitNumber, serialNumber } = found(1)
  const sentOne = { id: id(11), unitId, unitNumber, serialNumber, dispatchedAt: new Date(0), by: 'desk@example.com', returnedAt: null }
  const api = { 'orders.lines': () => ({ ...order, lines: [{ ...line, sent: 1, left: 1, units: [sentOne] }] }) }
  const of = { id: id(3), version: 1, orderNumber: 'ORD-1', totalAmount: 3600, currency: 'EUR' }
  const shownTo = async (scopes: Scope[]) => {
    const { unmount } = renderScreen(<LinesOfOrder order={of} />, api, { scopes })
    await screen.findByRole('table', { name: 'Dispatched units' })
    const names = screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
    const scans = screen.queryByLabelText('Scan the units that leave') !== null
    unmount()
    return { names: names.filter((name) => /^(?:Add|Edit|Take back)/.test(name)), scans }
  }
  expect(await shownTo(['orders:read'])).toEqual({ names: [], scans: false })
  expect(await shownTo(['orders:read', 'units:write'])).toEqual({ names: ['Take back U-10001'], scans: true })
  expect(await shownTo(['orders:write'])).toEqual({ names: ['Add line', `Edit ${product.name}`], scans: false })
})

it('sends a paid order of the checkout with its parcel, whose carrier its number tells', async () => {
  const sale: OrderSale = {
    ...{ channel: 'checkout', standing: 'agreed', payment: 'card', heldUntil: null, remindedAt: null, lapsesAt: null, lapsedAt: null },
    ...{
      fullName: 'Ada Byron',
      email: 'ada@example.com',
      phone: null,
      deliveryAddress: '1 High Street',
      carrier: null,
      trackingNumber: null,
    },
  }
  const noted: RouterInputs['orders']['noteParcel'][] = []
  renderScreen(<SaleSection order={{ id: id(3), status: 'processing', version: 2 }} />, {
    'orders.sale': () => sale,
    'orders.noteParcel': (input) => {
      noted.push(input)
      return sale
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Note the parcel' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Parcel' }))
  await enterText(dialog.getByLabelText('Tracking number'), '15501234567890')
  await userEvent.tab()
  expect(dialog.getByLabelText<HTMLInputElement>('Carrier').value).toBe('DPD')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await findToast('status', 'Order status updated to completed')
  expect(noted).toEqual([{ id: id(3), version: 2, carrier: 'DPD', trackingNumber: '15501234567890', completes: true }])
})
