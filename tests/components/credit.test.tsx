import { createHash } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { CreditPayment, CreditPayments } from '~/contracts/credit/credit-payments'
import type { CreditOutcome, ListedRequest } from '~/contracts/credit/requests'
import type { TradeInCredit as Credit } from '~/contracts/credit/trade-ins'
import type { TradeInStatus } from '~/contracts/statuses'
import { FIRST_HASH, hashedText, statementColumns } from '~/contracts/credit/statement-file'
import { AdjustCreditForm } from '~/features/credit/office/adjust-credit-form'
import { CreditRequests } from '~/features/credit/office/credit-requests'
import { LedgerCheck } from '~/features/credit/office/ledger-check'
import { TradeInCredit } from '~/features/credit/office/trade-in-credit'
import { AttentionList } from '~/features/office/dashboard/attention-list'
import { CheckStatement } from '~/features/credit/customer/check-statement'
import { OrderPayments } from '~/features/credit/customer/office-payments'
import { OwnOrderPayments, OwnRepairPayments, TradeInCreditNote } from '~/features/credit/customer/own-payments'
import type { RouterInputs } from '~/trpc/client'
import { enterText } from './support/enter-text'
import { refusal, renderScreen } from './support/fake-api'
import { findToast } from './support/toasts'

const ID = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'
const at = new Date('2026-03-02T10:00:00Z')
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const amountField = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Amount' })
const type = async (text: string) => {
  await userEvent.clear(amountField())
  await enterText(amountField(), text)
}

describe('adding to store credit, or taking from it', () => {
  const show = (answer: () => CreditOutcome) => {
    const sent: { adjust: RouterInputs['credit']['adjust'][]; refund: RouterInputs['credit']['issueRefund'][] } = { adjust: [], refund: [] }
    const onClose = vi.fn()
    renderScreen(<AdjustCreditForm userId={ID} who="ada@example.com" onClose={onClose} />, {
      'credit.adjust': (input) => {
        sent.adjust.push(input)
        return answer()
      },
      'credit.issueRefund': (input) => {
        sent.refund.push(input)
        return answer()
      },
    })
    return { sent, onClose }
  }
  const reason = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' })

  it('takes an amount away that is below 0, and keeps what was typed where less is there', async () => {
    let refuse = true
    const { sent, onClose } = show(() => {
      if (refuse) throw refusal('BAD_REQUEST', 'Too much', { amount: ['There is €3.00 of store credit to spend, not €12.50.'] })
      return { state: 'applied', request: null, balance: 0.5 }
    })
    await type('0')
    await enterText(reason(), 'Counted twice')
    await press('Save adjustment')
    expect(await screen.findByText('Enter an amount other than 0')).toBeDefined()
    await type('-12.5')
    await press('Save adjustment')
    expect(await screen.findByText(/There is €3.00 of store credit to spend/)).toBeDefined()
    expect([amountField().value, reason().value, onClose.mock.calls.length]).toEqual(['-12.50', 'Counted twice', 0])
    refuse = false
    await press('Save adjustment')
    await findToast('status', 'Store credit is now €0.50')
    expect(sent.adjust.map(({ userId, amount }) => [userId, amount])).toEqual([
      [ID, -12.5],
      [ID, -12.5],
    ])
    // The refused one did nothing: the next is another.
    expect(sent.adjust[0]?.idempotencyKey).not.toBe(sent.adjust[1]?.idempotencyKey)
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('says what a refund brings with its bonus, and that it waits above the limit', async () => {
    const { sent } = show(() => ({ state: 'waiting', request: null, balance: 0 }))
    await userEvent.click(screen.getByRole('radio', { name: /Refund/ }))
    await type('1999.99')
    expect(screen.getByText('Issues €2,099.99 of store credit')).toBeDefined()
    await enterText(reason(), 'RMA-7')
    await press('Issue refund credit')
    await findToast('status', 'Waits for a second administrator')
    expect(sent).toMatchObject({ adjust: [], refund: [{ amount: 1999.99, reason: 'RMA-7' }] })
  })
})

describe('what waits for a second administrator', () => {
  const request: ListedRequest = {
    ...{ id: ID, userId: ID, email: 'ada@example.com', kind: 'adjustment', amount: 1500, reason: 'Goodwill', causeNoun: 'adjustment' },
    ...{ causeId: 'x', causeNumber: null, state: 'waiting', requestedBy: ID, requestedByEmail: 'first@example.com', requestedAt: at },
    ...{ isMine: false, isFromOwnNetwork: true, because: '€1,500.00 by one administrator in 24 hours, which is more than €1,000.00' },
    ...{ decidedByEmail: null, decidedAt: null, note: null, createdAt: at, version: 4, customerName: 'Ada', whyNot: null },
  }

  it('is not approved by the first, and is gone once it is decided', async () => {
    const state = { rows: [request], isFirst: true }
    renderScreen(<CreditRequests />, {
      'credit.requests': (input) => ({ rows: input?.state === 'waiting' ? state.rows : [], nextCursor: null }),
      'credit.approve': (input) => {
        expect(input).toEqual({ id: ID, version: 4 })
        if (state.isFirst) throw refusal('FORBIDDEN', 'Another administrator than the one who has asked for it must approve this.')
        state.rows = []
        return { state: 'applied', request: null, balance: 1500 }
      },
    })
    expect(await screen.findByText(/Asked for by first@example.com/)).toBeDefined()
    await press('Approve €1,500.00 for ada@example.com')
    const asked = within(await screen.findByRole('dialog', { name: 'Approve €1,500.00 for ada@example.com?' }))
    expect(asked.getByText(/Added to the store credit of ada@example.com: €1,500.00. Adjustment: Goodwill/)).toBeDefined()
    expect(asked.getByText(/asked for from your own network/)).toBeDefined()
    expect(asked.getByText(/by one administrator in 24 hours/)).toBeDefined()
    await userEvent.click(asked.getByRole('button', { name: 'Approve' }))
    await findToast('alert', 'Failed to approve store credit', 'Another administrator')
    expect(screen.getByText(/Asked for by first@example.com/)).toBeDefined()
    state.isFirst = false
    await press('Approve €1,500.00 for ada@example.com')
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }))
    await findToast('status', 'Store credit approved')
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Waiting for a second administrator' })).toBeNull())
  })
})

