import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { BankPreview } from '~/contracts/billing/bank'
import type { Invoice } from '~/contracts/billing/invoices'
import { BankFile } from '~/features/billing/office/bank-file'
import { RepairBill } from '~/features/billing/office/bill-section'
import { CollectDialog } from '~/features/billing/office/collect-dialog'
import { CreditNoteDialog } from '~/features/billing/office/credit-note-dialog'
import { PaymentList } from '~/features/billing/office/invoice-payments'
import { RecordPaymentDialog } from '~/features/billing/office/record-payment-dialog'
import { RefundDialog } from '~/features/billing/office/refund-dialog'
import { WaitingFor } from '~/features/billing/office/waiting-for'
import { shippingQuestion } from '~/features/cases/office/repairs/use-shipping-question'
import { ID, invoice, LINES, payment, row, unpaid } from './support/bills'
import { enterText } from './support/enter-text'
import { authRefusal, refusal, renderScreen } from './support/fake-api'
import { findToast } from './support/toasts'

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const amount = (name = 'Amount') => screen.getByRole<HTMLInputElement>('spinbutton', { name })
const type = async (field: HTMLInputElement, text: string) => {
  await userEvent.clear(field)
  await enterText(field, text)
}

describe('recording a payment', () => {
  it('begins with what is owed, says what is too much, and keeps what was typed where it is refused', async () => {
    const sent: unknown[] = []
    let refuse = true
    const onClose = vi.fn()
    renderScreen(<RecordPaymentDialog invoice={row} onClose={onClose} />, {
      'payments.record': (input) => {
        sent.push(input)
        if (refuse) throw refusal('BAD_REQUEST', 'Not yet', { receivedOn: ['This day has not come yet.'] })
        return payment
      },
    })
    expect(amount().value).toBe('175.00')
    await type(amount(), '200')
    expect(screen.getByText(/€25.00 more than is owed/)).toBeDefined()
    await userEvent.type(screen.getByRole('textbox', { name: 'Reference' }), 'X1')
    await press('Record payment')
    expect(await screen.findByText('This day has not come yet.')).toBeDefined()
    expect(amount().value).toBe('200.00')
    refuse = false
    await press('Record payment')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent.at(-1)).toMatchObject({ invoiceId: ID, method: 'transfer', amount: 200, reference: 'X1' })
  })
})

describe('a payment far above what is owed', () => {
  it('is asked about with the server’s sentence, and sent again when the answer is yes', async () => {
    const sent: unknown[] = []
    const onClose = vi.fn()
    renderScreen(<RecordPaymentDialog invoice={row} onClose={onClose} />, {
      'payments.record': (input) => {
        sent.push(input)
        if (sent.length < 3) throw authRefusal('BAD_REQUEST', 'confirmation_needed', 'Is that right: €1,750.00?')
        return payment
      },
    })
    await type(amount(), '1750')
    await press('Record payment')
    const question = await screen.findByRole('dialog', { name: 'Record this payment?' })
    expect(within(question).getByText('Is that right: €1,750.00?')).toBeDefined()
    await press('No, go back')
    expect(amount().value).toBe('1750.00')
    expect(onClose).not.toHaveBeenCalled()
    await press('Record payment')
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, it is right' }))
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent).toMatchObject([{ amount: 1750 }, { amount: 1750 }, { amount: 1750, confirmed: true }])
  })
})

