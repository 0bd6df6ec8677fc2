import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CreditTransfer } from '~/contracts/credit/transfers'
import { ShopTransfers } from '~/features/credit/customer/shop-transfers'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const moved = (fields: Partial<CreditTransfer> = {}): CreditTransfer => ({
  id: 'one',
  direction: 'out',
  amount: 30,
  takenBack: 0,
  expiresAt: null,
  state: 'done',
  carrier: 'account',
  failure: null,
  ofId: null,
  createdAt: new Date('2026-11-20T12:00:00Z'),
  endedAt: null,
  ...fields,
})

/** A shop that keeps what was moved, as the server does. */
function show(rows: CreditTransfer[], api: FakeApi = {}, isOffered = true) {
  const held = [...rows]
  renderScreen(<ShopTransfers balance={50} />, {
    'credit.transfers': () => ({ isOffered, rows: [...held] }),
    ...api,
  })
  return { keep: (...more: CreditTransfer[]) => held.unshift(...more) }
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

describe('store credit in the shop', () => {
  it('is not offered where the shop takes none', async () => {
    const transfers = vi.fn(() => ({ isOffered: false, rows: [] }))
    show([], { 'credit.transfers': transfers })
    await waitFor(() => expect(transfers).toHaveBeenCalled())
    expect(screen.queryByText('In the shop')).toBeNull()
  })

  it('asks for an amount, keeps it when it is refused, and says where it is when it is moved', async () => {
    const keys: (string | undefined)[] = []
    let isRefused = true
    const shown = show([], {
      'credit.useInShop': ({ amount, idempotencyKey }) => {
        keys.push(idempotencyKey)
        if (isRefused) {
          isRefused = false
          throw refusal('BAD_REQUEST', 'There is €50.00 to spend.', { amount: ['There is €50.00 to spend.'] })
        }
        const rows = [
          moved({ id: 'a', amount: 20, expiresAt: new Date('2028-11-20T12:00:00Z') }),
          moved({ id: 'b', amount: Number(amount) - 20, state: 'unknown' }),
        ]
        shown.keep(...rows)
        return rows
      },
    })
    await press('Use in the shop')
    const dialog = await screen.findByRole('dialog', { name: 'Use in the shop' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move to the shop' }))
    expect(await within(dialog).findByText('Enter an amount')).toBeTruthy()
    await userEvent.type(within(dialog).getByLabelText('Amount'), '50')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move to the shop' }))
    expect(await within(dialog).findByText('There is €50.00 to spend.')).toBeTruthy()
    expect(within(dialog).getByLabelText<HTMLInputElement>('Amount').value).toBe('50.00')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move to the shop' }))
    expect(await screen.findByText('€20.00 is in your account at the shop')).toBeTruthy()
    expect(screen.getByText('€30.00 is being checked')).toBeTruthy()
    // Said as it changes, and two of them are a list of two.
    const said = within(dialog.ownerDocument.body)
      .getAllByRole('status')
      .find((each) => each.textContent.includes('being checked'))
    expect(said && within(said).getAllByRole('listitem')).toHaveLength(2)
    // A refused try did nothing, so the next one is another.
    expect(new Set(keys).size).toBe(2)
    await press('Done')
    // Nothing more is moved while something is being checked.
    expect(await screen.findByText('Being checked')).toBeTruthy()
    const use = screen.getByRole('button', { name: 'Use in the shop' })
    expect(use.getAttribute('aria-disabled')).toBe('true')
    // Whoever uses the keyboard goes on where they were.
    await waitFor(() => expect(document.activeElement).toBe(use))
    await userEvent.click(use)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull()
  })

  it('says why nothing was moved', async () => {
    show([moved({ state: 'refused', failure: 'unreachable' })])
    expect(await screen.findByText('Not moved')).toBeTruthy()
    expect(screen.getByText(/The shop does not answer right now. Nothing was moved/)).toBeTruthy()
  })

  it('comes back after a question, and what the shop has kept is said', async () => {
    const takeBack = vi.fn(() => [moved({ id: 'two', direction: 'back', ofId: 'one', amount: 12.5 })])
    show([moved(), moved({ id: 'over', expiresAt: new Date(0) }), moved({ id: 'back', state: 'taken_back', takenBack: 30 })], {
      'credit.takeBack': takeBack,
    })
    await press('Take back €30.00')
    const dialog = await screen.findByRole('dialog', { name: 'Take back store credit?' })
    expect(takeBack).not.toHaveBeenCalled()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take back' }))
    expect(await findToast('status', '€12.50 can be spent here again.')).toBeTruthy()
    expect(takeBack).toHaveBeenCalledWith(expect.objectContaining({ transferId: 'one' }))
  })

  it('says as a failure that nothing came back', async () => {
    show([moved()], {
      'credit.takeBack': () => [moved({ id: 'two', direction: 'back', ofId: 'one', state: 'refused', failure: 'insufficient' })],
    })
    await press('Take back €30.00')
    const dialog = await screen.findByRole('dialog', { name: 'Take back store credit?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take back' }))
    expect(await findToast('alert', 'Store credit was not taken back', 'Nothing of it is left at the shop.')).toBeTruthy()
  })

  it('shows the code of a gift card only when it is asked for', async () => {
    const giftCardCode = vi.fn(() => ({ code: 'ABCDEFGHJKLMNPQR' }))
    show([moved({ carrier: 'gift_card' })], { 'credit.giftCardCode': giftCardCode })
    await press('Show the code of the gift card of €30.00')
    const dialog = await screen.findByRole('dialog', { name: 'Gift card of €30.00' })
    expect(giftCardCode).not.toHaveBeenCalled()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Show code' }))
    expect((await within(dialog).findByText('ABCDEFGHJKLMNPQR')).closest('[aria-live="polite"]')).not.toBeNull()
    expect(document.activeElement?.textContent).toBe('Close')
  })
})
