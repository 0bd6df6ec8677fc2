import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { PublicOffer, TrackedCase } from '~/contracts/cases/tracking'
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
  grade: 'good',
  baseValue: 500,
  deductions: [{ label: 'Fan replacement', explanation: 'A fan is worn.', kind: 'fixed', amount: 25 }],
  checks: [{ item: 'fans', result: 'fault', note: 'One fan stands still' }],
  overrideReason: null,
}
const picture = { id: '1', name: 'fan.jpg', checkItem: 'fans', createdAt: new Date(0), address: '/full', thumbnailAddress: '/small' }
const tracked: TrackedCase = {
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
  sentIn: null,
  carrier: null,
  trackingNumber: null,
  pictures: [picture],
  uploadAddress: '/api/customer-files?token=t',
  documents: [{ kind: 'offer', label: 'Offer 1', address: '/offer' }],
  events: [{ id: 'opened', at: new Date('2026-11-15T10:00:00Z'), kind: 'opened' }],
  quotes: [offer],
  linked: null,
  quotedValue: 500,
  finalValue: 475,
}
const estimateOf = (state: 'sent' | 'declined'): TrackedCase => ({
  ...tracked,
  noun: 'repairs',
  status: 'diagnosing',
  quotes: [{ ...offer, kind: 'estimate', state, total: 150, lines: [{ kind: 'labour', label: 'Board', quantity: 1, price: 150 }] }],
  cost: 150,
  outcome: null,
  comparison: { repairCost: 150, values: { asItIs: 200, repaired: { fair: 100, good: 700 } } },
  warrantyUntil: null,
  credit: null,
})

function show(data: TrackedCase, onAnswer = vi.fn(() => Promise.resolve())) {
  const calls = {
    onAnswer,
    onConvert: vi.fn(() => Promise.resolve()),
    onSent: vi.fn(),
    onWithdraw: vi.fn(() => Promise.resolve()),
    onChanged: vi.fn(),
  }
  const query = { data, error: null, isFetching: false, refetch: () => Promise.resolve() }
  renderScreen(<CaseScreen query={query} {...calls} />, {})
  return calls
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('an offer', () => {
  it('shows each deduction with its reason, amount, finding and picture, and asks before anything is said', () => {
    const { onAnswer } = show(tracked)
    const deduction = screen.getByRole('list', { name: 'Deductions' })
    for (const text of ['Fan replacement', '−€25.00', 'A fan is worn.', 'Fans: Fault. One fan stands still'])
      expect(deduction.textContent).toContain(text)
    expect(deduction.querySelector('img')?.getAttribute('src')).toContain('small')
    expect(screen.getByRole('listitem', { current: 'step' }).textContent).toContain('Verification')
    expect(onAnswer).not.toHaveBeenCalled()
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
  it('is accepted once however often the button is pressed, and says what the other ways come to', async () => {
    let answered: (value?: undefined) => void = () => undefined
    const { onAnswer, onConvert } = show(
      estimateOf('sent'),
      vi.fn(() => new Promise<undefined>((resolve) => (answered = resolve))),
    )
    const accept = screen.getByRole('button', { name: 'Accept the estimate' })
    await userEvent.dblClick(accept)
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith({ answer: 'accept', quote: 1, message: null })
    answered()
    expect(await screen.findByText(/You have accepted the estimate/)).toBeDefined()
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

  it('asks nothing once it is answered or the case is over', () => {
    show(estimateOf('declined'))
    expect(screen.queryByRole('button', { name: 'Accept the estimate' })).toBeNull()
    expect(screen.getByText(/Nothing at the moment/)).toBeDefined()
  })
})

describe('a parcel', () => {
  const waiting: TrackedCase = {
    ...tracked,
    status: 'submitted',
    hasArrived: false,
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
    expect(screen.getByRole('link', { name: /^packing slip/ }).getAttribute('href')).toBe('/slip')
    await press('I have sent it')
    expect(onSent).not.toHaveBeenCalled()
    expect(screen.getByText('Enter the carrier')).toBeDefined()
    await userEvent.type(screen.getByLabelText('Carrier'), 'DHL')
    await userEvent.type(screen.getByLabelText('Tracking number'), 'JD 01')
    await press('I have sent it')
    expect(onSent).toHaveBeenCalledExactlyOnceWith({ carrier: 'DHL', trackingNumber: 'JD 01' })
  })

  it('on its way leads to the carrier’s page in both directions, and is no longer told of once it is here', () => {
    const sent = { carrier: 'DHL', trackingNumber: 'JD 01', at: new Date(0) }
    const events: TrackedCase['events'] = [{ id: 'sent', kind: 'sent-in', ...sent }, ...waiting.events]
    show({ ...waiting, sentIn: sent, carrier: 'UPS', trackingNumber: '1Z', events })
    expect(screen.getAllByRole('link', { name: /^Track parcel/ }).map((link) => link.getAttribute('href'))).toEqual([
      'https://www.dhl.com/gb-en/home/tracking.html?tracking-id=JD01',
      'https://www.ups.com/track?loc=en_GB&tracknum=1Z',
    ])
    expect(screen.getByRole('button', { name: 'Save' })).toBeDefined()
    expect(screen.getByText('Sent in by you').nextElementSibling?.textContent).toBe('DHL, JD 01')
  })
})

it('a link that opens nothing (any more) leads to a new one, whatever was shown before', () => {
  const error = refusal('NOT_FOUND', 'This link does not work, or does not work any more.')
  const query = { data: tracked, error, isFetching: false, refetch: () => Promise.resolve() }
  renderScreen(
    <CaseScreen query={query} onAnswer={vi.fn()} onConvert={vi.fn()} onSent={vi.fn()} onWithdraw={vi.fn()} onChanged={vi.fn()} />,
    {},
  )
  expect(screen.getByRole('heading', { name: 'This link does not work' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/track')
  expect(screen.queryByText('Fan replacement')).toBeNull()
})