describe('refusing it', () => {
  it('wants a reason, keeps it when that fails, and offers no approval of one’s own', async () => {
    const sent: RouterInputs['credit']['refuse'][] = []
    const state: { fails: boolean; refused: ListedRequest[] } = { fails: true, refused: [] }
    const mine: ListedRequest = {
      ...{ id: ID, userId: ID, email: 'ada@example.com', kind: 'adjustment', amount: -1500, reason: 'Goodwill', causeNoun: 'adjustment' },
      ...{ causeId: 'x', causeNumber: null, state: 'waiting', requestedBy: ID, requestedByEmail: 'me@example.com', requestedAt: at },
      ...{
        isMine: true,
        isFromOwnNetwork: true,
        because: null,
        decidedByEmail: null,
        decidedAt: null,
        note: null,
        createdAt: at,
        version: 4,
        customerName: 'Ada',
        whyNot: 'Another administrator than the one who has asked for it must approve this.',
      },
    }
    renderScreen(<CreditRequests />, {
      'credit.requests': (input) => ({ rows: input?.state === 'refused' ? state.refused : [mine], nextCursor: null }),
      'credit.refuse': (input) => {
        sent.push(input)
        if (state.fails) throw refusal('CONFLICT', 'This request has already been approved.')
        state.refused = [
          { ...mine, state: 'refused', decidedAt: new Date(), decidedByEmail: 'other@example.com', note: input.note ?? null },
        ]
        return { state: 'waiting', request: null, balance: 0 }
      },
    })
    expect(await screen.findByText('Somebody else must approve it')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
    await press('Refuse −€1,500.00 for ada@example.com')
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse −€1,500.00 for ada@example.com?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }))
    expect(await dialog.findByText('Say why')).toBeDefined()
    const reason = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Reason' })
    await enterText(reason, 'Not our fault')
    await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }))
    await findToast('alert', 'Failed to refuse store credit', 'already been approved')
    expect(reason.value).toBe('Not our fault')
    state.fails = false
    await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }))
    await findToast('status', 'Store credit refused')
    expect(sent.at(-1)).toEqual({ id: ID, version: 4, note: 'Not our fault' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('Refused by other@example.com: Not our fault')).toBeDefined()
  })
})

