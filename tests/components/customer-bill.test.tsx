import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { CustomerBill } from '~/contracts/billing/bill'
import type { Buyer } from '~/contracts/billing/buyers'
import type { PaymentRow } from '~/contracts/billing/receipts'
import { BillCard } from '~/features/billing/customer/bill-card'
import { ID, payment, unpaid } from './support/bills'
import { refusal, renderScreen } from './support/fake-api'

/** A customer's own bill: what is left to pay, the ways to pay it, and what they hear once they have. */

const PAGES = ['7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d21', '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d22'] as const
const transfer = {
  ...{ accountName: 'The Shop Ltd', bankName: null, iban: 'GB33BUKB20201555555555', bic: null, sortCode: null, accountNumber: null },
  reference: 'INV-2026-00007',
}
const bill: CustomerBill = { ...unpaid, wantsAddress: false }
const card = (more: Partial<CustomerBill> = {}, onChanged = vi.fn()) => (
  <BillCard bill={{ ...bill, ...more }} payable={{ repairId: ID }} buyer="own" onChanged={onChanged} />
)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('a bill that is not paid', () => {
  it('says how to pay by transfer where no cards are taken, and whom to ask where nothing is configured', async () => {
    const { unmount } = renderScreen(card(), { 'payments.ways': () => ({ card: false, transfer, amount: 175 }) })
    expect(await screen.findByText('GB33BUKB20201555555555')).toBeDefined()
    expect(screen.getAllByText('INV-2026-00007')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    unmount()
    renderScreen(card(), { 'payments.ways': () => ({ card: false, transfer: null, amount: 175 }) })
    expect(await screen.findByText(/To pay, please write to us or call us/)).toBeDefined()
  })

  it('asks for nothing, and shows no account to pay to, while the work goes on', () => {
    const pay: CustomerBill['pay'] = { ...bill.pay, noun: 'repairs', status: 'repairing', isBilled: false, hasBill: false, dueOn: null }
    renderScreen(card({ pay, dueNow: 0, invoices: [], billed: 0, dueOn: null }), {
      'payments.ways': () => ({ card: true, transfer, amount: 175 }),
    })
    expect(screen.getByText('You pay €175.00 when the work is done.')).toBeDefined()
    expect(screen.getByText('To pay when the work is done')).toBeDefined()
    expect(screen.queryByText('Left to pay')).toBeNull()
    expect(screen.queryByText(/IBAN|How to pay/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  it('shows what was billed, credited and stands on account', () => {
    const pay = { ...bill.pay, due: 0, onAccount: 25 }
    renderScreen(card({ pay, credited: 25, paid: 175, onAccount: 25, due: 0, dueNow: 0 }), {})
    const shown = screen.getAllByRole('term').map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)
    expect(shown).toEqual([
      'Cost €175.00',
      'Billed €175.00',
      'Credited €25.00',
      'Paid €175.00',
      'Of that on account €25.00',
      'Left to pay €0.00',
    ])
    expect(screen.getByText('Nothing is left to pay. €25.00 of yours is on account with us.')).toBeDefined()
  })

  it('asks for the deposit first, and says why no page to pay on opens', async () => {
    const asked: unknown[] = []
    renderScreen(card({ depositDue: 52.5 }), {
      'payments.ways': () => ({ card: true, transfer, amount: 52.5 }),
      'payments.start': (input) => {
        asked.push(input)
        throw refusal('CONFLICT', 'A payment of this is under way already. Your bank may take some days for it.')
      },
    })
    await screen.findByRole('button', { name: 'Pay the deposit of €52.50' })
    await press('Pay the deposit of €52.50')
    expect(await screen.findByText(/A payment of this is under way already/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Pay the deposit of €52.50' }).hasAttribute('disabled')).toBe(false)
    expect(asked).toEqual([{ repairId: ID }])
  })

  it('asks for the billing address that its invoice waits for, and keeps what was typed where saving fails', async () => {
    const buyer: Buyer = {
      ...{ userId: ID, email: 'ada@example.com', isBusiness: false, fullName: 'Ada Lovelace', company: null, billingAddress: null },
      ...{ postalAddress: null, country: 'GB', vatNumber: null, vatNumberState: 'unchecked', termsDays: null, version: 0 },
    }
    const onChanged = vi.fn()
    const sent: unknown[] = []
    renderScreen(card({ wantsAddress: true }, onChanged), {
      'invoices.ownBuyer': () => buyer,
      'invoices.saveOwnBuyer': (input) => {
        sent.push(input)
        if (sent.length === 1) throw refusal('CONFLICT', 'Somebody else has changed it.')
        return { ...buyer, billingAddress: '1 High Street', version: 1 }
      },
    })
    const address = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Billing address/ })
    // It is paid once it is known whom the invoice names.
    expect(screen.queryByText(/To pay|^Pay/)).toBeNull()
    await userEvent.type(address, '1 High Street')
    await press('Save billing details')
    expect(await screen.findByText('Somebody else has changed it.')).toBeDefined()
    expect(address.value).toBe('1 High Street')
    await press('Save billing details')
    await vi.waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
    expect(sent[1]).toMatchObject({ billingAddress: '1 High Street', fullName: 'Ada Lovelace' })
  })
})

describe('whoever comes back from paying', () => {
  const deposit: PaymentRow = { ...payment, method: 'stripe', amount: 60, checkoutId: PAGES[0], createdAt: new Date() }
  const ways = { 'payments.ways': () => ({ card: true, transfer: null, amount: 115 }) }
  const from = (page: string) => ({ pathname: '/track/[token]', query: { token: 'x', paid: page } })

  it('is thanked once the payment on that page is here, whatever was paid just before', () => {
    const { unmount } = renderScreen(card({ payments: [deposit], due: 115 }), ways, from(PAGES[1]))
    expect(screen.getByRole('status').textContent).toContain('We are confirming your payment. You need not pay again.')
    unmount()
    renderScreen(card({ payments: [deposit], due: 115 }), ways, from(PAGES[0]))
    expect(screen.getByRole('status').textContent).toBe('Thank you. We have your payment.')
  })

  it('sees what was paid and what goes back', () => {
    const refund = {
      ...{ id: ID, paymentId: ID, amount: 40, reason: 'One board was good', state: 'done' as const, isOwn: false },
      ...{ requestedBy: null, requestedAt: new Date(), decidedBy: null, decidedAt: null, decisionNote: null, failure: null, because: null },
      version: 1,
    }
    renderScreen(card({ payments: [{ ...deposit, refunds: [refund] }], due: 0, paid: 20 }), {})
    const payments = within(screen.getByRole('list', { name: 'Payments' }))
    expect(payments.getByText('€40.00 was paid back')).toBeDefined()
    expect(payments.getByText('€60.00')).toBeDefined()
  })
})
