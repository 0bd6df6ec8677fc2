import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { FoundBoard, UnitBoards } from '~/contracts/stock/boards'
import type { UnitRefurbishing } from '~/contracts/stock/refurbishing'
import type { Unit } from '~/contracts/stock/units'
import { readMiner } from '~/contracts/stock/miners/reading'
import { RefurbishingSection } from '~/features/stock/units/refurbishing-section'
import { UnitPage } from '~/features/stock/units/unit-page'
import { UnitBoardsSection } from '~/features/stock/units/unit-boards-section'
import type { RouterInputs } from '~/trpc/client'
import { readingOf } from '../setup/machine-reading'
import { refusal, renderScreen } from './support/fake-api'
import { findToast } from './support/toasts'

const id = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'
const at = new Date('2026-11-24T10:00:00Z')

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

const reading = { ...readMiner(readingOf({ boards: ['A', 'X'] })), errors: ['Chain 1 find 70 asic'] }
const found = (slot: number, over: Partial<FoundBoard>): FoundBoard => ({
  ...{ id: `${id.slice(0, -1)}${slot}`, readingId: id, slot, serialNumber: 'A', verdict: 'same', answer: null, readAt: at },
  ...{ answeredBy: null, answeredAt: null, swappedIn: null },
  ...over,
})
const foreign = found(1, { serialNumber: 'X', verdict: 'foreign' })
const boards: UnitBoards = {
  before: null,
  after: { id, phase: 'after', createdAt: at, createdBy: null, reading, caseNumber: 'RPR-7' },
  boards: [
    { found: found(0, { verdict: 'swapped_here', swappedIn: { partNumber: 'P-10001', caseNumber: 'RPR-7' } }) },
    { found: foreign },
  ].map((side, slot) => ({
    slot,
    before: { measured: null, found: null },
    after: { measured: reading.boards[slot] ?? null, ...side },
  })),
  foreign: [foreign],
  notices: ['The reading names 4 boards, and a Bitmain Antminer S19 has 3.'],
}

it('shows each board beside the record, asks about one that nobody here has changed, and says why a file is refused', async () => {
  const answers: RouterInputs['units']['answerBoard'][] = []
  renderScreen(<UnitBoardsSection unitId={id} mayWrite />, {
    'units.boards': () => boards,
    'units.answerBoard': (input) => {
      answers.push(input)
      return { id }
    },
    'units.addReading': () => {
      throw refusal('BAD_REQUEST', 'This is a reading of another machine: its serial number is SN-2, and U-10001 has SN-1.')
    },
  })
  const table = await screen.findByRole('table', { name: 'Boards before and after the work' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows[0]?.textContent).toContain('Swapped here')
  expect(rows[0]?.textContent).toContain('P-10001, RPR-7')
  expect(rows[0]?.textContent).not.toContain('Chain 1')
  expect(rows[1]?.textContent).toContain('Chain 1 find 70 asic')
  expect(screen.getByText(/names 4 boards/)).toBeTruthy()
  const question = within(screen.getByRole('group', { name: 'Question about Board 2' }))
  await userEvent.click(question.getByRole('button', { name: 'Swapped before us' }))
  await vi.waitFor(() => expect(answers).toEqual([{ id: foreign.id, answer: 'swapped before us' }]))
  await userEvent.type(screen.getByLabelText(/Power at the wall/), '3100')
  // jsdom reads no text out of files.
  const file = Object.assign(new File(['{}'], 'other.json', { type: 'application/json' }), { text: () => Promise.resolve('{}') })
  await userEvent.upload(screen.getByLabelText('Read machine: after the work'), file)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'other.json: This is a reading of another machine: its serial number is SN-2, and U-10001 has SN-1.',
  )
  expect(screen.getByLabelText(/Power at the wall/)).toHaveProperty('value', '3100')
})