describe('the check of the ledger', () => {
  it('goes through all parts, and names the first wrong entry of each account', async () => {
    const asked: unknown[] = []
    const fault = {
      accountId: ID,
      email: 'eve@example.com',
      number: 3,
      entryId: null,
      fault: 'missing',
      message: 'Entry 3 is missing.',
    } as const
    renderScreen(<LedgerCheck />, {
      'credit.verify': (input) => {
        asked.push(input)
        return input?.after === undefined
          ? { accounts: 200, entries: 1000, faults: [], nextAfter: ID }
          : { accounts: 1, entries: 3, faults: [fault], nextAfter: null }
      },
    })
    await press('Check all accounts')
    const list = await screen.findByRole('list', { name: 'Accounts that differ' })
    expect(list.textContent).toContain('entry 3 is the first that is wrong')
    expect(within(list).getByRole('link', { name: 'eve@example.com' }).getAttribute('href')).toBe('/admin/credit?search=eve%40example.com')
    expect(asked).toEqual([{}, { after: ID }])
  })
})

describe('checking a statement', () => {
  const entryOf = (number: number, amount: string, previousHash: string) => {
    const entry = {
      ...({ number, at: `2026-03-0${number}T10:00:00.000Z`, kind: 'adjust', debit: 'adjusted', credit: 'available', amount } as const),
      ...{ reason: 'Goodwill', causeNoun: 'adjustment', causeId: 'x', lotId: ID, accountId: ID, seal: 's', previousHash },
    }
    return { ...entry, hash: createHash('sha256').update(hashedText(entry)).digest('hex') }
  }
  type Entry = ReturnType<typeof entryOf>
  const first = entryOf(1, '10.00', FIRST_HASH)
  const second = entryOf(2, '20.00', first.hash)
  const third = entryOf(3, '30.00', second.hash)
  const cells = (entry: Entry) =>
    [
      ...[entry.number, entry.at, entry.kind, entry.debit, entry.credit, entry.amount, entry.reason, entry.reason],
      ...[entry.causeNoun, entry.causeId, entry.lotId, entry.accountId, entry.seal, entry.previousHash, entry.hash],
    ].join(',')
  /** jsdom's files have no `text`. */
  const fileOf = (text: string) =>
    Object.assign(new File([text], 'statement.csv', { type: 'text/csv' }), { text: () => Promise.resolve(text) })
  const statementOf = (...entries: Entry[]) => fileOf(`\ufeff${[statementColumns.join(','), ...entries.map(cells)].join('\r\n')}`)

  it.each([
    ['whole', statementOf(first, second, third), /All 3 entries are whole and in order, and come to €60.00 available and €0.00 held/],
    ['whole but for what has no fingerprint', statementOf(first), /The column “cause” only says it in words, and is not proven/],
    ['changed', statementOf(first, { ...second, amount: '99.00' }, third), /Entry 2 is not as it was written/],
    ['with an entry left out', statementOf(first, third), /Entry 2 is missing/],
    ['with entries put in', statementOf(first, entryOf(2, '5.00', FIRST_HASH), third), /Entry 2 does not follow from the one before it/],
    ['no statement', fileOf('a,b\r\n1,2'), /This is not a statement from this page/],
  ])('says what it proves of one that is %s', async (_, file, words) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    renderScreen(<CheckStatement />, {})
    await userEvent.upload(screen.getByLabelText('Statement as CSV'), file)
    expect(await screen.findByText(words)).toBeDefined()
  })
})

