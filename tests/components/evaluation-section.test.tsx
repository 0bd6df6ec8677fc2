import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { offeredValue, saveEvaluationInput, valueOfGrade, type Evaluation } from '~/contracts/cases/evaluation'
import type { Offer } from '~/contracts/cases/offers'
import type { DeductionReason } from '~/contracts/cases/deductions'
import { minerReading } from '~/contracts/stock/miners/shape'
import { PageSaves } from '~/features/cases/office/parts/page-saves'
import { EvaluationSection } from '~/features/cases/office/trade-ins/evaluation-section'
import { enterText } from './support/enter-text'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const id = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'
const at = new Date('2026-11-20T12:00:00Z')
const supply = { reasonId: null, label: 'Missing power supply', explanation: 'It came without.', kind: 'fixed', amount: 120 } as const
const reasons: DeductionReason[] = [
  { id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d12', version: 1, isActive: true, ...supply },
  {
    id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d13',
    version: 1,
    isActive: true,
    label: 'Dead hashboard',
    explanation: 'One does not start.',
    kind: 'percent',
    amount: 30,
  },
  { id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d14', version: 1, isActive: false, ...supply, label: 'Old reason' },
]
const machine = {
  manufacturer: 'Bitmain',
  model: 'Antminer S19',
  category: 'ASIC Miner',
  hashrate: '95 TH/s',
  powerConsumption: '3250W',
  baseValueExcellent: 6000,
  baseValueGood: 1000,
  baseValueFair: 600,
  baseValuePoor: 100,
}

const byFirst: Offer['requested'] = {
  ...{ at, by: 'first@example.com', isMine: false, isFromOwnNetwork: true },
  because: '€6,000.00 by one administrator in 24 hours, which is more than €5,000.00',
  whyNot: null,
}

const offer = (values: Partial<Offer> = {}): Offer => ({
  id: 'o1',
  number: 1,
  state: 'draft',
  grade: 'good',
  baseValue: 1000,
  deductions: [supply],
  checks: [],
  finalValue: 880,
  overrideReason: null,
  internalNote: null,
  requested: null,
  refused: null,
  approvedBy: null,
  approvedAt: null,
  sentAt: null,
  expiresAt: null,
  answeredAt: null,
  answerVia: null,
  answerNote: null,
  answeredBy: null,
  createdBy: 'admin@example.com',
  createdAt: at,
  version: 1,
  ...values,
})
const evaluation = (values: Partial<Evaluation> = {}): Evaluation => ({
  machine,
  values: { grade: null, checks: [], deductions: [], override: null },
  quotedValue: 1200,
  finalValue: null,
  version: 0,
  offers: [],
  limit: 5000,
  recipient: 'ada@example.com',
  ...values,
})
const good = { grade: 'good', checks: [], deductions: [supply], override: null } as const
const drafted = (values: Partial<Offer> = {}) =>
  evaluation({ values: { ...good, checks: [], deductions: [supply] }, version: 1, offers: [offer(values)] })
const email = { validDays: 14, recipient: 'ada@example.com', subject: 'Offer for your trade-in', body: 'We have inspected it.' }

/** The section over what is stored, which the calls of a test may change. */
function show(stored: Evaluation, api: FakeApi = {}) {
  const state = { stored }
  renderScreen(
    <PageSaves>
      <EvaluationSection tradeInId={id} grade="good" />
    </PageSaves>,
    {
      'tradeIns.evaluation': () => state.stored,
      'tradeIns.deductionReasons': () => reasons,
      'cases.readings.list': () => [],
      'tradeIns.previewOffer': () => email,
      ...api,
    },
  )
  return state
}
const form = async () => within(await screen.findByRole('region', { name: 'Evaluation' }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const value = () => screen.getByRole('status', { name: 'Value to offer' }).textContent

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

describe('the evaluation of a trade-in', () => {
  it('shows each step of the value as it is typed, beside what was quoted, and saves it', async () => {
    const inputs: object[] = []
    const state = show(evaluation(), {
      'tradeIns.saveEvaluation': (input) => {
        const { grade, checks, deductions, override } = saveEvaluationInput.parse(input)
        inputs.push({ grade, faults: checks.filter(({ result }) => result === 'fault'), deductions })
        state.stored = { ...drafted(), values: { grade, checks, deductions, override } }
        return state.stored
      },
    })
    const section = await form()
    expect(value()).toBe('Not set')
    expect(section.getByText('0 of 8 checked, 0 faults')).toBeTruthy()
    expect(section.getByRole('button', { name: 'Send offer' })).toHaveProperty('disabled', true)
    const fans = within(section.getByRole('group', { name: 'Fans' }))
    await userEvent.click(fans.getByRole('radio', { name: 'Fault' }))
    await enterText(fans.getByRole('textbox', { name: 'Note for the customer' }), 'One is still.')
    await userEvent.click(fans.getByRole('button', { name: 'Add internal note' }))
    await enterText(fans.getByRole('textbox', { name: 'Internal note' }), 'Board 2 next')
    await userEvent.selectOptions(section.getByRole('combobox', { name: 'Grade found' }), 'Good (Minor Wear)')
    expect(value()).toBe('€1,000.00')
    await userEvent.click(section.getByRole('button', { name: 'Add deduction' }))
    expect(screen.queryByRole('menuitem', { name: /Old reason/ })).toBeNull()
    await userEvent.click(await screen.findByRole('menuitem', { name: /Dead hashboard/ }))
    expect(value()).toBe('€700.00')
    expect(section.getByText('Dead hashboard (30% of the value)')).toBeTruthy()
    expect(section.getByText(/Quoted €1,200.00/).textContent).toContain('inspected −€500.00')

    const deduction = within(section.getByRole('group', { name: 'Deduction 1' }))
    await userEvent.clear(deduction.getByRole('textbox', { name: 'Explanation for the customer' }))
    await press('Save')
    expect(await section.findByText('Explain the deduction to the customer')).toBeTruthy()
    expect(inputs).toEqual([])
    await enterText(deduction.getByRole('textbox', { name: 'Explanation for the customer' }), 'Board 2 is dead.')
    await press('Save')
    await findToast('status', 'Success', 'Evaluation saved successfully')
    expect(inputs).toEqual([
      {
        grade: 'good',
        faults: [{ item: 'fans', result: 'fault', note: 'One is still.', internalNote: 'Board 2 next' }],
        deductions: [{ reasonId: reasons[1]?.id, label: 'Dead hashboard', explanation: 'Board 2 is dead.', kind: 'percent', amount: 30 }],
      },
    ])
    await waitFor(() => expect(section.getByRole('button', { name: 'Send offer' })).toHaveProperty('disabled', false))
  })

  it('offers another value with a reason alone, and says when it needs a second administrator', async () => {
    show(drafted())
    const section = await form()
    expect(value()).toBe('€880.00')
    await userEvent.click(section.getByRole('checkbox', { name: 'Offer another value' }))
    await enterText(section.getByRole('spinbutton', { name: 'Other value' }), '5000.01')
    expect(value()).toBe('€5,000.01')
    expect(section.getByText(/More than the €5,000.00 that one administrator may still offer/)).toBeTruthy()
    await press('Save')
    expect(await section.findByText('Give a reason for another value')).toBeTruthy()
    await userEvent.click(section.getByRole('checkbox', { name: 'Offer another value' }))
    expect(value()).toBe('€880.00')
  })

  it('compares amounts in cents, so that it can be sent whatever way they were written in', async () => {
    const state = show(drafted(), {
      'tradeIns.saveEvaluation': (input) => {
        const { grade, checks, deductions, override } = saveEvaluationInput.parse(input)
        state.stored = { ...drafted({ version: 2 }), version: 2, values: { grade, checks, deductions, override } }
        return state.stored
      },
    })
    const section = await form()
    const amount = section.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
    expect(amount.value).toBe('120.00')
    await userEvent.clear(amount)
    await enterText(amount, '30.50')
    await userEvent.selectOptions(section.getByRole('combobox', { name: 'Kind' }), '% of the value')
    expect(amount.value).toBe('30.5')
    await userEvent.selectOptions(section.getByRole('combobox', { name: 'Kind' }), 'EUR')
    expect(amount.value).toBe('30.50')
    await userEvent.click(section.getByRole('checkbox', { name: 'Offer another value' }))
    const other = section.getByRole<HTMLInputElement>('spinbutton', { name: 'Other value' })
    await enterText(other, '900.50')
    await enterText(section.getByRole('textbox', { name: 'Reason for another value, for the customer' }), 'A scratch')
    await press('Save')
    await findToast('status', 'Success', 'Evaluation saved successfully')
    await waitFor(() => expect(section.getByRole('button', { name: 'Send offer' })).toHaveProperty('disabled', false))
    expect([screen.queryByRole('region', { name: 'Unsaved changes' }), other.value]).toEqual([null, '900.50'])
  })

  it('takes the machine of a trade-in that was not quoted, with its values of now', async () => {
    const machines = [{ ...machine, id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d15' }]
    show(evaluation({ machine: null, quotedValue: null }), { 'machines.active': () => machines })
    const section = await form()
    await userEvent.selectOptions(section.getByRole('combobox', { name: 'Grade found' }), 'Fair (Functional with Wear)')
    expect(value()).toBe('Not set')
    await waitFor(() => expect(section.getByRole('option', { name: 'Bitmain Antminer S19' })).toBeTruthy())
    await userEvent.selectOptions(section.getByRole('combobox', { name: 'Machine' }), 'Bitmain Antminer S19')
    expect(value()).toBe('€600.00')
    expect(section.getByText('Nothing was quoted')).toBeTruthy()
  })

  it('is filled from what the machine says of itself', async () => {
    const board = { hashrate: 3e13, nominalHashrate: 3.2e13, chips: 76, expectedChips: 76, temperature: 60, chipTemperature: 70 }
    const reading = minerReading.parse({
      source: 'pyasic',
      hashrate: 6.2e13,
      nominalHashrate: 9.5e13,
      boards: [
        { slot: 1, ...board, isMissing: false, serialNumber: null },
        { slot: 2, ...board, chips: 0, hashrate: 0, isMissing: false, serialNumber: null },
      ],
      fans: [5000, 5000, 5000, 5000],
      expectedFans: 4,
      errors: [],
      pools: [],
    })
    show(evaluation(), {
      'cases.readings.list': () => [{ id: 'r1', phase: 'before', createdAt: at, createdBy: null, fileId: null, reading }],
    })
    const section = await form()
    await press('Fill from reading')
    const result = (name: string) =>
      within(section.getByRole('group', { name })).getByRole<HTMLInputElement>('radio', { checked: true }).value
    expect([result('Boards and chips present'), result('Fans'), result('Corrosion')]).toEqual(['fault', 'ok', 'not_checked'])
    expect(section.getByRole<HTMLSelectElement>('combobox', { name: 'Grade found' }).value).toBe('fair')
    expect(value()).toBe('€420.00')
    expect(section.getByText(/a board does not answer/)).toBeTruthy()
    // Once more adds nothing twice.
    await press('Fill from reading')
    expect(section.getAllByRole('group', { name: /^Deduction \d/ })).toHaveLength(1)
    expect(offeredValue(valueOfGrade(machine, 'fair'), { deductions: [{ ...supply, kind: 'percent', amount: 30 }], override: null })).toBe(
      420,
    )
  })

  it('is well in one press, with the grade that its customer has given, and can be sent at once', async () => {
    const inputs: object[] = []
    const state = show(evaluation(), {
      'tradeIns.saveEvaluation': (input) => {
        const { grade, checks, deductions, override } = saveEvaluationInput.parse(input)
        inputs.push({ grade, results: checks.map(({ result }) => result) })
        state.stored = { ...drafted(), values: { grade, checks, deductions, override } }
        return state.stored
      },
    })
    await form()
    await press('All OK')
    expect(value()).toBe('€1,000.00')
    await press('Send offer')
    expect(await screen.findByRole('dialog', { name: 'Send offer 1' })).toBeTruthy()
    expect(inputs).toEqual([{ grade: 'good', results: Array(8).fill('ok') }])
  })

  it('says what the customer disputes where the offer is revised, and no longer once another one was sent', async () => {
    const disputed = offer({ number: 1, state: 'disputed', answerNote: 'Both fans were new.' })
    show(evaluation({ offers: [disputed] }))
    expect((await form()).getByText('Both fans were new.')).toBeTruthy()
    cleanup()
    show(evaluation({ offers: [offer({ id: 'o2', number: 2, state: 'sent' }), disputed] }))
    expect((await form()).queryByText('Both fans were new.')).toBeNull()
  })

  it('keeps the faults where the rest is OK, and names a deduction for what is OK before it is sent', async () => {
    const contradicted: Partial<Offer> = { checks: [{ item: 'power_supply', result: 'ok', note: '' }], deductions: [supply] }
    show(drafted(contradicted))
    const section = await form()
    const words = /Power supply is OK, but there is a deduction for it: Missing power supply/
    expect(section.queryByText(words)).toBeNull()
    await userEvent.click(within(section.getByRole('group', { name: 'Fans' })).getByRole('radio', { name: 'Fault' }))
    await press('Rest OK')
    expect(section.getByText('8 of 8 checked, 1 fault')).toBeTruthy()
    expect(section.getByText(words)).toBeTruthy()
    await press('Set Power supply to Fault')
    expect(within(section.getByRole('group', { name: 'Power supply' })).getByRole('radio', { name: 'Fault' })).toHaveProperty(
      'checked',
      true,
    )
    expect(section.queryByText(words)).toBeNull()
    await press('Discard')
    await press('Send offer')
    expect(await within(await screen.findByRole('dialog', { name: 'Send offer 1' })).findByText(words)).toBeTruthy()
  })

  it('keeps what was typed where saving fails, and shows both versions where somebody else was first', async () => {
    const inputs: { version?: number | undefined }[] = []
    const state = show(drafted(), {
      'tradeIns.saveEvaluation': (input) => {
        inputs.push(input)
        if (inputs.length === 1) throw new Error('Failed to fetch')
        if (input.version === 1) {
          state.stored = { ...drafted({ version: 2 }), version: 2, values: { ...good, checks: [], deductions: [], grade: 'fair' } }
          throw refusal('CONFLICT', 'Someone else has changed this evaluation in the meantime.')
        }
        state.stored = { ...state.stored, version: 3 }
        return state.stored
      },
    })
    const section = await form()
    const amount = section.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
    await userEvent.clear(amount)
    await userEvent.type(amount, '75')
    await press('Save')
    await findToast('alert', 'Error', 'Failed to save the evaluation')
    expect(amount.value).toBe('75.00')
    await press('Save')
    const dialog = within(await screen.findByRole('dialog', { name: 'Evaluation was changed' }))
    expect(dialog.getByText('Missing power supply, €75.00: It came without.')).toBeTruthy()
    expect(dialog.getByText('Fair')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Keep mine' }))
    await waitFor(() => expect(inputs.at(-1)).toMatchObject({ version: 2, grade: 'fair', deductions: [{ amount: 75 }] }))
  })
})

describe('an offer', () => {
  it('is sent with its email as it was edited', async () => {
    const inputs: object[] = []
    const state = show(drafted(), {
      'tradeIns.sendOffer': ({ id: of, version, email: text }) => {
        inputs.push({ of, version, text })
        state.stored = { ...drafted({ state: 'sent', sentAt: at, expiresAt: new Date('2026-12-04T12:00:00Z') }), version: 0 }
        return state.stored
      },
    })
    await press('Send offer')
    const dialog = within(await screen.findByRole('dialog', { name: 'Send offer 1' }))
    await enterText(await dialog.findByRole('textbox', { name: 'Message' }), ' Call us.')
    await userEvent.click(dialog.getByRole('button', { name: 'Send offer' }))
    await findToast('status', 'Success', 'Offer sent successfully')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Sent offers'))
    expect(inputs).toEqual([{ of: id, version: 1, text: { subject: email.subject, body: `${email.body} Call us.` } }])
    const sent = within(await screen.findByRole('region', { name: 'Sent offers' }))
    expect(sent.getByText('€880.00')).toBeTruthy()
    expect(sent.getByText(/valid until/)).toBeTruthy()
  })

  it('above the limit waits: who has asked cannot approve it, a second administrator can', async () => {
    const dear = { finalValue: 6000 }
    const state = show(drafted(dear), {
      'tradeIns.sendOffer': () => {
        state.stored = drafted({
          ...dear,
          version: 2,
          requested: { at, by: 'me@example.com', isMine: true, isFromOwnNetwork: true, because: null, whyNot: null },
        })
        return state.stored
      },
    })
    await press('Send offer')
    const dialog = within(await screen.findByRole('dialog', { name: 'Send offer 1' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Ask for approval' }))
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/waits for a second administrator/))
    await findToast('status', 'Success', 'Offer waits for a second administrator')
    expect(await screen.findByText(/Somebody else must approve it/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve offer' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Send offer' })).toBeNull()
  })

  it('is approved by somebody else, as it was asked for', async () => {
    const approved: object[] = []
    const state = show(drafted({ finalValue: 6000, version: 2, requested: byFirst }), {
      'tradeIns.approveOffer': ({ id: of, version }) => {
        approved.push({ of, version })
        state.stored = drafted({ state: 'sent', sentAt: at, approvedAt: at, approvedBy: 'me@example.com', finalValue: 6000 })
        return state.stored
      },
    })
    expect(await screen.findByText(/asked for by first@example.com/)).toBeTruthy()
    await press('Approve offer')
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve offer 1' }))
    expect(await dialog.findByText(email.body)).toBeTruthy()
    expect(dialog.getByText(/asked for from your own network/)).toBeTruthy()
    expect(dialog.getByText(/€6,000.00 by one administrator in 24 hours/)).toBeTruthy()
    expect(dialog.queryByRole('textbox')).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Approve and send' }))
    await findToast('status', 'Success', 'Offer approved and sent successfully')
    expect(approved).toEqual([{ of: id, version: 2 }])
    expect(await screen.findByText(/approved by me@example.com/)).toBeTruthy()
  })

  it('is refused, though not approved, by somebody who may not approve it, and says why', async () => {
    show(drafted({ finalValue: 6000, requested: { ...byFirst, whyNot: 'You have been an administrator for less than 7 days.' } }))
    expect(await screen.findByText(/administrator for less than 7 days/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Refuse offer' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve offer' })).toBeNull()
  })

  it('is refused by somebody else, with a reason that stays', async () => {
    const sent: object[] = []
    const state = show(drafted({ finalValue: 6000, version: 2, requested: byFirst }), {
      'tradeIns.refuseOffer': (input) => {
        sent.push(input)
        state.stored = drafted({ finalValue: 6000, version: 3, refused: { at, by: 'me@example.com', note: 'Too much' } })
        return state.stored
      },
    })
    await press('Refuse offer')
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse offer 1?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Refuse offer' }))
    expect(await dialog.findByText('Say why')).toBeTruthy()
    await enterText(dialog.getByRole('textbox', { name: 'Reason' }), 'Too much')
    await userEvent.click(dialog.getByRole('button', { name: 'Refuse offer' }))
    await findToast('status', 'Success', 'Offer refused')
    expect(sent).toEqual([{ id, version: 2, note: 'Too much' }])
    expect(await screen.findByText('Offer 1 was refused by me@example.com: Too much')).toBeTruthy()
  })

  it('takes the answer by telephone', async () => {
    const sent = { state: 'sent', sentAt: at, expiresAt: new Date('2026-12-04T12:00:00Z') } as const
    const inputs: object[] = []
    const state = show(evaluation({ offers: [offer(sent)] }), {
      'tradeIns.recordAnswer': (input) => {
        inputs.push(input)
        state.stored = evaluation({
          offers: [offer({ ...sent, state: 'disputed', answeredAt: at, answerVia: 'telephone', answerNote: 'Wants 950' })],
        })
        return state.stored
      },
    })
    await press('Record answer')
    const dialog = within(await screen.findByRole('dialog', { name: 'Answer to offer 1' }))
    await userEvent.click(dialog.getByRole('radio', { name: 'Disputed' }))
    await enterText(dialog.getByRole('textbox', { name: 'Note' }), 'Wants 950')
    await userEvent.click(dialog.getByRole('button', { name: 'Record answer' }))
    await findToast('status', 'Success', 'Answer recorded successfully')
    expect(inputs).toEqual([{ id, number: 1, answer: 'disputed', note: 'Wants 950' }])
    expect(await screen.findByText(/disputed by telephone/)).toBeTruthy()
  })
})

it('reasons for deductions are added from the menu', async () => {
  const saved: object[] = []
  show(evaluation(), {
    'tradeIns.saveDeductionReason': ({ label, kind, amount }) => {
      saved.push({ label, kind, amount })
      return { id: reasons[0]?.id ?? '', version: 1, isActive: true, label, kind, amount: Number(amount), explanation: '' }
    },
  })
  await press('Add deduction')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit reasons' }))
  const list = within(await screen.findByRole('dialog', { name: 'Reasons for deductions' }))
  expect(await list.findByText('Not offered')).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'Add reason' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add reason' }))
  await enterText(dialog.getByRole('textbox', { name: 'Reason' }), 'Bent lid')
  await userEvent.type(dialog.getByRole('spinbutton', { name: 'Amount' }), '15')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await findToast('status', 'Success', 'Reason saved successfully')
  expect(saved).toEqual([{ label: 'Bent lid', kind: 'fixed', amount: 15 }])
})
