import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { defaultSettings } from '~/contracts/site/settings'
import { OwnOrders, OwnRepairs, OwnTradeIns } from '~/features/identity/account/own-records'
import { RepairScreen } from '~/features/site/repair/repair-screen'
import { renderScreen } from './support/fake-api'

const page = <Row,>(...rows: Row[]) => ({ rows, nextCursor: null, total: rows.length })
const device = { manufacturer: 'Bitmain', model: 'Antminer S19' }
const repair = (id: string, status: 'diagnosing' | 'shipped') => ({
  id,
  repairNumber: `REP-${id}`,
  status,
  deviceInfo: device,
  createdAt: new Date('2026-11-20T12:00:00Z'),
  dueOn: '2026-11-27',
  estimatedCost: 150,
  actualCost: null,
  unreadMessages: 0,
  hasArrived: true,
  outcome: null,
  becameTradeIn: null,
  quote: null,
})

it('a repair that came to nothing, became a trade-in or has not come yet says so', async () => {
  const rows = [
    { ...repair('1', 'shipped'), outcome: 'declined' as const },
    { ...repair('2', 'shipped'), outcome: 'traded_in' as const, becameTradeIn: 'TRD-7', actualCost: 0 },
    { ...repair('3', 'shipped'), status: 'received' as const, hasArrived: false },
  ]
  renderScreen(<OwnRepairs />, { 'account.repairs': () => page(...rows) })
  await screen.findByRole('link', { name: 'REP-1' })
  const [declined, traded, expected] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(declined).toMatch(/€0\.00Not repaired/)
  expect(declined).not.toMatch(/~|Shipped/)
  expect(traded).toContain('Traded in')
  expect(screen.getByRole('link', { name: 'TRD-7' }).getAttribute('href')).toBe('/account/trade-ins/TRD-7')
  expect(expected).toContain('Not here yet')
})

it('one’s own repairs lead to their pages, and say by when an open one is expected', async () => {
  renderScreen(<OwnRepairs />, { 'account.repairs': () => page(repair('1', 'diagnosing'), repair('2', 'shipped')) })
  expect((await screen.findByRole('link', { name: 'REP-1' })).getAttribute('href')).toBe('/account/repairs/REP-1')
  const [open, over] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(open).toMatch(/20 November 2026, expected by 27 November 2026.*~€150\.00Diagnosing/)
  expect(over).not.toContain('expected')
  expect(screen.getByRole('link', { name: 'Follow it by its number' }).getAttribute('href')).toBe('/track')
})

it('an empty list leads somewhere, and one that could not be loaded can be asked for again', async () => {
  renderScreen(<OwnTradeIns />, { 'account.tradeIns': () => page() })
  expect((await screen.findByRole('link', { name: 'Work out what a miner is worth' })).getAttribute('href')).toBe('/trade-in')
  renderScreen(<OwnOrders />, {
    'account.orders': () =>
      page({ id: '1', orderNumber: 'ORD-1', status: 'completed', totalAmount: 12.5, currency: 'EUR', createdAt: new Date(0) }),
  })
  expect((await screen.findByRole('link', { name: 'ORD-1' })).getAttribute('href')).toBe('/account/orders/ORD-1')
})

it('quotes of repairs are asked for by message where nothing is taken online', () => {
  renderScreen(<RepairScreen settings={defaultSettings} onlineRequests={false} />, {})
  for (const quote of screen.getAllByRole('link', { name: 'Request Repair Quote' }))
    expect(quote.getAttribute('href')).toMatch(/^\/contact\?/)
  expect(screen.getByRole('link', { name: 'Follow your repair' }).getAttribute('href')).toBe('/track')
})
