import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { adminPaths } from '~/components/layouts/admin-nav'
import { navMarks } from '~/components/layouts/nav-marks'
import type { WaitingOffer } from '~/contracts/cases/offers'
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
})