const payment = (more: Partial<CreditPayment>): CreditPayment => ({
  ...{
    id: ID,
    noun: 'repairs',
    nounId: ID,
    amount: 60,
    held: 60,
    captured: 0,
    state: 'held',
    tradeInId: null,
    tradeInNumber: null,
    isReleaseAsked: false,
    createdAt: at,
  },
  ...more,
})
const payable: CreditPayments = {
  ...{ cost: 150, held: 0, captured: 0, pending: 0, left: 150, available: 60.5, expected: [], unpayable: null, payments: [] },
}

describe('paying a repair', () => {
  it('offers what is there or what is left, the smaller, and keeps another amount that is refused', async () => {
    const state = { now: { ...payable, expected: [{ tradeInId: ID, tradeInNumber: 'TRD-1', amount: 300 }] } }
    const sent: RouterInputs['credit']['payRepair'][] = []
    renderScreen(<OwnRepairPayments repairId={ID} />, {
      'credit.repair': () => state.now,
      'credit.payRepair': (input) => {
        sent.push(input)
        if (Number(input.amount) > 60.5 && input.tradeInId === undefined)
          throw refusal('BAD_REQUEST', 'Too much', { amount: ['There is €60.50 of store credit to spend, not €61.00.'] })
        state.now = { ...state.now, held: 40, left: 110, available: 20.5, payments: [payment({ amount: 40, held: 40 })] }
        return state.now
      },
    })
    await waitFor(() => expect(amountField().value).toBe('60.50'))
    await userEvent.click(screen.getByRole('radio', { name: /Trade-in TRD-1/ }))
    await waitFor(() => expect(amountField().value).toBe('150.00'))
    await userEvent.click(screen.getByRole('radio', { name: /Store credit/ }))
    await type('61')
    await press('Pay with store credit')
    expect(await screen.findByText(/There is €60.50 of store credit to spend, not/)).toBeDefined()
    expect(amountField().value).toBe('61.00')
    await type('40')
    await press('Pay with store credit')
    expect(await screen.findByText('€40.00 held')).toBeDefined()
    await waitFor(() => expect(amountField().value).toBe('20.50'))
    await userEvent.click(screen.getByRole('radio', { name: /Trade-in TRD-1/ }))
    await press('Pay with store credit')
    await waitFor(() =>
      expect(sent.map(({ amount, tradeInId }) => [amount, tradeInId])).toEqual([
        [61, undefined],
        [40, undefined],
        [110, ID],
      ]),
    )
  })

  it('is left out where money has paid all of it', async () => {
    const { container } = renderScreen(<OwnRepairPayments repairId={ID} />, { 'credit.repair': () => ({ ...payable, left: 0 }) })
    expect(container.querySelector('div, section')).not.toBeNull()
    await vi.waitFor(() => expect(container.querySelector('div, section')).toBeNull())
  })

  it('pays an order of one’s own, and is taken back only until the order is prepared', async () => {
    const sent: RouterInputs['credit']['payOwnOrder'][] = []
    const onChanged = vi.fn(() => Promise.resolve())
    const held = { ...payable, held: 60, payments: [payment({})] }
    const show = (isOpen: boolean) =>
      renderScreen(<OwnOrderPayments orderId={ID} payments={held} isOpen={isOpen} onChanged={onChanged} />, {
        'credit.payOwnOrder': (input) => {
          sent.push(input)
          return held
        },
        'credit.cancelPayment': () => payable,
      })
    const { unmount } = show(true)
    await type('20')
    await press('Pay with store credit')
    await waitFor(() => expect(sent).toMatchObject([{ orderId: ID, amount: 20 }]))
    await press(/Take back the payment/)
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(2))
    unmount()
    show(false)
    expect(screen.queryByRole('button', { name: /Take back the payment/ })).toBeNull()
  })

  it('keeps the focus beside the answer when its button goes', async () => {
    let isHeld = true
    renderScreen(<OwnRepairPayments repairId={ID} />, {
      'credit.repair': () => (isHeld ? { ...payable, held: 60, payments: [payment({})] } : payable),
      'credit.cancelPayment': () => {
        isHeld = false
        return payable
      },
    })
    await screen.findByText('€60.00 held')
    await press('Take back the payment of €60.00')
    await waitFor(() => expect(screen.queryByText('€60.00 held')).toBeNull())
    expect(document.activeElement?.textContent).toContain('Left to pay')
    expect(document.activeElement).not.toBe(document.body)
  })

  it('is taken back while it is held, and not once it is used', async () => {
    const cancelled: string[] = []
    const used = payment({ id: 'used', state: 'captured', held: 0, captured: 30, amount: 30 })
    renderScreen(<OwnRepairPayments repairId={ID} />, {
      'credit.repair': () => ({ ...payable, held: 60, captured: 30, left: 60, payments: [payment({}), used] }),
      'credit.cancelPayment': ({ paymentId }) => {
        cancelled.push(paymentId)
        return payable
      },
    })
    expect(await screen.findByText('€30.00 paid')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Give back the payment of €30.00' })).toBeNull()
    await press('Take back the payment of €60.00')
    await findToast('status', 'The payment of €60.00 was cancelled')
    expect(cancelled).toEqual([ID])
  })
})

