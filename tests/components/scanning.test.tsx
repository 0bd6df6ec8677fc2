import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { labelsAddress, numberOfCode, placeOfCode } from '~/contracts/stock/scanning'
import { rolePresets } from '~/contracts/identity/role-presets'
import type { Scope } from '~/contracts/identity/api-keys'
import type { Part } from '~/contracts/stock/parts'
import type { PartType } from '~/contracts/stock/part-types'
import type { Unit } from '~/contracts/stock/units'
import { ScanField } from '~/features/stock/scanning/scan-field'
import { scanLog } from '~/features/stock/scanning/scan-log'
import { ScanScreen } from '~/features/stock/scanning/scan-screen'
import { useScanner } from '~/features/office/shell/use-scanner'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'

const at = new Date('2026-11-20T12:00:00Z')
const id = (last: string) => `7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d${last}`

const unit: Unit = {
  id: id('01'),
  unitNumber: 'U-10001',
  modelId: null,
  manufacturer: 'Bitmain',
  model: 'S19',
  serialNumber: 'SN-1',
  owner: 'company',
  userId: null,
  ownerCaseId: null,
  ownerLineId: null,
  customer: { email: null, fullName: null },
  state: 'bought',
  location: 'Shelf A',
  cost: null,
  productId: null,
  notes: null,
  mergedInto: null,
  version: 1,
  createdAt: at,
  updatedAt: at,
}
const part: Part = {
  id: id('11'),
  partNumber: 'P-10001',
  typeId: id('21'),
  typeName: 'Fan',
  kind: 'fan',
  sku: null,
  serialNumber: null,
  state: 'in_stock',
  location: 'Shelf B',
  cost: null,
  notes: null,
  reservedFor: null,
  installedIn: null,
  version: 1,
  createdAt: at,
  updatedAt: at,
}
const type: PartType = {
  id: id('21'),
  name: 'Fan',
  kind: 'fan',
  sku: null,
  fits: [],
  cost: null,
  price: null,
  reorderPoint: null,
  stockLevel: null,
  isActive: true,
  inStock: 2,
  reserved: 0,
  onOrder: 0,
  expectedOn: null,
  version: 1,
  createdAt: at,
  updatedAt: at,
}
const page = <Row,>(rows: Row[]) => ({ rows, nextCursor: null, total: rows.length, matching: rows.length })
const noParts = { ...page<Part>([]), counts: { in_stock: 0, reserved: 0, installed: 0, taken_out: 0, scrapped: 0, sold: 0 }, toReorder: 0 }

afterEach(() => {
  scanLog.set([])
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
async function type_(label: string, code: string) {
  const input = await field(label)
  await userEvent.clear(input)
  await userEvent.type(input, `${code}{Enter}`)
}
const lastScans = async () => within(await screen.findByRole('region', { name: 'Last scans' }))
const things: FakeApi = {
  'units.find': ({ code }) => (code === 'sn1' ? [unit] : []),
  'parts.find': ({ code }) =>
    code === 'P-10001' ? [part] : code === 'twice' ? [part, { ...part, id: id('12'), partNumber: 'P-10002' }] : [],
}

describe('codes', () => {
  it('are read as what they mean', () => {
    expect(placeOfCode(' loc:Shelf B3 ')).toBe('Shelf B3')
    expect(placeOfCode('https://shop.example/admin/scan?place=Shelf%20B3')).toBe('Shelf B3')
    for (const code of ['LOC:', 'Shelf B3', 'https://shop.example/admin/units/U-1', 'https://['] as const)
      expect(placeOfCode(code)).toBeNull()
    expect(numberOfCode('https://shop.example/admin/scan?code=P-10001')).toBe('P-10001')
    expect(numberOfCode('https://shop.example/admin/parts?details=x')).toBe('x')
    expect(numberOfCode(' U-10001 ')).toBe('U-10001')
    expect(labelsAddress({ unit: ['U-1', 'U-2'], place: ['A & B'] })).toBe('/api/labels?unit=U-1&unit=U-2&place=A+%26+B')
  })
})

describe('the field for codes', () => {
  it('takes codes one after another, keeps a typed one that was refused, and a scanner’s while nothing has the focus', async () => {
    const taken: string[] = []
    const waits: (() => void)[] = []
    function Screen() {
      useScanner()
      return (
        <ScanField
          label="Code"
          onCode={async (code) => {
            taken.push(code)
            await new Promise<void>((resolve) => waits.push(resolve))
            return code !== 'wrong'
          }}
        />
      )
    }
    renderScreen(<Screen />, {})
    const input = await field('Code')
    let clock = 1_000
    for (const key of [...Array.from('SN-0042x'), 'Enter']) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: (clock += 5) })
      act(() => void document.body.dispatchEvent(event))
    }
    await waitFor(() => expect(taken).toEqual(['SN-0042x']))
    fireEvent.change(input, { target: { value: ' wrong ' } })
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(taken).toHaveLength(1)
    waits[0]?.()
    await waitFor(() => expect(taken).toEqual(['SN-0042x', 'wrong']))
    waits[1]?.()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Enter' }).ariaBusy).not.toBe('true'))
    expect(input.value).toBe('wrong')
  })

  it.each([
    ['NotAllowedError', 'The camera is not allowed for this site'],
    ['NotFoundError', 'This device has no camera'],
    [undefined, 'Browsers lend the camera to secure pages'],
  ])('says why there is no camera (%s), and takes what is typed all the same', async (name, words) => {
    const getUserMedia = () => Promise.reject(new DOMException('No', name))
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
    vi.stubGlobal('isSecureContext', name !== undefined)
    const taken: string[] = []
    renderScreen(<ScanField label="Code" onCode={(code) => void taken.push(code)} />, {})
    await userEvent.click(screen.getByRole('button', { name: 'Scan with the camera' }))
    expect(await screen.findByText(new RegExp(words))).toBeTruthy()
    await type_('Code', 'U-1')
    await waitFor(() => expect(taken).toEqual(['U-1']))
    expect((await field('Code')).value).toBe('')
  })
})

