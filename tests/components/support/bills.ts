import type { Bill } from '~/contracts/billing/bill'
import type { Invoice, InvoiceRow } from '~/contracts/billing/invoices'
import type { PaymentRow } from '~/contracts/billing/receipts'

/** An invoice of a repair and a payment, as screens get them. */

export const ID = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'
export const LINES = ['7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d12', '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d13'] as const
const at = new Date('2026-11-20T10:00:00Z')

export const row: InvoiceRow = {
  id: ID,
  kind: 'invoice',
  purpose: 'repair',
  number: 'INV-2026-00007',
  state: 'due',
  waitsFor: [],
  buyerName: 'Ada Lovelace',
  buyerEmail: 'ada@example.com',
  userId: ID,
  noun: 'repairs',
  nounId: ID,
  nounNumber: 'REP-10001',
  issuedOn: '2026-11-20',
  dueOn: '2026-12-04',
  total: 175,
  owed: 175,
  toCredit: 0,
  promised: 0,
  paid: 0,
  storeCredit: 0,
  credited: 0,
  createdAt: at,
  version: 3,
}
const party = { name: 'Ada', company: null, address: null, country: 'GB', vatNumber: null, email: null }
const line = (id: string, description: string, total: number) => ({
  id,
  description,
  quantity: 1,
  price: total,
  vatCode: 'outside' as const,
  vatPercent: 0,
  net: total,
  vat: 0,
  total,
  credited: 0,
})
export const invoice: Invoice = {
  ...row,
  net: 175,
  vat: 0,
  vatSterling: null,
  rate: null,
  suppliedOn: '2026-11-20',
  taxPoint: '2026-11-20',
  issuedAt: at,
  reason: null,
  seller: party,
  buyer: party,
  lines: [line(LINES[0], 'Hashboard repair', 150), line(LINES[1], 'Fan', 25)],
  of: null,
  following: [],
}
export const payment: PaymentRow = {
  id: ID,
  method: 'transfer',
  amount: 200,
  allocated: 175,
  onAccount: 25,
  refunded: 0,
  receivedOn: '2026-11-21',
  reference: 'X1',
  note: null,
  buyerName: 'Ada Lovelace',
  invoiceId: ID,
  invoiceNumber: 'INV-2026-00007',
  noun: 'repairs',
  nounId: ID,
  nounNumber: 'REP-10001',
  checkoutId: null,
  dispute: null,
  refunds: [],
  createdAt: at,
  version: 1,
}

/** The bill of a repair of which nothing is paid. */
export const unpaid: Bill = {
  cost: 175,
  credit: { cost: 175, held: 0, captured: 0, pending: 0, left: 175 },
  invoices: [row],
  payments: [],
  billed: 175,
  credited: 0,
  unbilled: 0,
  toCredit: 0,
  paid: 0,
  onAccount: 0,
  due: 175,
  dueNow: 175,
  pay: {
    ...{ noun: 'repairs', status: 'completed', cost: 175, due: 175, depositDue: 0, dueOn: '2026-12-04', isOverdue: false, toCredit: 0 },
    ...{ onAccount: 0, isBilled: true, hasBill: true, isFormer: false, promised: 0 },
  },
  depositDue: 0,
  dueOn: '2026-12-04',
  isOverdue: false,
  proposal: null,
}
