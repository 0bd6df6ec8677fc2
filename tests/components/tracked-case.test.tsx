import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { TradeInFacts } from '~/contracts/cases/progress/progress'
import type { AnswerFields, AnswersTogether, PublicEstimate, PublicOffer, TrackedCase } from '~/contracts/cases/tracking'
import { CaseScreen } from '~/features/cases/customer/tracking/case-screen'
import { refusal, renderScreen } from './support/fake-api'

const offer: PublicOffer = {
  kind: 'offer',
  number: 1,
  state: 'sent',
  total: 475,
  sentAt: new Date('2026-11-18T10:00:00Z'),
  expiresAt: new Date('2026-12-02T10:00:00Z'),
  answeredAt: null,
  answerVia: null,
  message: null,
  takeBackUntil: null,
  grade: 'good',
  baseValue: 500,
  deductions: [{ label: 'Fan replacement', explanation: 'A fan is worn.', kind: 'fixed', amount: 25 }],
  checks: [{ item: 'fans', result: 'fault', note: 'One fan stands still' }],
  overrideReason: null,
}
const picture = { id: '1', name: 'fan.jpg', checkItem: 'fans', createdAt: new Date(0), address: '/full', thumbnailAddress: '/small' }
const facts: TradeInFacts = {
  noun: 'tradeIns',
  status: 'evaluated',
  asked: new Date('2026-11-15T10:00:00Z'),
  sent: null,
  isHere: true,
  arrived: new Date('2026-11-16T10:00:00Z'),
  quote: { state: 'sent', total: 475, expires: new Date('2026-12-02T10:00:00Z'), answered: null },
  done: null,
  reached: {},
  hasParcelBack: false,
  passed: null,
  withdrawn: null,
  hasAddress: true,
  value: 475,
  isAgreed: true,
  credited: null,
}
type TrackedTradeIn = Extract<TrackedCase, { noun: 'tradeIns' }>
const tracked: TrackedTradeIn = {
  noun: 'tradeIns',
  number: 'TRD-10001',
  status: 'evaluated',
  device: 'Bitmain Antminer S19',
  serialNumber: null,
  passedAt: null,
  createdAt: new Date('2026-11-15T10:00:00Z'),
  problem: null,
  isClosed: false,
  isOnlineRequest: false,
  hasArrived: true,
  sendTo: null,
  sentIn: null,
  carrier: null,
  trackingNumber: null,
  returnAddress: null,
  mayChangeAddress: false,
  pictures: [picture],
  uploadAddress: '/api/customer-files?token=t',
  documents: [{ kind: 'offer', label: 'Offer 1', address: '/offer' }],
  events: [{ id: 'opened', at: new Date('2026-11-15T10:00:00Z'), kind: 'opened' }],
  quotes: [offer],
  linked: null,
  request: null,
  facts,
  quotedGrade: 'excellent',
  quotedValue: 640,
  keptUntil: null,
  finalValue: 475,
}
const estimateOf = (state: 'sent' | 'declined' | 'accepted', more: Partial<PublicEstimate> = {}): TrackedCase => ({
  ...tracked,
  noun: 'repairs',
  service: 'Hashboard repair, 3 to 5 business days',
  isExpedited: true,
  status: 'diagnosing',
  quotes: [
    { ...offer, kind: 'estimate', state, total: 150, lines: [{ kind: 'labour', label: 'Board', quantity: 1, price: 150 }], ...more },
  ],
  facts: {
    ...facts,
    noun: 'repairs',
    status: 'diagnosing',
    quote: { state, total: 150, expires: offer.expiresAt, answered: null },
    acceptedBefore: null,
    outcome: null,
    tradeIn: null,
    pay: null,
  },
  cost: 150,
  outcome: null,
  comparison: {
    isOpen: state !== 'declined',
    repairCost: 150,
    warrantyDays: 45,
    values: { asItIs: 200, repaired: { fair: 100, good: 700 } },
  },
  warrantyUntil: null,
  depositPercent: 0,
  credit: null,
  bill: null,
})