describe('collecting what is left to pay', () => {
  const fresh = { ...unpaid, invoices: [], due: 379, cost: 379 }
  const waiting = { ...invoice, number: null, state: 'waiting' as const, waitsFor: ['address' as const] }
  const buyer = {
    userId: ID,
    email: null,
    isBusiness: false,
    fullName: 'Ada',
    company: 'Ada Ltd',
    billingAddress: null,
    postalAddress: null,
  }
  const rest = { country: 'GB', vatNumber: null, vatNumberState: 'unchecked' as const, termsDays: null, version: 2 }

  it('records a payment of the open invoice, with what is left to pay', async () => {
    const sent: unknown[] = []
    renderScreen(<CollectDialog noun="repairs" id={ID} onClose={vi.fn()} />, {
      'invoices.bill': () => ({ ...unpaid, due: 100 }),
      'payments.record': (input) => {
        sent.push(input)
        return payment
      },
    })
    expect(await screen.findByRole('dialog', { name: 'Record a payment of INV-2026-00007' })).toBeDefined()
    expect(amount().value).toBe('100.00')
    await press('Record payment')
    await vi.waitFor(() => expect(sent).toMatchObject([{ invoiceId: ID, amount: 100 }]))
  })

  it('asks a walk-in for name and address right there, bills them and takes the money', async () => {
    const sent: [string, unknown][] = []
    let answer: Invoice = waiting
    const onClose = vi.fn()
    renderScreen(<CollectDialog noun="repairs" id={ID} onClose={onClose} />, {
      'invoices.bill': () => fresh,
      'invoices.issue': () => answer,
      'invoices.buyer': () => ({ ...buyer, ...rest }),
      'invoices.saveBuyer': (input) => {
        sent.push(['saveBuyer', input])
        answer = invoice
        return { ...buyer, ...rest }
      },
      'payments.record': (input) => {
        sent.push(['record', input])
        return payment
      },
    })
    expect(await screen.findByRole('dialog', { name: 'Record a payment of this repair' })).toBeDefined()
    expect(amount().value).toBe('379.00')
    await press('Record payment')
    const form = await screen.findByRole('dialog', { name: 'Whom is the invoice for?' })
    await press('Save and record payment')
    expect(await within(form).findByText('Enter the address')).toBeDefined()
    await enterText(within(form).getByRole('textbox', { name: 'Billing address' }), '1 High Street')
    await press('Save and record payment')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent).toMatchObject([
      // The details saved before are kept.
      ['saveBuyer', { userId: ID, fullName: 'Ada', company: 'Ada Ltd', billingAddress: '1 High Street', version: 2 }],
      ['record', { invoiceId: ID, amount: 379 }],
    ])
  })

  it('or takes the money on account, and goes back with what was typed', async () => {
    const sent: unknown[] = []
    const onClose = vi.fn()
    renderScreen(<CollectDialog noun="orders" id={ID} onClose={onClose} />, {
      'invoices.bill': () => fresh,
      'invoices.issue': () => waiting,
      'invoices.buyer': () => ({ ...buyer, ...rest }),
      'payments.record': (input) => {
        sent.push(input)
        return payment
      },
    })
    await screen.findByRole('dialog', { name: 'Record a payment of this order' })
    await type(amount(), '300')
    await press('Record payment')
    await screen.findByRole('dialog', { name: 'Whom is the invoice for?' })
    await press('Back')
    await screen.findByRole('dialog', { name: 'Record a payment of this order' })
    expect(amount().value).toBe('300.00')
    await press('Record payment')
    await screen.findByRole('dialog', { name: 'Whom is the invoice for?' })
    await press('Take it on account')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent).toMatchObject([{ orderId: ID, amount: 300 }])
  })
})

describe('a payment by mistake', () => {
  it('is reversed with a reason, and shown as reversed', async () => {
    const sent: unknown[] = []
    const [cash, gone] = [
      { ...payment, refunded: 0 },
      { ...payment, id: LINES[0], refunded: 0, reversed: { at: payment.createdAt, reason: 'Typed twice' } },
    ]
    renderScreen(<PaymentList payments={[cash, gone, { ...payment, id: LINES[1], method: 'stripe' as const }]} />, {
      'payments.reverse': (input) => {
        sent.push(input)
        return gone
      },
    })
    expect(screen.getByText('Reversed, written down by mistake: Typed twice')).toBeDefined()
    // Neither a reversed payment nor one of the card provider can be reversed.
    expect(screen.getAllByRole('button', { name: /^Reverse / })).toHaveLength(1)
    await press('Reverse €200.00')
    await enterText(await screen.findByRole('textbox', { name: 'Reason' }), 'Not theirs')
    await press('Reverse payment')
    await vi.waitFor(() => expect(sent).toMatchObject([{ paymentId: ID, reason: 'Not theirs' }]))
  })
})

