import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { TogetherMachine } from '~/contracts/cases/evaluation'
import { TogetherDialog } from '~/features/cases/office/trade-ins/together-dialog'
import type { RouterInputs, RouterOutputs } from '~/trpc/client'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const id = (last: number) => `7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d0${last}`
const machine = (last: number, values: Partial<TogetherMachine> = {}): TogetherMachine => ({
  ...{ id: id(last), number: `TRD-1000${last}`, device: 'Bitmain Antminer S19', serialNumber: `SN-${last}`, category: 'ASIC Miner' },
  ...{ grade: 'good', foundGrade: null, evaluated: false, version: 0, draft: null, state: null, isWaiting: false },
  values: [
    { grade: 'excellent', value: 300 },
    { grade: 'good', value: 200 },
    { grade: 'fair', value: null },
    { grade: 'poor', value: 0 },
  ],
  ...values,
})
const noted = {
  grade: null,
  checks: [{ item: 'fans' as const, result: 'fault' as const, note: 'One rattles', internalNote: '' }],
  deductions: [{ reasonId: null, label: 'Fan replacement', explanation: '', kind: 'fixed' as const, amount: 30 }],
  override: null,
}

type Saved = RouterInputs['tradeIns']['saveEvaluation']
type Sent = RouterInputs['tradeIns']['sendOffers']

function show(machines: readonly TogetherMachine[], more: FakeApi = {}) {
  const [saved, sent]: [Saved[], Sent[]] = [[], []]
  const evaluation: RouterOutputs['tradeIns']['evaluation'] = {
    ...{ machine: null, values: noted, quotedValue: null, finalValue: null, version: 1, offers: [], limit: 5000 },
    recipient: 'ada@example.com',
  }
  renderScreen(<TogetherDialog machines={machines} onClose={() => undefined} />, {
    'tradeIns.evaluation': () => evaluation,
    'tradeIns.saveEvaluation': (input) => {
      saved.push(input)
      return evaluation
    },
    'tradeIns.previewOffers': () => ({ recipient: 'ada@example.com', subject: 'Offers', body: 'All of them', validDays: 14 }),
    'tradeIns.sendOffers': (input) => {
      sent.push(input)
      return { sent: ['TRD-10001'], waiting: ['TRD-10002'] }
    },
    ...more,
  })
  return { saved, sent }
}
const dialog = async () => within(await screen.findByRole('dialog'))

it('evaluates each machine in its grade, keeps what was noted, and sends all offers by one email', async () => {
  const drafted = machine(3, { evaluated: true, draft: 170, foundGrade: 'good', version: 2 })
  const { saved, sent } = show([
    machine(1),
    machine(2, { evaluated: true, version: 1, grade: null }),
    drafted,
    machine(4, { state: 'sent' }),
  ])
  const form = await dialog()
  // One without a grade is not offered yet; of the others the values are added up.
  expect(form.getByRole('status').textContent).toBe('Together€370.00')
  expect(form.queryByRole('combobox', { name: 'Grade of TRD-10003' })).toBeNull()
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Grade of TRD-10002' }), 'excellent')
  expect(form.getByRole('status').textContent).toBe('Together€670.00')
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: /TRD-10004/ }).disabled).toBe(true)
  await userEvent.click(form.getByRole('button', { name: 'Save and look at the email' }))
  await userEvent.click(await form.findByRole('button', { name: 'Send 3 offers' }))
  await findToast('status', '1 offer sent. TRD-10002 waits for a second administrator')
  expect(saved.map(({ id: of, grade }) => [of, grade])).toEqual([
    [id(1), 'good'],
    [id(2), 'excellent'],
  ])
  expect(saved[0]?.checks?.every(({ result }) => result === 'ok')).toBe(true)
  expect(saved[1]).toMatchObject({ version: 1, checks: noted.checks, deductions: noted.deductions, override: null })
  expect(sent).toMatchObject([{ offers: [1, 2, 3].map((each) => ({ id: id(each) })), email: { subject: 'Offers' } }])
})

it('leaves out what is not chosen, and says why nothing was saved', async () => {
  const { sent } = show([machine(1), machine(2)], {
    'tradeIns.saveEvaluation': () => {
      throw refusal('CONFLICT', 'Somebody else has changed this evaluation.')
    },
  })
  const form = await dialog()
  await userEvent.click(form.getByRole('checkbox', { name: /TRD-10002/ }))
  expect(form.getByRole('status').textContent).toBe('Together€200.00')
  await userEvent.click(form.getByRole('button', { name: 'Save and look at the email' }))
  await findToast('alert', 'Failed to save the evaluation', 'Somebody else has changed this evaluation.')
  await userEvent.click(form.getByRole('checkbox', { name: /TRD-10001/ }))
  await waitFor(() => expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save and look at the email' }).disabled).toBe(true))
  expect(sent).toEqual([])
})
