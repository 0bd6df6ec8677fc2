import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { estimateLines, type Estimate, type RepairEstimates } from '~/contracts/cases/estimates'
import { PageSaves } from '~/features/cases/office/parts/page-saves'
import { EstimateSection } from '~/features/cases/office/repairs/estimate-section'
import { enterText } from './support/enter-text'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const id = '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11'
const at = new Date('2026-11-20T12:00:00Z')
const board = { kind: 'labour', label: 'Hashboard repair', quantity: 1, price: 150 } as const

const estimate = (values: Partial<Estimate> = {}): Estimate => ({
  id: 'e1',
  number: 1,
  state: 'draft',
  lines: [board],
  total: 150,
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
const sent = (values: Partial<Estimate> = {}) =>
  estimate({ state: 'sent', sentAt: at, expiresAt: new Date('2026-12-04T12:00:00Z'), ...values })
const accepted = (values: Partial<Estimate> = {}) =>
  sent({ state: 'accepted', answeredAt: at, answerVia: 'telephone', answeredBy: 'admin@example.com', ...values })

const money = (values: Partial<RepairEstimates> = {}): RepairEstimates => ({
  version: 1,
  service: 'hashboard',
  expedited: null,
  estimates: [],
  accepted: null,
  actual: { lines: [], cost: null },
  recipient: 'ada@example.com',
  ...values,
})

const presets = [
  { id: 'p1', version: 1, service: 'hashboard' as const, isActive: true, ...board },
  { id: 'p2', version: 1, service: 'power_supply' as const, isActive: true, ...board, label: 'Power supply repair' },
]

/** The section over what is stored, which the calls of a test may change. */
function show(stored: RepairEstimates, api: FakeApi = {}) {
  const state = { stored }
  renderScreen(
    <PageSaves>
      <EstimateSection repairId={id} />
    </PageSaves>,
    { 'repairs.estimates': () => state.stored, 'repairs.presets': () => presets, ...api },
  )
  return state
}
const lines = async (name: string) => within(await screen.findByRole('table', { name }))
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

describe('the draft of an estimate', () => {
  it('adds up what is typed, says what is wrong, and saves it with the version it stands on', async () => {
    const inputs: object[] = []
    const state = show(money(), {
      'repairs.saveEstimate': (input) => {
        inputs.push(input)
        state.stored = money({ estimates: [estimate({ ...estimateLines.parse(input) })] })
        return state.stored
      },
    })
    const draft = await section('Estimate 1')
    expect(draft.getByRole('button', { name: 'Send estimate' })).toHaveProperty('disabled', true)
    await userEvent.click(draft.getByRole('button', { name: 'Add preset' }))
    expect(screen.queryByRole('menuitem', { name: /Power supply/ })).toBeNull()
    await userEvent.click(await screen.findByRole('menuitem', { name: /Hashboard repair/ }))
    await userEvent.click(draft.getByRole('button', { name: 'Add line' }))
    await waitFor(() => expect(document.activeElement).toBe(draft.getByRole('textbox', { name: 'Description of line 2' })))
    await userEvent.keyboard('ASIC chip')
    const quantity = draft.getByRole('textbox', { name: 'Quantity of line 2' })
    await userEvent.clear(quantity)
    await userEvent.type(quantity, '2')
    await press('Save')
    expect(await draft.findByText('Price is required')).toBeTruthy()
    expect(inputs).toEqual([])
    await enterText(draft.getByRole('textbox', { name: 'Price of line 2' }), '20.05')
    expect(draft.getByRole('status', { name: 'Total' }).textContent).toBe('€190.10')

    await press('Save')
    await findToast('status', 'Success', 'Estimate saved successfully')
    expect(inputs).toEqual([{ id, version: 0, lines: [board, { kind: 'part', label: 'ASIC chip', quantity: 2, price: 20.05 }] }])
    await waitFor(() => expect(draft.getByRole('button', { name: 'Send estimate' })).toHaveProperty('disabled', false))
  })

  it('of an expedited repair begins with its fee, which has a price before it can be sent', async () => {
    const inputs: object[] = []
    const state = show(money({ expedited: { label: 'Expedited service', price: null } }), {
      'repairs.saveEstimate': (input) => {
        inputs.push(input)
        state.stored = money({ estimates: [estimate({ ...estimateLines.parse(input) })] })
        return state.stored
      },
    })
    const draft = await section('Estimate 1')
    expect(draft.getByRole('textbox', { name: 'Description of line 1' })).toHaveProperty('value', 'Expedited service')
    await press('Send estimate')
    expect(await draft.findByText('Price is required')).toBeTruthy()
    await userEvent.type(draft.getByRole('textbox', { name: 'Price of line 1' }), '40')
    await press('Save')
    await waitFor(() =>
      expect(inputs).toEqual([{ id, version: 0, lines: [{ kind: 'fee', label: 'Expedited service', quantity: 1, price: 40 }] }]),
    )
  })

  it('takes 12.50 for what 12.5 is: once it is saved it can be sent, and an amount shows its cents', async () => {
    const state = show(money({ estimates: [estimate()] }), {
      'repairs.saveEstimate': (input) => {
        state.stored = money({ estimates: [estimate({ version: 2, ...estimateLines.parse(input) })] })
        return state.stored
      },
    })
    const draft = await section('Estimate 1')
    const price = draft.getByRole<HTMLInputElement>('textbox', { name: 'Price of line 1' })
    const quantity = draft.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of line 1' })
    expect([price.value, quantity.value]).toEqual(['150.00', '1'])
    await userEvent.clear(quantity)
    await userEvent.type(quantity, '2.0')
    await userEvent.clear(price)
    await enterText(price, '12.50')
    expect(price.value).toBe('12.50')
    expect(screen.getByRole('region', { name: 'Unsaved changes' })).toBeTruthy()
    await userEvent.keyboard('{Enter}')
    await findToast('status', 'Success', 'Estimate saved successfully')
    await waitFor(() => expect(draft.getByRole('button', { name: 'Send estimate' })).toHaveProperty('disabled', false))
    expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull()
    await userEvent.type(price, '{Backspace}')
    expect(price.value).toBe('12.5')
    await userEvent.tab()
    expect([price.value, quantity.value]).toEqual(['12.50', '2'])
    expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull()
  })

  it('keeps what was typed where saving fails', async () => {
    show(money({ estimates: [estimate()] }), {
      'repairs.saveEstimate': () => {
        throw new Error('Failed to fetch')
      },
    })
    const price = (await lines('Lines of estimate 1')).getByRole<HTMLInputElement>('textbox', { name: 'Price of line 1' })
    await userEvent.clear(price)
    await userEvent.type(price, '175{Enter}')
    await findToast('alert', 'Error', 'Failed to save estimate')
    expect(price.value).toBe('175')
    expect(screen.getByRole('region', { name: 'Unsaved changes' })).toBeTruthy()
  })

  it('shows both versions where somebody else was first', async () => {
    const inputs: { version?: number | undefined }[] = []
    const state = show(money({ estimates: [estimate()] }), {
      'repairs.saveEstimate': (input) => {
        inputs.push(input)
        if (input.version === 1) {
          state.stored = money({ estimates: [estimate({ version: 2, lines: [{ ...board, price: 140 }] })] })
          throw refusal('CONFLICT', 'Someone else has changed this estimate in the meantime.')
        }
        state.stored = money({ estimates: [estimate({ version: 3, ...estimateLines.parse(input) })] })
        return state.stored
      },
    })
    const price = (await lines('Lines of estimate 1')).getByRole('textbox', { name: 'Price of line 1' })
    await userEvent.clear(price)
    await userEvent.type(price, '160{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Estimate 1 was changed' }))
    expect(dialog.getByText('Labour: Hashboard repair, 1 × €160.00')).toBeTruthy()
    expect(dialog.getByText('Labour: Hashboard repair, 1 × €140.00')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Keep mine' }))
    await findToast('status', 'Success', 'Estimate saved successfully')
    expect(inputs.map(({ version }) => version)).toEqual([1, 2])
  })
})

describe('sending an estimate', () => {
  const preview = { validDays: 14, recipient: 'ada@example.com', subject: 'Estimate for your repair REP-10001', body: 'Total: €150.00' }

  it('shows the email first, sends what was made of it, and keeps that where it fails', async () => {
    let broken = true
    const inputs: object[] = []
    const state = show(money({ estimates: [estimate()] }), {
      'repairs.previewEstimate': () => preview,
      'repairs.sendEstimate': (input) => {
        inputs.push(input)
        if (broken) throw refusal('CONFLICT', 'There is no draft to send.')
        state.stored = money({ estimates: [sent()] })
        return state.stored
      },
    })
    await press('Send estimate')
    const dialog = within(await screen.findByRole('dialog', { name: 'Send estimate 1' }))
    const message = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
    await userEvent.type(message, '{End} Call us.')
    await userEvent.click(dialog.getByRole('button', { name: 'Send estimate' }))
    await findToast('alert', 'Error', 'Failed to send estimate')
    expect(message.value).toBe('Total: €150.00 Call us.')
    broken = false
    await userEvent.click(dialog.getByRole('button', { name: 'Send estimate' }))
    await findToast('status', 'Success', 'Estimate sent successfully')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Sent estimates'))
    const email = { subject: preview.subject, body: 'Total: €150.00 Call us.' }
    expect(inputs).toMatchObject([
      { id, version: 1, email },
      { id, version: 1, email },
    ])
    expect((await section('Sent estimates')).getByText('Sent')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says that there is no address, and counts it as told in another way', async () => {
    const inputs: object[] = []
    const state = show(money({ recipient: null, estimates: [estimate()] }), {
      'repairs.previewEstimate': () => ({ ...preview, recipient: null }),
      'repairs.sendEstimate': (input) => {
        inputs.push(input)
        state.stored = money({ estimates: [sent()] })
        return state.stored
      },
    })
    await press('Send estimate')
    expect(await screen.findByText(/No email address of the customer is known/)).toBeTruthy()
    await press('Go on without email')
    await waitFor(() => expect(inputs).toMatchObject([{ id, version: 1, email: null }]))
  })
})

describe('the answer and the work', () => {
  it('records what the customer has said on the telephone', async () => {
    const inputs: object[] = []
    const state = show(money({ estimates: [sent({ number: 2 }), sent({ id: 'e0', number: 1, state: 'expired' })] }), {
      'repairs.recordAnswer': (input) => {
        inputs.push(input)
        state.stored = money({ version: 2, estimates: [accepted({ number: 2 })], accepted: 150, actual: { lines: [board], cost: 150 } })
        return state.stored
      },
    })
    const list = await section('Sent estimates')
    expect(list.getAllByRole('button', { name: 'Record answer' })).toHaveLength(1)
    await press('Record answer')
    const dialog = within(await screen.findByRole('dialog', { name: 'Answer to estimate 2' }))
    await userEvent.click(dialog.getByRole('radio', { name: 'Declined' }))
    await userEvent.click(dialog.getByRole('radio', { name: 'Accepted' }))
    await enterText(dialog.getByRole('textbox', { name: 'Note' }), 'Called at noon')
    await userEvent.click(dialog.getByRole('button', { name: 'Record answer' }))
    await findToast('status', 'Success', 'Answer recorded successfully')
    expect(inputs).toEqual([{ id, number: 2, answer: 'accepted', note: 'Called at noon' }])
    expect((await lines('Lines of the actual work')).getByRole('textbox', { name: 'Description of line 1' })).toHaveProperty(
      'value',
      'Hashboard repair',
    )
  })

  it('begins another estimate with the lines of the one that was declined, which can be sent at once', async () => {
    const declined = sent({ state: 'declined', answeredAt: at, answerVia: 'telephone' })
    const state = show(money({ estimates: [declined] }), {
      'repairs.saveEstimate': (input) => {
        state.stored = money({ estimates: [estimate({ number: 2, ...estimateLines.parse(input) }), declined] })
        return state.stored
      },
    })
    expect(await screen.findByText('Estimate 1 was declined.')).toBeTruthy()
    await press('Revise estimate 1')
    const draft = await lines('Lines of estimate 2')
    expect(await draft.findByDisplayValue('Hashboard repair')).toBeTruthy()
    await press('Send estimate')
    expect(await screen.findByRole('dialog', { name: 'Send estimate 2' })).toBeTruthy()
  })

  it('says that work beyond what was accepted needs another estimate, and why it was not saved', async () => {
    const sentence = 'The customer has accepted €150.00. Work beyond that needs another estimate: €300.00 is €150.00 more.'
    show(money({ estimates: [accepted()], accepted: 150, actual: { lines: [board], cost: 150 } }), {
      'repairs.saveActualLines': () => {
        throw refusal('BAD_REQUEST', sentence, { lines: [sentence] })
      },
    })
    const work = await section('Actual work')
    expect(work.getByText('The customer has accepted €150.00.')).toBeTruthy()
    const quantity = work.getByRole('textbox', { name: 'Quantity of line 1' })
    await userEvent.clear(quantity)
    await userEvent.type(quantity, '2')
    expect(await work.findByText(/€150.00 more than the €150.00/)).toBeTruthy()
    await press('Save')
    expect(await work.findByRole('alert')).toHaveProperty('textContent', sentence)
    expect(quantity).toHaveProperty('value', '2')
  })
})
