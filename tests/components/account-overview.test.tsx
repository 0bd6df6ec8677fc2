import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { OwnOverview, OwnTask } from '~/contracts/cases/own-records'
import { OverviewScreen } from '~/features/identity/account/overview-screen'
import { type FakeApi, refusal, renderScreen } from './support/fake-api'

const deviceInfo = { manufacturer: 'Bitmain', model: 'Antminer S19' }
const nobody = { amount: null, unread: null, until: null, deviceInfo }
const tasks: OwnTask[] = [
  { ...nobody, id: 'a', kind: 'offer', noun: 'tradeIns', number: 'TRD-1', amount: 475, until: new Date('2026-11-23T12:00:00Z') },
  { ...nobody, id: 'b', kind: 'messages', noun: 'repairs', number: 'REP-2', unread: 1 },
  { ...nobody, id: 'c', kind: 'parcel', noun: 'repairs', number: 'REP-3' },
]
const none = { rows: [], nextCursor: null, total: 0 }
const repair = {
  id: 'r',
  repairNumber: 'REP-2',
  status: 'diagnosing' as const,
  deviceInfo,
  createdAt: new Date('2026-11-20T12:00:00Z'),
  dueOn: null,
  estimatedCost: 150,
  actualCost: null,
  unreadMessages: 1,
  hasArrived: true,
  outcome: null,
  becameTradeIn: null,
  quote: null,
}
const empty: OwnOverview = { tasks: [], repairs: none, tradeIns: none }
const aside: FakeApi = {
  'credit.balance': () => ({ balance: 120.5, held: 20, pending: 0, currency: 'EUR' }),
  'account.conversations': () => none,
}

it('shows what waits first, with the way to it, then what is open, credit and messages', async () => {
  renderScreen(<OverviewScreen />, {
    ...aside,
    'account.overview': () => ({ ...empty, tasks, repairs: { rows: [repair], nextCursor: 'more', total: 7 } }),
  })
  expect(await screen.findByText('€120.50')).toBeDefined()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Waiting for you',
    'Open repairs',
    'Open trade-ins',
    'Store credit',
    'Messages',
    'Your account',
  ])
  const waiting = within(screen.getByRole('region', { name: 'Waiting for you' }))
  expect(waiting.getByText('Answer our offer of €475.00 of store credit for trade-in TRD-1')).toBeDefined()
  expect(waiting.getByText('Read a new message about repair REP-2')).toBeDefined()
  expect(waiting.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/account/trade-ins/TRD-1',
    '/account/repairs/REP-2#messages',
    '/account/repairs/REP-3',
  ])
  expect(screen.getByRole('link', { name: 'All repairs: 7 are open' }).getAttribute('href')).toBe('/account/repairs')
  expect(screen.getByText('€20.00 of it is held for payments.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Profile and security' }).getAttribute('href')).toBe('/account/profile')
})

it('says that nothing waits, and where to begin', async () => {
  renderScreen(<OverviewScreen />, { ...aside, 'account.overview': () => empty })
  expect(await screen.findByText(/There is nothing for you to decide/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'See our repair services' }).getAttribute('href')).toBe('/repair')
})

it('offers another try where it could not be loaded, each part for itself', async () => {
  const broken = () => {
    throw refusal('INTERNAL_SERVER_ERROR', 'Something went wrong')
  }
  renderScreen(<OverviewScreen />, { ...aside, 'account.overview': () => empty, 'credit.balance': broken })
  expect(await screen.findByText('Your store credit could not be loaded')).toBeDefined()
  expect(screen.getByText(/There is nothing for you to decide/)).toBeDefined()
})
