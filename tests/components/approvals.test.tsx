import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { adminPaths } from '~/components/layouts/admin-nav'
import { navMarks } from '~/components/layouts/nav-marks'
import type { WaitingOffer } from '~/contracts/cases/offers'
import type { ListedApproval } from '~/contracts/billing/approvals'
import { ApprovalsMark } from '~/features/office/approvals/approvals-mark'
import { ApprovalsScreen } from '~/features/office/approvals/approvals-screen'
import { refusal, renderScreen } from './support/fake-api'
import { findToast } from './support/toasts'

const ID = '11111111-1111-4111-8111-111111111111'
const offer: WaitingOffer = {
  ...{ id: ID, version: 3, tradeInNumber: 'TRD-7', number: 2, device: { manufacturer: 'Bitmain', model: 'S21' }, total: 6000 },
  customer: { userId: ID, fullName: 'Ada', email: 'ada@example.com' },
  ...{ requestedAt: new Date(), requestedBy: 'first@example.com', isMine: false, isFromOwnNetwork: false, because: 'More than €5,000.00' },
  whyNot: null,
}

describe('the inbox of approvals', () => {
  it('approves an offer in two presses, and says that it counts for the store credit', async () => {
    const state = { rows: [offer] }
    const sent: unknown[] = []
    renderScreen(
      <>
        <ApprovalsMark />
        <ApprovalsScreen />
      </>,
      {
        'tradeIns.waitingOffers': () => ({ rows: state.rows }),
        'credit.requests': () => ({ rows: [], nextCursor: null }),
        'payments.refunds': () => ({ rows: [], nextCursor: null }),
        'invoices.requests': () => ({ rows: [], nextCursor: null }),
        'credit.releaseRequests': () => ({ rows: [], nextCursor: null }),
        'units.claims': () => [],
        'tradeIns.approveOffer': (input) => {
          sent.push(input)
          if (sent.length === 1) throw refusal('CONFLICT', 'Somebody has changed it meanwhile.')
          state.rows = []
          throw refusal('CONFLICT', 'Nobody has asked for the approval of this offer. Send it first.')
        },
      },
    )
    expect((await screen.findByRole('link', { name: 'TRD-7' })).getAttribute('href')).toBe('/admin/trade-ins/TRD-7')
    expect(screen.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe(`/admin/customers/${ID}`)
    await waitFor(() => expect(navMarks.get()[adminPaths.approvals]).toEqual({ count: 1, words: 'waits for your approval' }))
    const approve = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Approve €6,000.00 for TRD-7' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Approve €6,000.00 for TRD-7?' }))
      expect(dialog.getByText(/your approval counts for the store credit too, up to this amount/)).toBeDefined()
      await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
    }
    await approve()
    await findToast('alert', 'Failed to approve the offer', 'changed it meanwhile')
    await approve()
    expect(sent).toEqual([
      { id: ID, version: 3 },
      { id: ID, version: 3 },
    ])
    expect(await screen.findByText(/Nothing is waiting for approval/)).toBeDefined()
    await waitFor(() => expect(navMarks.get()[adminPaths.approvals]).toBeUndefined())
  })

  it('shows that it waits to whoever has asked for it, or may not approve it, and why', async () => {
    const others = {
      ...offer,
      id: '22222222-2222-4222-8222-222222222222',
      tradeInNumber: 'TRD-8',
      whyNot: 'You have been an administrator for less than 7 days.',
    }
    renderScreen(
      <>
        <ApprovalsMark />
        <ApprovalsScreen />
      </>,
      { 'tradeIns.waitingOffers': () => ({ rows: [{ ...offer, isMine: true, whyNot: 'Another must approve this.' }, others] }) },
      { scopes: ['tradeIns:read'] },
    )
    expect(await screen.findByText('Somebody else must approve it')).toBeDefined()
    expect(screen.getByText(/less than 7 days/)).toBeDefined()
    expect(screen.getAllByText('Waiting')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
    expect(navMarks.get()[adminPaths.approvals]).toBeUndefined()
  })

  it('has credit notes with amount, reason and who asked, payments to give back, and another account beside the one that counts', async () => {
    const none = { accountName: null, bankName: null, iban: null, bic: null, sortCode: null, accountNumber: null }
    const note: ListedApproval = {
      ...{
        id: ID,
        kind: 'credit_note',
        state: 'waiting',
        amount: 8000,
        reason: 'Damaged in transit',
        subjectId: ID,
        number: 'INV-2026-00042',
      },
      ...{ userId: ID, customerName: 'Ada', payee: null, because: 'More than €1,000.00', requestedBy: 'first@example.com' },
      ...{
        requestedAt: new Date(),
        isMine: false,
        isFromOwnNetwork: false,
        decidedBy: null,
        decidedAt: null,
        note: null,
        version: 1,
        whyNot: null,
      },
    }
    const other = { ...none, iban: 'GB33BUKB20201555555555' }
    const account: ListedApproval = {
      ...note,
      ...{ id: 'b', kind: 'payee', amount: null, reason: '', number: null, userId: null, customerName: null, because: null },
      payee: { from: none, to: other },
    }
    const release: ListedApproval = {
      ...note,
      id: 'c',
      kind: 'release',
      amount: 1500,
      number: 'ORD-9',
      reason: 'Payment of order ORD-9 taken back',
    }
    const sent: unknown[] = []
    renderScreen(
      <ApprovalsScreen />,
      {
        'invoices.requests': () => ({ rows: [note, account], nextCursor: null }),
        'credit.releaseRequests': () => ({ rows: [release], nextCursor: null }),
        'credit.requests': () => ({ rows: [], nextCursor: null }),
        'invoices.approve': (input) => {
          sent.push(input)
          throw refusal('CONFLICT', 'The invoice has been credited otherwise since this was asked for.')
        },
        'credit.refuseRelease': (input) => {
          sent.push(input)
          throw refusal('CONFLICT', 'This request has already been approved.')
        },
      },
      { scopes: ['invoices:write', 'credit:write'] },
    )
    expect(await screen.findByText('Damaged in transit')).toBeDefined()
    expect(screen.getAllByText(/Asked for by first@example.com/)).toHaveLength(3)
    expect(screen.getByText('IBAN GB33BUKB20201555555555')).toBeDefined()
    expect(screen.getByText('Payment of order ORD-9 taken back')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Approve €8,000.00 off INV-2026-00042' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }))
    await findToast('alert', 'Failed to approve it', 'credited otherwise')
    await userEvent.click(screen.getByRole('button', { name: 'Refuse €1,500.00 of ORD-9' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByRole('textbox'), 'Not agreed')
    await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }))
    await findToast('alert', 'Failed to refuse it', 'already been approved')
    // The entered note is still there.
    expect(dialog.getByRole<HTMLInputElement>('textbox').value).toBe('Not agreed')
    expect(sent).toEqual([
      { id: ID, version: 1 },
      { id: 'c', version: 1, note: 'Not agreed' },
    ])
  })
})