describe('a credit note', () => {
  it('credits amounts of lines, no more than is left of each, and keeps them where it is refused', async () => {
    const sent: unknown[] = []
    const onClose = vi.fn()
    let refuse = true
    renderScreen(<CreditNoteDialog invoice={invoice} proposal={{ amount: 160, reason: 'Costs less now' }} onClose={onClose} />, {
      'invoices.credit': (input) => {
        sent.push(input)
        if (refuse) throw refusal('CONFLICT', 'Somebody else has changed it.')
        return { ...invoice, kind: 'credit_note', number: 'CN-2026-00001' }
      },
    })
    // The proposal is spread from the first line on.
    expect([amount('Hashboard repair').value, amount('Fan').value]).toEqual(['150.00', '10.00'])
    await type(amount('Fan'), '30')
    await press('Issue credit note')
    expect(await screen.findByText('More than is left of this line')).toBeDefined()
    await type(amount('Fan'), '0')
    await press('Issue credit note')
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ id: ID, version: 3, lines: [{ lineId: LINES[0], amount: 150 }], reason: 'Costs less now' })
    expect(amount('Hashboard repair').value).toBe('150.00')
    refuse = false
    await press('Issue credit note')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  })

  it('says before it is pressed that it will wait for a second administrator, and afterwards that it does', async () => {
    renderScreen(<CreditNoteDialog invoice={invoice} proposal={{ amount: 160, reason: 'Costs less now' }} onClose={() => undefined} />, {
      'invoices.leftToGive': () => ({ limit: 1000, left: 100 }),
      'invoices.credit': () => ({ ...invoice, kind: 'credit_note', state: 'waiting', number: null, total: 160, waitsFor: ['approval'] }),
    })
    expect(
      await screen.findByText(
        /This will wait for a second administrator: it gives €160.00, and you can give €100.00 alone just now, of €1,000.00/,
      ),
    ).toBeDefined()
    await type(amount('Hashboard repair'), '50')
    expect(screen.queryByText(/will wait for a second administrator/)).toBeNull()
    await type(amount('Hashboard repair'), '150')
    await press('Issue credit note')
    expect(await findToast('status', 'waits for a second administrator')).toBeDefined()
  })
})

describe('a refund', () => {
  it('begins with what pays no invoice, and says what becomes of more', async () => {
    const sent: unknown[] = []
    const onClose = vi.fn()
    renderScreen(<RefundDialog payment={payment} onClose={onClose} />, {
      'payments.refund': (input) => {
        sent.push(input)
        return {
          id: ID,
          paymentId: ID,
          amount: 25,
          reason: 'Paid too much',
          state: 'done',
          requestedBy: null,
          isOwn: true,
          because: null,
          decidedBy: null,
          decisionNote: null,
          failure: null,
          requestedAt: payment.createdAt,
          version: 1,
          notice: 'Transfer €25.00 back.',
        }
      },
    })
    expect(amount().value).toBe('25.00')
    expect(screen.getByText(/is owed again/)).toBeDefined()
    await press('Refund')
    expect(await screen.findByText('Say why')).toBeDefined()
    expect(sent).toEqual([])
    await enterText(screen.getByRole('textbox', { name: 'Reason' }), 'Paid too much')
    await press('Refund')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent).toMatchObject([{ paymentId: ID, amount: 25, reason: 'Paid too much' }])
  })
})