describe('finding', () => {
  it('opens what a code names, says so of what nothing has, and keeps it to be corrected', async () => {
    renderScreen(
      <ScanScreen />,
      { 'admin.scan': ({ code }) => (code === 'P-10001' ? { noun: 'parts', id: part.id, title: 'P-10001', detail: 'Fan' } : null) },
      { pathname: '/admin/scan' },
    )
    const label = 'Machine, part, case, parcel or order'
    await type_(label, 'P-1ooo9')
    expect((await lastScans()).getByText(/Nothing has this code/)).toBeTruthy()
    expect((await field(label)).value).toBe('P-1ooo9')
    await type_(label, 'P-10001')
    await waitFor(() => expect(screen.getByTestId('left-for').textContent).toBe(`/admin/parts?details=${part.id}`))
  })

  it('begins with the code of the address, and leads a place to its count', async () => {
    const asked: string[] = []
    renderScreen(
      <ScanScreen />,
      {
        'admin.scan': ({ code }) => {
          asked.push(code)
          return null
        },
        'units.list': () => ({ ...page<Unit>([]), counts: Object.create(null), inStock: 0, here: 0 }),
        'parts.list': () => noParts,
      },
      { pathname: '/admin/scan', query: { code: 'P-10009' } },
    )
    await waitFor(() => expect(asked).toEqual(['P-10009']))
    await type_('Machine, part, case, parcel or order', 'LOC:Shelf B3')
    expect(await screen.findByText('0 on record', { exact: false })).toBeTruthy()
    expect(JSON.parse(screen.getByTestId('address').textContent)).toEqual({ mode: 'count', place: 'Shelf B3' })
  })
})

describe('moving', () => {
  it('takes the place first, then one thing after another; what is refused says why, and what was moved can go back', async () => {
    const moved: object[] = []
    renderScreen(
      <ScanScreen />,
      {
        ...things,
        'units.update': (input) => {
          moved.push(input)
          return { ...unit, location: input.location ?? null }
        },
        'parts.update': () => {
          throw refusal('CONFLICT', 'P-10001 is in U-10009 (board 0). Take it out first.')
        },
      },
      { pathname: '/admin/scan', query: { mode: 'move' } },
    )
    await type_('Place', 'sn1')
    expect((await lastScans()).getByText(/Scan or type the place first/)).toBeTruthy()
    await type_('Place', 'LOC:Shelf B3')
    await type_('Machine or part', 'sn1')
    const undo = await screen.findByRole('button', { name: 'Undo: U-10001' })
    expect((await lastScans()).getByText('Shelf A → Shelf B3')).toBeTruthy()
    await type_('Machine or part', 'P-10001')
    expect(await (await lastScans()).findByText(/Take it out first/)).toBeTruthy()
    await type_('Machine or part', 'twice')
    const choice = within(await screen.findByRole('region', { name: 'Which one?' }))
    expect(choice.getAllByRole('button')).toHaveLength(2)
    await userEvent.click(undo)
    expect(await (await lastScans()).findByText('Back in Shelf A')).toBeTruthy()
    expect(moved).toEqual([
      { id: unit.id, location: 'Shelf B3' },
      { id: unit.id, location: 'Shelf A' },
    ])
  })
})

