import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Repair } from '~/contracts/cases/repairs'
import { recordOf } from '~/contracts/keys'
import { repairStatuses } from '~/contracts/statuses'
import { AdminProductsScreen } from '~/features/catalogue/products/products-screen'
import { RepairsScreen } from '~/features/cases/office/repairs/repairs-screen'
import type { RouterInputs } from '~/trpc/client'
import { productWith } from '../setup/products'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const ID = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'
const common = { id: ID, version: 3, createdAt: new Date('2026-03-02T10:00:00Z'), updatedAt: new Date('2026-03-03T11:00:00Z') }

const repair: Repair = {
  ...common,
  repairNumber: 'REP 7/1',
  userId: null,
  status: 'received',
  deviceInfo: { manufacturer: 'Bitmain', model: 'S19', serialNumber: 'SN-1' },
  problemDescription: null,
  diagnosis: null,
  repairNotes: null,
  estimatedCost: null,
  actualCost: null,
  service: null,
  accessories: null,
  arrivalCondition: null,
  dueOn: '2026-03-05',
  assignedTo: ID,
  assignee: { email: 'bench@example.com', fullName: 'Ben Bench' },
  unreadMessages: 2,
  warrantyOf: ID,
  warrantySale: null,
  completedAt: null,
  becameTradeIn: null,
  isExpedited: true,
  unrepairedReason: null,
  returnAddress: null,
  warrantyDays: 30,
  quoteState: 'sent',
  location: null,
  carrier: null,
  trackingNumber: null,
  customer: { email: 'ada@example.com', fullName: 'Ada Sharp' },
}

describe('a row of a list of cases', () => {
  const show = async (query = {}) => {
    const asked: RouterInputs['repairs']['list'][] = []
    const api: FakeApi = {
      'repairs.list': (input) => {
        asked.push(input)
        const counts = { ...recordOf(repairStatuses, () => 0), received: 1 }
        return { rows: [repair], nextCursor: null, total: 1, matching: 1, counts, active: 1 }
      },
    }
    renderScreen(<RepairsScreen />, api, { pathname: '/admin/repairs', query })
    await screen.findByRole('link', { name: 'REP 7/1' })
    return asked
  }

  it('is the link to its page, and says what is special about it', async () => {
    await show()
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'REP 7/1' })
    expect(link.getAttribute('href')).toBe('/admin/repairs/REP%207%2F1')
    const [first, , device, , , date] = within(screen.getAllByRole('row')[1] ?? document.body).getAllByRole('cell')
    for (const words of ['2 unread messages', 'Expedited', 'Warranty claim', 'Estimate sent']) expect(first?.textContent).toContain(words)
    expect(device?.textContent).toBe('Bitmain S19SN-1')
    expect(date?.textContent).toContain('Overdue since 5 Mar 2026')
    expect(date?.textContent).toContain('Assigned to Ben Bench')
  })

  it('opens by key', async () => {
    await show()
    const link = screen.getByRole('link', { name: 'REP 7/1' })
    const pressed: string[] = []
    link.addEventListener('click', (event) => {
      event.preventDefault()
      pressed.push(link.getAttribute('href') ?? '')
    })
    const user = userEvent.setup()
    await user.keyboard('j{Enter}')
    expect(pressed).toEqual(['/admin/repairs/REP%207%2F1'])
  })

  it('is narrowed by chips, a selector and the cards, which are links', async () => {
    const asked = await show({ search: 'rep' })
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Unassigned' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'rep', assigned: 'nobody' }))
    expect(screen.getByRole('button', { name: 'Unassigned' }).getAttribute('aria-pressed')).toBe('true')
    // Of two chips of one filter the later one counts.
    await user.click(screen.getByRole('button', { name: 'Mine' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ assigned: 'me' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by estimate' }), 'Estimate sent')
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ assigned: 'me', quote: 'sent' }))
    const card = within(screen.getByLabelText('Repairs by status')).getAllByRole('link', { name: 'Show these' })[
      repairStatuses.indexOf('testing')
    ]
    expect(card?.getAttribute('href')).toBe('/admin/repairs?search=rep&assigned=me&quote=sent&status=testing')
  })
})

const product = productWith({ ...common, manufacturer: 'Bitmain', model: 'S21', price: 3999.5, stockQuantity: 4 })

describe('products in their list', () => {
  const show = async (answer: FakeApi['products.change']) => {
    const changes: unknown[] = []
    let rows = [product]
    renderScreen(
      <AdminProductsScreen />,
      {
        'products.list': () => ({ rows, nextCursor: null, total: 1, matching: 1, counts: { active: 1, inactive: 0 }, categories: [] }),
        'products.change': (input) => {
          changes.push(input)
          const price = Number(input.price)
          if (input.price !== undefined) rows = rows.map((row) => ({ ...row, price }))
          return (
            answer?.(input) ?? {
              counts: { changed: 1, unchanged: 0, conflict: 0, missing: 0 },
              results: [{ id: ID, outcome: 'changed' as const }],
            }
          )
        },
      },
      { pathname: '/admin/products' },
    )
    await screen.findByRole('link', { name: 'Antminer S21' })
    return changes
  }

  it('have their price and stock changed in the row: Enter saves, Escape does not', async () => {
    const changes = await show(undefined)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: '4 units' }))
    await user.keyboard('9{Escape}')
    expect(screen.getByRole('button', { name: '4 units' })).toBe(document.activeElement)
    await user.click(screen.getByRole('button', { name: '€3,999.50' }))
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Price of Antminer S21' })
    expect(field.value).toBe('3999.5')
    await user.keyboard('4100{Enter}')
    await findToast('status', 'Product updated successfully')
    expect((await findToast('status', 'Product updated successfully')).textContent).toContain('Antminer S21')
    expect(changes).toEqual([{ ids: [{ id: ID, version: 3 }], price: '4100' }])
    expect(await screen.findByRole('button', { name: '€4,100.00' })).toBe(document.activeElement)
  })

  it('keep what was typed where it is wrong or was not saved, and say why', async () => {
    const changes = await show(() => {
      throw refusal('INTERNAL_SERVER_ERROR', 'The database is away.')
    })
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: '€3,999.50' }))
    await user.keyboard('-5{Enter}')
    expect(screen.getByText('Must not be negative')).toBeDefined()
    expect(changes).toEqual([])
    await user.clear(screen.getByRole('textbox', { name: 'Price of Antminer S21' }))
    await user.keyboard('12{Enter}')
    expect((await findToast('alert', 'Failed to save product')).textContent).toContain('The database is away.')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price of Antminer S21' }).value).toBe('12')
  })

  it('are selected and made inactive together, with a way back', async () => {
    const changes = await show(undefined)
    const user = userEvent.setup()
    await user.click(screen.getByRole('checkbox', { name: 'Select Antminer S21' }))
    await user.click(screen.getByRole('button', { name: 'Make inactive' }))
    const toast = await findToast('status', '1 changed')
    await user.click(within(toast).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(changes).toHaveLength(2))
    expect(changes).toEqual([
      { ids: [{ id: ID, version: 3 }], isActive: false },
      { ids: [{ id: ID }], isActive: true },
    ])
  })
})