const unit: Unit = {
  ...{ id, unitNumber: 'U-10001', modelId: null, manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: 'SN-1' },
  ...{ owner: 'company', userId: null, ownerCaseId: null, ownerLineId: null, customer: { fullName: null, email: null } },
  ...{ state: 'refurbishing', location: null, cost: null, productId: null, notes: null, mergedInto: null, version: 1 },
  ...{ createdAt: at, updatedAt: at },
}
const refurbishing: UnitRefurbishing = {
  refurbishment: {
    ...{ id, caseNumber: 'TRD-7', startedAt: at, finishedAt: null, finishedBy: null, safetyTest: null },
    steps: [
      { position: 0, label: 'Cleaned', doneAt: at, doneBy: 'Ben Bench' },
      { position: 1, label: 'Firmware and pools reset', doneAt: null, doneBy: null },
    ],
    ...{ loadTestFrom: null, loadTestUntil: null },
  },
  loadTestMinutes: 30,
  missing: ['the step “Firmware and pools reset”', 'an electrical safety test'],
}

it('ticks steps, begins the load test, records the safety test, and says why a machine is not ready', async () => {
  const sent: unknown[] = []
  const take = (input: unknown) => {
    sent.push(input)
    return { id }
  }
  const lacks = 'U-10001 cannot become ready yet: it lacks the step “Firmware and pools reset”.'
  const shown = renderScreen(<RefurbishingSection unit={unit} mayWrite />, {
    'units.refurbishing': () => refurbishing,
    'units.tickStep': take,
    'units.saveLoadTest': take,
    'units.saveSafetyTest': take,
  })
  const steps = within(await screen.findByRole('list', { name: 'Steps' }))
  expect(steps.getByRole('checkbox', { name: /Cleaned/ })).toHaveProperty('checked', true)
  await userEvent.click(steps.getByRole('checkbox', { name: /Firmware and pools reset/ }))
  await vi.waitFor(() => expect(sent).toEqual([{ id, position: 1, isDone: true }]))
  expect(screen.getByText(/at least 30 minutes/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Start load test' }))
  await vi.waitFor(() => expect(sent[1]).toEqual({ id, from: expect.any(Date) }))
  await userEvent.click(screen.getByRole('button', { name: 'Record the test' }))
  const form = within(await screen.findByRole('dialog', { name: 'Electrical safety test' }))
  await userEvent.click(form.getByRole('radio', { name: 'Failed' }))
  await userEvent.type(form.getByLabelText('Reference'), 'PAT-7')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent[2]).toMatchObject({ id, passed: false, reference: 'PAT-7', was: null }))
  expect(within(screen.getByRole('list', { name: 'Still missing' })).getAllByRole('listitem')).toHaveLength(2)
  // The button is off, and the reasons stand above it.
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ready for sale' }).disabled).toBe(true)
  shown.unmount()
  renderScreen(<RefurbishingSection unit={unit} mayWrite />, {
    'units.refurbishing': () => ({ ...refurbishing, missing: [] }),
    'units.makeReady': () => {
      throw refusal('CONFLICT', lacks)
    },
  })
  // Somebody else may have taken a step back meanwhile.
  await userEvent.click(await screen.findByRole('button', { name: 'Ready for sale' }))
  expect(await screen.findByText(new RegExp(lacks.slice(0, 40)))).toBeTruthy()
})

it('puts a machine on the bench by the next step of its page, and shows the work', async () => {
  let state: Unit['state'] = 'bought'
  const begun: string[] = []
  // The page loads its sections on demand, which must not outlast the test.
  await Promise.all([
    import('~/features/stock/sale/unit-sale-section'),
    import('~/features/stock/parts/unit-parts-section'),
    import('~/features/stock/passports/unit-passport-section'),
    import('~/features/stock/claims/waiting-claims'),
    import('~/features/stock/units/unit-timeline'),
  ])
  const scrolled = vi.fn<() => void>()
  Element.prototype.scrollIntoView = scrolled
  renderScreen(<UnitPage number={unit.unitNumber} />, {
    'units.page': () => ({
      unit: { ...unit, owner: 'company', state },
      ...{ deviceModel: null, product: null, keep: null, merged: [], cases: [], isDisputed: false },
    }),
    'units.beginRefurbishing': ({ id }) => {
      begun.push(id)
      state = 'refurbishing'
      return { ...unit, owner: 'company', state }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Begin refurbishing' }))
  expect(await findToast('status', `${unit.unitNumber} is on the bench`)).toBeTruthy()
  expect(begun).toEqual([unit.id])
  expect(scrolled).toHaveBeenCalled()
  expect(await screen.findByRole('button', { name: 'Go on refurbishing' })).toBeTruthy()
})
