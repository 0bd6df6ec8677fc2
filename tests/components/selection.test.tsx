import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '~/contracts/stock/orders'
import { OrdersScreen } from '~/features/stock/orders/orders-screen'
import type { RouterInputs, RouterOutputs } from '~/trpc/client'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const order = (number: number): Order => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  orderNumber: `ORD-${number}`,
  userId: null,
  status: 'pending',
  totalAmount: 10,
  currency: 'EUR',
  isTest: false,
  unreadLines: 0,
  createdAt: new Date('2026-11-20T12:00:00Z'),
  updatedAt: new Date('2026-11-20T12:00:00Z'),
  version: number,
  customer: { fullName: null, email: null },
})

type List = RouterOutputs['orders']['list']
const listOf = (rows: Order[], more: Partial<List> = {}): List => ({
  rows,
  nextCursor: null,
  total: rows.length,
  matching: rows.length,
  counts: { pending: rows.length, processing: 0, completed: 0, cancelled: 0 },
  totalRevenue: 0,
  ...more,
})
const outcome = (changed: number, conflict = 0) => ({ counts: { changed, unchanged: 0, conflict, missing: 0 }, results: [] })

type BulkInput = RouterInputs['orders']['updateStatuses']

async function show(api: FakeApi = {}, query = {}) {
  const calls: BulkInput[] = []
  const all = [order(1), order(2), order(3)]
  renderScreen(
    <OrdersScreen />,
    {
      'orders.list': () => listOf(all),
      'orders.updateStatuses': (input) => {
        calls.push(input)
        return outcome(2, 1)
      },
      ...api,
    },
    { pathname: '/admin/orders', query },
  )
  await screen.findByText('ORD-1')
  return calls
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const pageBox = () => {
  const [first] = screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
  if (!first) throw new Error('no checkbox for the page')
  return first
}
const bar = () => within(screen.getByRole('region', { name: 'Selected rows' }))
const change = async (status: string) => {
  await userEvent.selectOptions(bar().getByRole('combobox', { name: 'New status' }), status)
  await userEvent.click(bar().getByRole('button', { name: 'Change status' }))
}
const confirm = async (label: string) => userEvent.click(await screen.findByRole('button', { name: label }))

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

describe('the selection of rows', () => {
  it('has a checkbox for each row and one for the page; the columns keep their names', async () => {
    await show()
    expect(screen.getByRole('columnheader', { name: 'Order' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
    await userEvent.click(box('Select ORD-2'))
    expect(bar().getByText('1 selected')).toBeTruthy()
    expect(pageBox().indeterminate).toBe(true)
    await userEvent.click(pageBox())
    expect(bar().getByText('3 selected')).toBeTruthy()
    expect([pageBox().checked, box('Select ORD-1').checked, box('Select ORD-3').checked]).toEqual([true, true, true])
    await userEvent.click(box('Select ORD-3'))
    expect(bar().getByText('2 selected')).toBeTruthy()
    await userEvent.click(bar().getByRole('button', { name: 'Clear selection' }))
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
    expect(box('Select ORD-1').checked).toBe(false)
  })

  it('changes the selected rows over their versions, and says what became of them', async () => {
    const calls = await show()
    await userEvent.click(box('Select ORD-1'))
    await userEvent.click(box('Select ORD-3'))
    await change('Completed')
    expect(await screen.findByRole('dialog', { name: 'Change status?' })).toHaveProperty(
      'textContent',
      expect.stringContaining('2 orders become Completed.'),
    )
    expect(calls).toEqual([])
    await confirm('Change 2 orders')
    await findToast('status', 'Success', '2 changed, 1 had been changed by somebody else')
    expect(calls).toEqual([
      {
        ids: [
          { id: order(1).id, version: 1 },
          { id: order(3).id, version: 3 },
        ],
        status: 'completed',
      },
    ])
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull())
  })

  it('selects all that match, also on other pages, and asks before it changes them', async () => {
    const calls = await show(
      { 'orders.list': () => listOf([order(1), order(2)], { total: 90, matching: 72, nextCursor: 'next' }) },
      { search: 'ord', status: 'pending' },
    )
    await userEvent.click(pageBox())
    await userEvent.click(bar().getByRole('button', { name: 'Select all 72 that match' }))
    expect(bar().getByText('All 72 selected')).toBeTruthy()
    await change('Cancelled')
    expect(calls).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: 'Change 72 orders' }))
    await findToast('status', 'Success', '2 changed')
    expect(calls).toEqual([{ all: { search: 'ord', status: 'pending' }, expected: 72, status: 'cancelled' }])
  })

  it('counts first where the list knows only a least number', async () => {
    await show({
      'orders.list': () => listOf([order(1)], { total: 50_000, matching: 1_000, matchingIsLeast: true, nextCursor: 'next' }),
      'orders.countMatching': () => ({ matching: 4_321 }),
    })
    await userEvent.click(pageBox())
    await userEvent.click(bar().getByRole('button', { name: 'Select all that match' }))
    expect(await bar().findByText('All 4,321 selected')).toBeTruthy()
  })

  it('keeps the selection when it could not be done, with the reason', async () => {
    await show({
      'orders.updateStatuses': () => {
        throw refusal('CONFLICT', '3 rows match now, not 2.')
      },
    })
    await userEvent.click(pageBox())
    await change('Completed')
    await confirm('Change 3 orders')
    await findToast('alert', 'Error', '3 rows match now, not 2.')
    expect(bar().getByText('3 selected')).toBeTruthy()
  })
})