describe('counting', () => {
  it('a place shows what is there and not on record, and puts it there with one press', async () => {
    const moved: object[] = []
    renderScreen(
      <ScanScreen />,
      {
        ...things,
        'units.list': () => ({
          ...page([{ ...unit, id: id('02'), unitNumber: 'U-10002' }]),
          counts: Object.create(null),
          inStock: 1,
          here: 0,
        }),
        'parts.list': () => noParts,
        'units.update': (input) => {
          moved.push(input)
          return unit
        },
      },
      { pathname: '/admin/scan', query: { mode: 'count', place: 'Shelf B3' } },
    )
    await type_('Machine or part', 'sn1')
    const others = within(await screen.findByRole('region', { name: 'Here, but not on record' }))
    expect(others.getByText('U-10001')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Not scanned yet' })).getByText('U-10002')).toBeTruthy()
    await type_('Machine or part', 'sn1')
    expect(await (await lastScans()).findByText('Counted already')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Put 1 here' }))
    expect(await (await lastScans()).findByText('1 put here')).toBeTruthy()
    expect(moved).toEqual([{ id: unit.id, location: 'Shelf B3' }])
  })

  it('a type books what was scanned, and what came back, with one press', async () => {
    const booked: object[] = []
    const gone: Part = { ...part, id: id('13'), partNumber: 'P-10003', state: 'scrapped' }
    renderScreen(
      <ScanScreen />,
      {
        'units.find': () => [],
        'parts.find': ({ code }) => (code === 'P-10001' ? [part] : code === 'P-10003' ? [gone] : []),
        'parts.type': () => type,
        'parts.list': (view) =>
          typeof view === 'object' && view.status === 'in_stock'
            ? { ...noParts, ...page([part, { ...part, id: id('12'), partNumber: 'P-10002' }]) }
            : noParts,
        'parts.restock': (input) => {
          booked.push(input)
          return part
        },
        'parts.count': (input) => {
          booked.push(input)
          return { type, received: [], writtenOff: ['P-10002'] }
        },
      },
      { pathname: '/admin/scan', query: { mode: 'count', type: type.id } },
    )
    await type_('Part', 'P-10001')
    await type_('Part', 'P-10003')
    expect(within(await screen.findByRole('region', { name: 'Back in stock when booked' })).getByText('P-10003')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Book, 1 missing' }))
    expect(await (await lastScans()).findByText('1 back in stock, 1 written off')).toBeTruthy()
    expect(booked).toEqual([
      { id: gone.id, version: 1 },
      { typeId: type.id, counted: 2, expected: 3, reason: 'Counted by scanning', seen: [part.id, gone.id] },
    ])
  })
})

describe('labels', () => {
  it('are collected and printed at once, for things and for places', async () => {
    renderScreen(<ScanScreen />, things, { pathname: '/admin/scan', query: { mode: 'labels' } })
    await type_('Machine or part', 'sn1')
    await userEvent.click(await screen.findByLabelText('Places'))
    await type_('Place', 'Shelf B3')
    const print = await screen.findByRole('link', { name: /Print 2 labels/ })
    expect(print.getAttribute('href')).toBe('/api/labels?unit=U-10001&place=Shelf+B3')
  })

  it.each([
    { scopes: ['parts:read', 'admin:read'], modes: ['Find', 'Labels'] },
    // Nobody dispatches an order who may not open one.
    { scopes: [...rolePresets.technician.scopes], modes: ['Find', 'Move', 'Count', 'Labels'] },
    { scopes: [...rolePresets.desk.scopes], modes: ['Find', 'Move', 'Count', 'Dispatch', 'Labels'] },
  ] satisfies { scopes: Scope[]; modes: string[] }[])(
    'and other modes are there for people who may use them: $modes',
    async ({ scopes, modes }) => {
      renderScreen(<ScanScreen />, { 'admin.scan': () => null }, { pathname: '/admin/scan', scopes })
      const shown = within(screen.getByRole('navigation', { name: 'What to do with codes' })).getAllByRole('button')
      expect(shown.map(({ textContent }) => textContent)).toEqual(modes)
      await type_('Machine, part, case, parcel or order', 'ORD-10009')
      expect((await lastScans()).getByText(/^Nothing that you may open has this code/)).toBeTruthy()
    },
  )
})
