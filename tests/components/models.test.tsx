import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Model, SuggestedModel } from '~/contracts/catalogue/models'
import { MachinesScreen } from '~/features/catalogue/machines/machines-screen'
import { ModelsScreen } from '~/features/catalogue/models/models-screen'
import type { RouterInputs } from '~/trpc/client'
import { renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

const suggested = (values: Partial<SuggestedModel>): SuggestedModel => ({
  id: 'a',
  manufacturer: 'Bitmain',
  model: 'Antminer S21',
  category: 'Hydro Miner',
  algorithm: 'SHA-256',
  hashrate: '200 TH/s',
  power: '3500W',
  efficiency: '17.5 J/TH',
  machineId: null,
  ...values,
})
const models: FakeApi['models.suggest'] = ({ search }) =>
  search === 's21'
    ? [suggested({}), suggested({ id: 'b', model: 'Antminer S21 Pro', hashrate: '234 TH/s', power: null, category: 'ASIC Miner' })]
    : []

it('a model fills the form of a machine, and leaves what was typed by hand', async () => {
  const user = userEvent.setup()
  renderScreen(
    <MachinesScreen />,
    {
      'models.suggest': models,
      'machines.list': () => ({ rows: [], nextCursor: null, total: 0, matching: 0, counts: { active: 0, inactive: 0 }, avgMaxValue: 0 }),
    },
    { pathname: '/admin/machines', query: { add: '1' } },
  )
  const form = within(await screen.findByRole('dialog', { name: 'Add Machine' }))
  const text = (label: string) => form.getByLabelText<HTMLInputElement>(label).value
  const choose = async (name: RegExp) => {
    await user.type(form.getByRole('combobox', { name: 'Find a device' }), 's21')
    await user.click(await screen.findByRole('option', { name }))
  }
  await choose(/S21200/)
  expect(['Manufacturer', 'Model', 'Category', 'Hashrate', 'Power consumption'].map(text)).toEqual([
    'Bitmain',
    'Antminer S21',
    'Hydro Miner',
    '200 TH/s',
    '3500W',
  ])
  await user.clear(form.getByLabelText('Hashrate'))
  await user.type(form.getByLabelText('Hashrate'), '199 TH/s')
  await choose(/S21 Pro/)
  expect(['Model', 'Category', 'Hashrate', 'Power consumption'].map(text)).toEqual(['Antminer S21 Pro', 'ASIC Miner', '199 TH/s', '3500W'])
})

it('a model is merged into one that is found', async () => {
  const user = userEvent.setup()
  const model: Model = {
    id: 'c',
    manufacturer: 'Bitmain',
    model: 'S21',
    category: 'ASIC Miner',
    algorithm: null,
    hashrate: null,
    powerWatts: 3500,
    boards: 3,
    chipsPerBoard: 108,
    checklist: [],
    loadTestMinutes: 60,
    tolerancePercent: 5,
    isActive: true,
    version: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  }
  const merged: RouterInputs['models']['merge'][] = []
  renderScreen(
    <ModelsScreen />,
    {
      'models.list': () => ({ rows: [model], nextCursor: null, total: 1, matching: 1, counts: { active: 1, inactive: 0 } }),
      'models.uses': () => ({ products: 0, machines: 1, units: 2, spellings: [] }),
      'models.suggest': models,
      'models.merge': (input) => {
        merged.push(input)
        return { ...model, id: 'a', model: 'Antminer S21' }
      },
    },
    { pathname: '/admin/models' },
  )
  const row = await screen.findByRole('row', { name: /Bitmain S21/ })
  for (const text of ['ASIC Miner', 'Not known', '3500 W', '3 × 108 chips', 'Active']) expect(row.textContent).toContain(text)
  await user.click(within(row).getByRole('button', { name: 'Merge Bitmain S21' }))
  const question = within(await screen.findByRole('dialog', { name: 'Merge Bitmain S21' }))
  expect(await question.findByText('Used by 0 products, 1 trade-in machine and 2 units.')).toBeTruthy()
  expect(question.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(true)
  await user.type(question.getByRole('combobox', { name: 'Merge into' }), 's21')
  await user.click(await screen.findByRole('option', { name: /S21200/ }))
  await user.click(question.getByRole('button', { name: 'Merge' }))
  await findToast('status', 'Success', 'Bitmain S21 is now Bitmain Antminer S21')
  expect(merged).toEqual([{ keep: 'a', merge: 'c' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
