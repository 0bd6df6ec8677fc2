import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Scope } from '~/contracts/identity/api-keys'
import type { InstalledPart, Part } from '~/contracts/stock/parts'
import type { PartOrder, PartType } from '~/contracts/stock/part-types'
import { OrdersDialog } from '~/features/stock/parts/orders-dialog'
import { PartDetails } from '~/features/stock/parts/part-dialogs'
import { PartTypesScreen } from '~/features/stock/parts/part-types-screen'
import { UnitPartsSection } from '~/features/stock/parts/unit-parts-section'
import { refusal, renderScreen } from './support/fake-api'
import { findToast } from './support/toasts'

const unitId = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'
const partId = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d12'
const at = new Date('2026-11-20T12:00:00Z')

const installed: InstalledPart = {
  id: partId,
  partNumber: 'P-10001',
  typeName: 'Hashboard S19',
  kind: 'hashboard',
  serialNumber: 'HB-1',
  slot: 'board 0',
  since: at,
  by: 'Ada',
  caseNumber: 'REP-10001',
}
const part: Part = {
  ...installed,
  id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d13',
  partNumber: 'P-10002',
  typeId: unitId,
  sku: null,
  state: 'in_stock',
  location: 'Shelf 2',
  cost: null,
  notes: null,
  reservedFor: null,
  installedIn: null,
  version: 1,
  createdAt: at,
  updatedAt: at,
}

const type: PartType = {
  id: unitId,
  name: 'Fan 12038',
  kind: 'fan',
  sku: 'QFR',
  fits: [],
  cost: 14,
  price: 29,
  reorderPoint: 2,
  stockLevel: 6,
  isActive: true,
  inStock: 2,
  reserved: 1,
  onOrder: 0,
  expectedOn: null,
  version: 4,
  createdAt: at,
  updatedAt: at,
}

describe('the parts of a machine', () => {
  it('are only read without the right to change them', async () => {
    renderScreen(<UnitPartsSection unitId={unitId} mayWrite={false} />, {
      'parts.ofUnit': () => ({ slots: ['board 0'], parts: [installed], former: [] }),
    })
    await screen.findByText(installed.typeName)
    expect(screen.queryByRole('button', { name: /take out/i })).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('are shown by slot; a scanned one goes into the first free slot of its kind, and a refusal keeps what was scanned', async () => {
    const calls: object[] = []
    renderScreen(<UnitPartsSection unitId={unitId} mayWrite />, {
      'parts.ofUnit': () => ({ slots: ['board 0', 'board 1', 'psu'], parts: [installed], former: [] }),
      'parts.find': () => [part],
      'parts.install': (input) => {
        calls.push(input)
        throw refusal('CONFLICT', 'P-10002 is already in U-10009 (board 1).')
      },
    })
    const table = within(await screen.findByRole('table', { name: 'Parts in this machine' }))
    expect(table.getByText('Board 1')).toBeTruthy()
    expect(table.getByText('P-10001 · HB-1')).toBeTruthy()
    const field = screen.getByLabelText<HTMLInputElement>('Install a part')
    await userEvent.type(field, 'hb2{Enter}')
    const slot = await screen.findByLabelText<HTMLSelectElement>('Slot')
    expect(slot.value).toBe('board 1')
    await userEvent.click(screen.getByRole('button', { name: 'Install P-10002' }))
    expect(await findToast('alert', 'P-10002 is already in U-10009 (board 1).')).toBeTruthy()
    expect(calls).toEqual([{ partId: part.id, unitId, slot: 'board 1' }])
    expect(field.value).toBe('hb2')
  })
})

describe('the types of parts', () => {
  it('say what is to be ordered, and take a reorder point in their row', async () => {
    const saved: object[] = []
    renderScreen(<PartTypesScreen />, {
      'parts.types': () => ({ rows: [type], nextCursor: null, total: 1, matching: 1, counts: { reorder: 1, free: 1, none: 0 } }),
      'parts.updateType': (input) => {
        saved.push(input)
        return { ...type, reorderPoint: 5 }
      },
    })
    const table = within(await screen.findByRole('table', { name: 'Part types' }))
    expect(await table.findByText('Reorder')).toBeTruthy()
    await userEvent.click(table.getByTitle('Change: Reorder point of Fan 12038'))
    const field = screen.getByLabelText('Reorder point of Fan 12038')
    await userEvent.clear(field)
    await userEvent.type(field, '5{Enter}')
    expect(await findToast('status', 'Part type updated successfully')).toBeTruthy()
    expect(saved).toEqual([expect.objectContaining({ id: unitId, version: 4, reorderPoint: '5', name: 'Fan 12038', cost: 14 })])
  })
})

describe('what is open of parts', () => {
  const order: PartOrder = {
    ...{ id: partId, supplier: 'the maker', reference: null, quantity: 10, received: 0, cost: null },
    ...{ expectedOn: '2026-12-04', cancelledAt: null, createdAt: at, version: 1 },
  }
  const nothing = () => undefined
  const dialogs = {
    details: (
      <PartDetails id={part.id} actions={{ onOpen: nothing, onEdit: nothing, onWriteOff: nothing, onRestock: nothing }} onClose={nothing} />
    ),
    orders: <OrdersDialog type={type} onClose={nothing} />,
  }
  const offered = async (dialog: keyof typeof dialogs, text: string, scopes: Scope[]) => {
    const { unmount } = renderScreen(
      dialogs[dialog],
      {
        'parts.byId': () => ({ ...part, places: [] }),
        'parts.orders': () => [order],
        'audit.history': () => ({ rows: [], nextCursor: null }),
      },
      { scopes },
    )
    await screen.findByText(text)
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
    const fields = [...document.querySelectorAll('input:enabled')].length
    unmount()
    return { names, fields }
  }

  it('offers changes of a part to those alone who may change it', async () => {
    expect((await offered('details', 'Shelf 2', ['parts:write'])).names).toEqual(expect.arrayContaining(['Edit or move', 'Write off']))
    const { names } = await offered('details', 'Shelf 2', ['parts:read'])
    expect(names).not.toContain('Edit or move')
    expect(names).not.toContain('Write off')
  })

  it('offers changes of orders to those alone who may make them', async () => {
    const writer = await offered('orders', '10 from the maker', ['parts:write'])
    expect(writer.names).toEqual(expect.arrayContaining(['Receive', 'Cancel order', 'Order parts']))
    expect(writer.fields).toBe(1)
    const reader = await offered('orders', '10 from the maker', ['parts:read'])
    expect(reader.names.filter((name) => /receive|order/i.test(name))).toEqual([])
    expect(reader.fields).toBe(0)
  })
})