describe('a bill', () => {
  const bill = {
    ...unpaid,
    cost: 150,
    payments: [payment],
    proposal: { invoiceId: ID, amount: 25, reason: 'The repair now costs €150.00' },
  }
  it('says what is left to pay, and offers a payment and the credit note that is proposed', async () => {
    renderScreen(<RepairBill id={ID} />, { 'invoices.bill': () => bill, 'invoices.byId': () => invoice })
    expect(await screen.findByText('Left to pay')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Record payment' })).toBeDefined()
    // All is billed already.
    expect(screen.queryByRole('button', { name: 'Issue invoice' })).toBeNull()
    await press('Credit note of €25.00')
    const dialog = await screen.findByRole('dialog', { name: 'Credit note for INV-2026-00007' })
    expect(within(dialog).getByRole<HTMLInputElement>('spinbutton', { name: 'Hashboard repair' }).value).toBe('25.00')
  })

  it('shows what was billed, credited and stands on account, and offers to bill what nobody has billed alone', async () => {
    const credited = { ...unpaid, credited: 25, paid: 175, onAccount: 25, due: 0 }
    const { unmount } = renderScreen(<RepairBill id={ID} />, { 'invoices.bill': () => credited })
    for (const label of ['Billed', 'Credited', 'Of that on account']) expect(await screen.findByText(label)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Issue invoice' })).toBeNull()
    unmount()
    renderScreen(<RepairBill id={ID} />, { 'invoices.bill': () => ({ ...unpaid, unbilled: 40 }) })
    expect(await screen.findByRole('button', { name: 'Issue invoice' })).toBeDefined()
  })

  it('says of an invoice that a credit note is to take off that nobody is asked for it', async () => {
    const ended = { ...unpaid, cost: 0, due: 0, toCredit: 175, invoices: [{ ...row, state: 'overdue' as const, toCredit: 175 }] }
    renderScreen(<RepairBill id={ID} />, { 'invoices.bill': () => ended })
    expect(await screen.findAllByText('To be credited')).toHaveLength(2)
    expect(screen.queryByText('Overdue')).toBeNull()
  })

  it('offers a limited administrator nothing that they may not do', async () => {
    renderScreen(<RepairBill id={ID} />, { 'invoices.bill': () => bill }, { scopes: ['repairs:write', 'invoices:read'] })
    expect(await screen.findByText('Left to pay')).toBeDefined()
    expect(screen.getByText(/Billed too much: €25.00/)).toBeDefined()
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it('that waits says for what, with the way to where it is supplied', () => {
    renderScreen(<WaitingFor invoice={{ ...row, state: 'waiting', waitsFor: ['address', 'exchange_rate'] }} />, {})
    expect(screen.getByRole('link', { name: 'Add the billing address' }).getAttribute('href')).toBe(`/admin/customers/${ID}#billing`)
    expect(screen.getByRole('link', { name: 'Enter the exchange rate' })).toBeDefined()
  })

  it('of a sale to nobody in particular offers no way that leads nowhere', () => {
    renderScreen(<WaitingFor invoice={{ ...row, userId: null, state: 'waiting', waitsFor: ['address'] }} />, {})
    expect(screen.getByRole('status').textContent).toMatch(/sold to nobody in particular.*The receipt is the proof of payment/)
    expect(screen.queryAllByRole('button')).toEqual([])
    expect(screen.queryAllByRole('link')).toEqual([])
  })
})

it('shipping asks with the amounts', () => {
  expect(shippingQuestion({ count: 0, amount: 0, most: [], isLeast: false, withoutAddress: { count: 0, first: [] } })).toBeNull()
  expect(
    shippingQuestion({
      count: 1,
      amount: 175,
      most: [{ number: 'REP-10001', due: 175 }],
      isLeast: false,
      withoutAddress: { count: 0, first: [] },
    })?.text,
  ).toBe('REP-10001 has €175.00 left to pay. Ship it anyway?')
  const most = [
    { number: 'REP-1', due: 30 },
    { number: 'REP-2', due: 20 },
    { number: 'REP-3', due: 10 },
  ]
  expect(shippingQuestion({ count: 5, amount: 65, most, isLeast: false, withoutAddress: { count: 0, first: [] } })?.text).toBe(
    'REP-1 (€30.00), REP-2 (€20.00), REP-3 (€10.00) and 2 more have €65.00 left to pay. Ship them anyway?',
  )
  const withoutAddress = { count: 4, first: ['REP-1', 'REP-2', 'REP-3'] }
  expect(shippingQuestion({ count: 0, amount: 0, most: [], isLeast: false, withoutAddress })?.text).toBe(
    'REP-1, REP-2, REP-3 and 1 more have no return address. Ship anyway?',
  )
  expect(
    shippingQuestion({
      count: 1,
      amount: 175,
      most: [{ number: 'REP-1', due: 175 }],
      isLeast: false,
      withoutAddress: { count: 1, first: ['REP-1'] },
    })?.text,
  ).toBe('REP-1 has no return address. REP-1 has €175.00 left to pay. Ship it anyway?')
})

describe('a bank’s file', () => {
  it('that is refused says so beside the field, until another one is read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const preview = {
      fileName: 'good.csv',
      format: 'CSV',
      bank: null,
      account: null,
      accountNumber: null,
      currency: 'EUR',
      currencyFrom: 'file',
      days: null,
      leftOut: {},
      lines: [],
      outgoing: 1,
      foreign: 0,
    } satisfies BankPreview
    renderScreen(<BankFile mayWrite />, {
      'payments.bankAccounts': () => [],
      'payments.bankLines': () => ({ rows: [], nextCursor: null, total: 0, matching: 0 }),
      'payments.previewBank': ({ csv }) => {
        if (csv === 'bad') throw refusal('BAD_REQUEST', 'Row 5 is of a day that has not come yet.')
        return preview
      },
    })
    // Of a browser's files jsdom has all but their bytes.
    const file = (name: string, text: string) =>
      Object.assign(new File([text], name, { type: 'text/csv' }), {
        arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer),
      })
    const choose = async (chosen: File) => userEvent.upload(screen.getByLabelText(/Choose your bank/), chosen)
    await choose(file('bad.csv', 'bad'))
    expect((await screen.findByRole('alert')).textContent).toBe('bad.csv was not read. Row 5 is of a day that has not come yet.')
    await choose(file('good.csv', 'good'))
    expect(await screen.findByText(/Left out: 1 outgoing line/)).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