/** @param after the case as it is once it was answered, or the answer taken back */
function show(data: TrackedCase, onAnswer = vi.fn((_given: AnswerFields) => Promise.resolve()), after = data) {
  const calls = {
    onAnswer,
    onConvert: vi.fn(() => Promise.resolve()),
    onAnswerTogether: vi.fn((_answers: AnswersTogether) => Promise.resolve()),
    onTakeBack: vi.fn((_quote: number) => Promise.resolve()),
    onSent: vi.fn(),
    onAddress: vi.fn(),
    onWithdraw: vi.fn(() => Promise.resolve()),
    onChanged: vi.fn(),
    requestHref: (number: string) => `/track/x?case=${number}`,
  }
  function Shown() {
    const [now, setNow] = useState(data)
    const then = async (call: Promise<void>) => {
      await call
      setNow(after)
    }
    const query = { data: now, error: null, isFetching: false, refetch: () => Promise.resolve() }
    const answering = {
      onAnswer: (given: AnswerFields) => then(onAnswer(given)),
      onTakeBack: (quote: number) => then(calls.onTakeBack(quote)),
    }
    return <CaseScreen query={query} {...calls} {...answering} />
  }
  renderScreen(<Shown />, {})
  return calls
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('an offer', () => {
  it('that a later one has replaced says so, and one that nobody answered that it expired', () => {
    const sentAt = new Date('2026-11-18T10:00:00Z')
    const before = { ...offer, number: 1, state: 'expired' as const, sentAt: new Date('2026-11-16T10:00:00Z') }
    const badge = () => within(screen.getByRole('region', { name: 'Offer 1' })).getByText(/^(?:Replaced|Expired)$/).textContent
    show({
      ...tracked,
      quotes: [
        { ...offer, number: 2, sentAt },
        { ...before, expiresAt: sentAt },
      ],
    })
    expect(badge()).toBe('Replaced')
    cleanup()
    show({
      ...tracked,
      quotes: [
        { ...offer, number: 2, sentAt },
        { ...before, expiresAt: new Date('2026-11-17T10:00:00Z') },
      ],
    })
    expect(badge()).toBe('Expired')
  })

  it('shows each deduction with its reason, amount, finding and picture, and asks before anything is said', () => {
    const { onAnswer } = show(tracked)
    const deduction = screen.getByRole('list', { name: 'Deductions' })
    for (const text of ['Fan replacement', '−€25.00', 'A fan is worn.', 'Fans: Fault. One fan stands still'])
      expect(deduction.textContent).toContain(text)
    expect(deduction.querySelector('img')?.getAttribute('src')).toContain('small')
    expect(screen.getByRole('listitem', { current: 'step' }).textContent).toContain('Verification')
    expect(
      screen.getByText(
        'You said Excellent, €640.00. We found Good, €475.00, because it shows minor wear, less €25.00 for fan replacement.',
      ),
    ).toBeDefined()
    expect(screen.getByText(/have it sent back: we pay for sending it back/)).toBeDefined()
    expect(onAnswer).not.toHaveBeenCalled()
  })

  it('of another value than the catalogue’s says it once, with its reason', () => {
    show({ ...tracked, quotes: [{ ...offer, deductions: [], total: 900, overrideReason: 'A farm of them.' }] })
    expect(screen.getByText('You said Excellent, €640.00. We offer €900.00: A farm of them.')).toBeDefined()
    expect(screen.getAllByText(/A farm of them/)).toHaveLength(1)
  })

  it('is disputed with words alone, which stay when the answer is refused', async () => {
    const conflict = Object.assign(new Error('This offer was replaced by another one. Look at the new one first.'), {
      data: { code: 'CONFLICT' },
    })
    const { onAnswer, onChanged } = show(
      tracked,
      vi.fn(() => Promise.reject(conflict)),
    )
    await press('I disagree')
    await press('Send what you disagree with')
    expect(onAnswer).not.toHaveBeenCalled()
    const words = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What do you disagree with?' })
    expect(document.activeElement).toBe(words)
    await userEvent.type(words, 'The fan is new')
    await press('Send what you disagree with')
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith({ answer: 'dispute', quote: 1, message: 'The fan is new' })
    expect(await screen.findByText(/replaced by another one/)).toBeDefined()
    expect(onChanged).toHaveBeenCalledOnce()
    expect(words.value).toBe('The fan is new')
  })
})

describe('an estimate', () => {
  it('offers no repair that was declined, and says nothing of an estimate that waits', () => {
    show(estimateOf('declined'))
    const section = within(screen.getByRole('region', { name: 'Trade it in instead?' }))
    expect(section.getByText('brings €200.00')).toBeTruthy()
    expect(section.queryByText('Repair and keep it')).toBeNull()
    expect(section.getByText(/This ends the repair at no cost\. The machine stays/)).toBeTruthy()
  })

  it('is accepted once it was asked for once more, however often the button is pressed, and says what the other ways come to', async () => {
    let answered: (value?: undefined) => void = () => undefined
    const { onAnswer, onConvert } = show(
      estimateOf('sent'),
      vi.fn(() => new Promise<undefined>((resolve) => (answered = resolve))),
      estimateOf('accepted'),
    )
    await press('Accept the estimate')
    const asked = within(screen.getByRole('dialog', { name: 'Accept estimate 1?' }))
    expect(asked.getByText(/You agree to pay/).textContent).toContain('€150.00')
    expect(asked.getByText(/take this back for 10 minutes/)).toBeDefined()
    await userEvent.click(asked.getByRole('button', { name: 'Not yet' }))
    expect(onAnswer).not.toHaveBeenCalled()
    await press('Accept the estimate')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Accept for €150.00' }))
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith({ answer: 'accept', quote: 1, message: null })
    answered()
    // The pressed button is gone, so the focus goes on with what was said.
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Thank you. You have accepted the estimate/))
    for (const text of ['costs €150.00', 'brings €200.00', 'comes to −€50.00']) expect(screen.getByText(text)).toBeDefined()
    expect(screen.getByText(/comes to €550\.00\./)).toBeDefined()
    await press('Trade it in instead')
    const dialog = within(screen.getByRole('dialog', { name: 'Trade it in instead of repairing it?' }))
    expect(dialog.getByText(/begins with a value of/).textContent).toContain('€200.00 of store credit')
    await userEvent.click(dialog.getByRole('button', { name: 'Keep the repair' }))
    expect(onConvert).not.toHaveBeenCalled()
    await press('Trade it in instead')
    await press('Trade it in for €200.00')
    expect(onConvert).toHaveBeenCalledExactlyOnceWith(200)
  })

  it('that was accepted can be taken back until its time is over, and a refusal is shown', async () => {
    const until = new Date(Date.now() + 60_000)
    const { onTakeBack, onChanged } = show(estimateOf('accepted', { takeBackUntil: until }), undefined, estimateOf('sent'))
    onTakeBack.mockRejectedValueOnce(Object.assign(new Error('We have already begun.'), { data: { code: 'CONFLICT' } }))
    await press('Take it back')
    expect(onTakeBack).toHaveBeenCalledExactlyOnceWith(1)
    expect(await screen.findByText('We have already begun.')).toBeDefined()
    expect(onChanged).toHaveBeenCalledOnce()
    await press('Take it back')
    expect(await screen.findByText(/You have taken your answer back/)).toBeDefined()
  })

  it('cannot be taken back later', async () => {
    show(estimateOf('accepted', { takeBackUntil: new Date(Date.now() - 1) }))
    expect(await screen.findByText(/Nothing at the moment/)).toBeDefined()
    await act(() => vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull()))
  })

  it('that was accepted asks for a missing address where the customer looks first, and keeps what was typed when it is refused', async () => {
    const accepted = estimateOf('accepted', { answeredAt: new Date('2026-11-19T10:00:00Z') })
    if (accepted.noun !== 'repairs') throw new Error('An estimate is of a repair')
    const quote = { state: 'accepted', total: 150, expires: null, answered: new Date('2026-11-19T10:00:00Z') } as const
    const hasNone = { ...accepted, mayChangeAddress: true, facts: { ...accepted.facts, quote, hasAddress: false } }
    const { onAddress } = show(hasNone)
    onAddress.mockRejectedValueOnce(refusal('BAD_REQUEST', 'Enter the town.'))
    expect(screen.getByRole('heading', { name: 'What we need from you: the address' })).toBeDefined()
    expect(screen.getAllByLabelText('Where we send your machine')).toHaveLength(1)
    await userEvent.type(screen.getByLabelText('Where we send your machine'), '1 High Street')
    await press('Save address')
    expect(await screen.findByText('Enter the town.')).toBeDefined()
    await userEvent.type(screen.getByLabelText('Where we send your machine'), ', London')
    expect(screen.queryByText('Enter the town.')).toBeNull()
    await press('Save address')
    expect(onAddress).toHaveBeenLastCalledWith('1 High Street, London')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Thank you. We have the address.'))
  })

  it('shows the service and that it is expedited', () => {
    show(estimateOf('sent'))
    expect(screen.getByText('Service').nextElementSibling?.textContent).toBe('Hashboard repair, 3 to 5 business days, Expedited')
  })

  it('asks nothing once it is answered or the case is over', () => {
    show(estimateOf('declined'))
    expect(screen.queryByRole('button', { name: 'Accept the estimate' })).toBeNull()
    expect(screen.getByText(/Nothing at the moment/)).toBeDefined()
  })
})