describe('applying credit to an order', () => {
  it('is one press, and taking back what was used is asked for', async () => {
    const state = { now: { ...payable, cost: 70, left: 70 } }
    const released: string[] = []
    renderScreen(<OrderPayments id={ID} />, {
      'credit.payments': () => state.now,
      'credit.payOrder': ({ orderId, amount }) => {
        expect([orderId, amount]).toEqual([ID, 60.5])
        const captured = payment({ noun: 'orders', amount: 60.5, held: 0, captured: 60.5, state: 'captured' })
        return (state.now = { ...state.now, captured: 60.5, left: 9.5, available: 0, payments: [captured] })
      },
      'credit.release': ({ paymentId }) => {
        released.push(paymentId)
        return (state.now = { ...payable, cost: 70, left: 70 })
      },
    })
    await screen.findByRole('button', { name: 'Apply credit' })
    await press('Apply credit')
    await findToast('status', '€60.50 of store credit applied')
    expect(await screen.findByText('The customer has no store credit to spend.')).toBeDefined()
    await press('Give back the payment of €60.50')
    expect(released).toEqual([])
    await press('Give back')
    await waitFor(() => expect(released).toEqual([ID]))
  })

  it.each([
    ['platform', /checkout of the shop platform/],
    ['customer', /This order has no customer/],
    ['cancelled', /This order is cancelled/],
  ] as const)('is not offered where it cannot be: %s', async (unpayable, words) => {
    renderScreen(<OrderPayments id={ID} />, { 'credit.payments': () => ({ ...payable, unpayable }) })
    expect(await screen.findByText(words)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Apply credit' })).toBeNull()
  })
})

describe('the page of a trade-in', () => {
  const nothing: Credit = {
    issued: 0,
    takenBack: 0,
    unspent: 0,
    waiting: null,
    refused: null,
    missing: null,
    unagreed: null,
    difference: 0,
  }
  const tradeInOf = (status: TradeInStatus) => ({
    id: ID,
    status,
    tradeInNumber: 'TRD-7',
    customer: { email: 'ada@example.com', fullName: 'Ada' },
    finalValue: 70,
  })
  it.each([
    ['completed', { ...nothing, missing: 'customer' }, /the trade-in has no customer/],
    ['completed', { ...nothing, missing: 'value' }, /the trade-in has no final value/],
    ['approved', { ...nothing, issued: 300, takenBack: 180 }, /€120.00 of its store credit was spent or held already and stays/],
    ['approved', { ...nothing, issued: 300, takenBack: 300 }, /Setting this trade-in to completed issues/],
    ['completed', nothing, /an administrator has decided so/],
  ] as const)('says what became of its credit: %s, %o', async (status, credit, words) => {
    renderScreen(<TradeInCredit tradeIn={tradeInOf(status)} />, { 'credit.tradeIn': () => credit })
    expect(await screen.findByText(words)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Issue store credit' })).toBeNull()
  })

  it('issues what was completed elsewhere', async () => {
    const state = { credit: { ...nothing, missing: 'decision' } as Credit }
    renderScreen(<TradeInCredit tradeIn={tradeInOf('completed')} />, {
      'credit.tradeIn': () => state.credit,
      'credit.issueFor': () => {
        state.credit = { ...nothing, issued: 70, unspent: 70 }
        return { ...state.credit, notices: ['€70.00 of store credit was issued.'] }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Issue store credit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Issue €70.00 for ada@example.com?' }))
    expect(dialog.getByText(/Trade-in TRD-7 brings €70.00 for ada@example.com/)).toBeDefined()
    await userEvent.click(dialog.getByRole('button', { name: 'Issue' }))
    await findToast('status', '€70.00 of store credit was issued.')
    expect(await screen.findByText('Not spent yet')).toBeDefined()
  })

  it('brings none only with a reason', async () => {
    const sent: RouterInputs['credit']['declineFor'][] = []
    renderScreen(<TradeInCredit tradeIn={tradeInOf('completed')} />, {
      'credit.tradeIn': () => ({ ...nothing, missing: 'decision' }),
      'credit.declineFor': (input) => {
        sent.push(input)
        return nothing
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'No credit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'No credit for TRD-7?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'No credit' }))
    expect(await dialog.findByText('Say why')).toBeDefined()
    expect(sent).toEqual([])
    await enterText(dialog.getByRole('textbox', { name: 'Reason' }), 'Paid in cash')
    await userEvent.click(dialog.getByRole('button', { name: 'No credit' }))
    await findToast('status', 'This trade-in brings no store credit')
    expect(sent).toEqual([{ tradeInId: ID, note: 'Paid in cash' }])
  })
})

describe('the dashboard', () => {
  it('leads from what store credit wants to where it is worked', async () => {
    renderScreen(<AttentionList />, {
      'dashboard.credit': () => ({ differences: 1, checkedAt: at, waiting: 2, undecided: 3 }),
      'dashboard.attention': () => [],
      'dashboard.stalePages': () => [],
      'outbox.failed': () => ({ total: 0, rows: [] }),
    })
    const link = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await link(/1 account of store credit differs/)).toBe('/admin/credit#ledger')
    expect(await link(/waits for an approval.*2 amounts/)).toBe('/admin/credit#approvals')
    expect(await link(/3 completed trade-ins have no store credit/)).toBe('/admin/credit#undecided')
  })
})

describe('the store credit that a trade-in has brought', () => {
  const show = (isSignedIn: boolean) => renderScreen(<TradeInCreditNote amount={475} href="/account/credit" isSignedIn={isSignedIn} />, {})
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

  it('is in the account of whoever is signed in, with where to spend it and how to pay the rest', () => {
    show(true)
    expect(screen.getByRole('heading', { name: 'Your store credit' })).toBeTruthy()
    expect(screen.getByText('€475.00')).toBeTruthy()
    expect(screen.getByText('It was added to your account.')).toBeTruthy()
    expect(hrefOf('Open your store credit')).toBe('/account/credit')
    expect(screen.getByText(/^A repair: open the repair in your account and press ‘Pay with store credit’/)).toBeTruthy()
    expect(screen.getByText(/^An order: /)).toBeTruthy()
    expect(screen.getByText('It may pay a part. What it does not cover you pay by card or bank transfer.')).toBeTruthy()
  })

  it('tells somebody with a link which account holds it, and how to get in for the first time', () => {
    show(false)
    expect(screen.getByText(/in the account with the email address that we write to\. .*choose a password for it there/)).toBeTruthy()
    expect(screen.queryByText('It was added to your account.')).toBeNull()
    expect(hrefOf('Sign in to your store credit')).toBe('/account/credit')
    expect(hrefOf('View products')).toBe('/products')
  })
})