describe('a parcel', () => {
  const waiting: TrackedTradeIn = {
    ...tracked,
    status: 'submitted',
    hasArrived: false,
    facts: { ...facts, status: 'submitted', isHere: false, arrived: null, quote: null },
    quotes: [],
    documents: [{ kind: 'packing-slip', label: 'Packing slip', address: '/slip' }],
  }

  it('that was asked for online is withdrawn once confirmed, and not once it is on its way', async () => {
    const { onWithdraw } = show({ ...waiting, isOnlineRequest: true })
    await press('Withdraw this trade-in')
    const dialog = within(screen.getByRole('dialog', { name: 'Withdraw trade-in TRD-10001?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Keep the trade-in' }))
    expect(onWithdraw).not.toHaveBeenCalled()
    await press('Withdraw this trade-in')
    await press('Withdraw it')
    expect(onWithdraw).toHaveBeenCalledOnce()
    cleanup()
    show({ ...waiting, isOnlineRequest: true, sentIn: { carrier: 'DHL', trackingNumber: null, at: new Date(0) } })
    expect(screen.queryByRole('button', { name: 'Withdraw this trade-in' })).toBeNull()
  })

  it('is told of with its carrier, and corrected until it is here', async () => {
    const { onSent } = show(waiting)
    expect(screen.getAllByRole('link', { name: /^packing slip/i })[0]?.getAttribute('href')).toBe('/slip')
    await press('I have sent it')
    expect(onSent).not.toHaveBeenCalled()
    expect(screen.getByText('Enter the carrier')).toBeDefined()
    await userEvent.type(screen.getByLabelText('Carrier'), 'DHL')
    await userEvent.type(screen.getByLabelText('Tracking number'), 'JD 01')
    await press('I have sent it')
    expect(onSent).toHaveBeenCalledExactlyOnceWith({ carrier: 'DHL', trackingNumber: 'JD 01' })
  })

  it('knows the carrier from the number, links its page, and points out a wrong check digit without refusing it', async () => {
    const { onSent } = show(waiting)
    const number = screen.getByLabelText('Tracking number')
    await userEvent.type(number, 'RR 473 124 951 GB')
    expect(screen.getByLabelText<HTMLInputElement>('Carrier').value).toBe('Royal Mail')
    expect(screen.getByRole('link', { name: /^Track parcel/ }).getAttribute('href')).toContain(
      'royalmail.com/track-your-item#/tracking-results/RR473124951GB',
    )
    await userEvent.clear(number)
    await userEvent.type(number, 'RR 473 124 952 GB')
    expect(screen.getByText(/^The check digit does not fit/)).toBeDefined()
    await press('I have sent it')
    expect(onSent).toHaveBeenCalledExactlyOnceWith({ carrier: 'Royal Mail', trackingNumber: 'RR 473 124 952 GB' })
  })

  it('of several machines is told of with those that are in it, beside their states and their sum', async () => {
    const machine = (number: string, more: Partial<TradeInFacts> = {}) => ({
      number,
      device: 'Bitmain Antminer S19',
      serialNumber: `SN-${number}`,
      value: 100,
      facts: { ...waiting.facts, ...more },
      open: null,
    })
    const request = [
      machine('TRD-10001'),
      machine('TRD-10002'),
      machine('TRD-10003', { isHere: true }),
      machine('TRD-10004', { quote: facts.quote, isHere: true }),
      machine('TRD-10005', { status: 'rejected', withdrawn: new Date('2026-11-20T12:00:00Z') }),
    ]
    const { onSent } = show({ ...waiting, request })
    expect(screen.getByRole('heading', { name: 'Your request: 5 machines' })).toBeDefined()
    expect(screen.getByText('Together, as it stands now').nextElementSibling?.textContent).toBe('€500.00')
    expect(screen.getByRole('link', { name: 'TRD-10004' }).getAttribute('href')).toBe('/track/x?case=TRD-10004')
    expect(screen.getByText('Answer the offer')).toBeDefined()
    const withdrawn = within(screen.getAllByRole('listitem').find((each) => each.textContent.includes('TRD-10005')) ?? document.body)
    expect(withdrawn.getByText('Withdrawn')).toBeDefined()
    expect(withdrawn.getByText(/You withdrew it on/)).toBeDefined()
    const group = within(screen.getByRole('group', { name: 'What is in this parcel?' }))
    expect(group.getAllByRole('checkbox')).toHaveLength(2)
    await userEvent.type(screen.getByLabelText('Carrier'), 'DHL')
    await userEvent.click(group.getByRole('checkbox', { name: /TRD-10001/ }))
    await userEvent.click(group.getByRole('checkbox', { name: /TRD-10002/ }))
    await press('I have sent it')
    expect(screen.getByText('Choose what you have sent')).toBeDefined()
    await userEvent.click(group.getByRole('checkbox', { name: /TRD-10002/ }))
    await press('I have sent it')
    expect(onSent).toHaveBeenCalledExactlyOnceWith({ carrier: 'DHL', trackingNumber: '', numbers: ['TRD-10002'] })
  })

  it('answers several offers at once: all of them, or each as chosen', async () => {
    const offered = (number: string, total: number) => ({
      ...{ number, device: 'Bitmain Antminer S19', serialNumber: null, value: total, facts: waiting.facts },
      open: { quote: 1, total },
    })
    const { onAnswerTogether } = show({ ...waiting, request: [offered('TRD-1', 100.1), offered('TRD-2', 200.2), offered('TRD-3', 50)] })
    expect(screen.getByRole('button', { name: 'Accept all for €350.30' })).toBeDefined()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /TRD-2/ }), 'Have it sent back')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /TRD-3/ }), 'Answer later')
    await press('Send 2 answers')
    expect(await screen.findByText(/You accept €100.10 of store credit for TRD-1\. We send back TRD-2\./)).toBeDefined()
    expect(onAnswerTogether).not.toHaveBeenCalled()
    await press('Send answers')
    expect(onAnswerTogether).toHaveBeenCalledExactlyOnceWith([
      { number: 'TRD-1', quote: 1, answer: 'accept' },
      { number: 'TRD-2', quote: 1, answer: 'decline' },
    ])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Thank you. We have your 2 answers, and have sent you a receipt.'))
  })

  it.each([
    { state: 'sent' as const, label: 'Where we send the machine if you do not trade it in' },
    { state: 'declined' as const, label: 'Where we send your machine' },
  ])('whose offer is $state asks for the address in the words of its state', ({ state, label }) => {
    show({
      ...waiting,
      mayChangeAddress: true,
      quotes: [{ ...offer, state }],
      facts: { ...facts, hasAddress: false, quote: { state, total: 475, expires: null, answered: null } },
    })
    expect(screen.getByLabelText(label)).toBeDefined()
  })

  it('on its way leads to the carrier’s page in both directions, and is no longer told of once it is here', () => {
    const sent = { carrier: 'DHL', trackingNumber: 'JD 01', at: new Date(0) }
    const events: TrackedCase['events'] = [{ id: 'sent', kind: 'sent-in', ...sent }, ...waiting.events]
    show({ ...waiting, facts: { ...waiting.facts, sent: sent.at }, sentIn: sent, carrier: 'UPS', trackingNumber: '1Z', events })
    expect(screen.getAllByRole('link', { name: /^Track parcel/ }).map((link) => link.getAttribute('href'))).toEqual([
      'https://www.dhl.com/gb-en/home/tracking.html?tracking-id=JD01',
      'https://www.ups.com/track?loc=en_GB&tracknum=1Z',
    ])
    expect(screen.getByRole('button', { name: 'Save' })).toBeDefined()
    expect(screen.getByText('Sent in by you').nextElementSibling?.textContent).toBe('DHL, JD 01')
  })
})

it('a link that opens nothing (any more) leads to a new one, whatever was shown before', () => {
  const error = refusal('NOT_FOUND', 'This link does not work, or has expired.')
  const query = { data: tracked, error, isFetching: false, refetch: () => Promise.resolve() }
  renderScreen(
    <CaseScreen
      query={query}
      requestHref={String}
      onTakeBack={vi.fn()}
      onAnswer={vi.fn()}
      onAnswerTogether={vi.fn()}
      onConvert={vi.fn()}
      onSent={vi.fn()}
      onAddress={vi.fn()}
      onWithdraw={vi.fn()}
      onChanged={vi.fn()}
    />,
    {},
  )
  expect(screen.getByRole('heading', { name: 'This link does not work' })).toBeDefined()
  // Another one is asked for on the same screen.
  expect(screen.getByRole('textbox', { name: 'Number' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Send the link' })).toBeDefined()
  expect(screen.queryByText('Fan replacement')).toBeNull()
})
