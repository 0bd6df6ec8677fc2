import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { CustomerProfile, MergePreview } from '~/contracts/identity/customers'
import { CorrectDialog } from '~/features/identity/customers/correct-dialog'
import { MergeDialog } from '~/features/identity/customers/merge-dialog'
import { renderScreen } from './support/fake-api'

const customer: CustomerProfile = {
  userId: '11111111-0000-4000-8000-000000000000',
  email: 'ada@example.com',
  isEmailVerified: true,
  fullName: 'Ada Sharp',
  phone: null,
  language: null,
  role: 'customer',
  hasAccount: true,
  createdAt: new Date('2026-03-02T10:00:00Z'),
  addresses: [],
  returnAddress: null,
  pendingEmail: null,
  merges: [],
  version: 3,
}
const other = { userId: '22222222-0000-4000-8000-000000000000', email: '', fullName: null, phone: '020 7946 0182', language: null }
const preview: MergePreview = {
  keep: { userId: customer.userId, email: customer.email, fullName: customer.fullName, phone: null, hasAccount: true, hasPassword: true },
  merge: { ...other, email: null, hasAccount: false, hasPassword: false },
  moves: { repairs: 2, tradeIns: 0, orders: 1, units: 0, invoices: 1, payments: 0, messages: 0, credit: 12.5, held: 0 },
  account: 'none',
  whyNot: null,
}

it('saves what was corrected alone, and changes it back from the toast', async () => {
  const saved = vi.fn<(input: unknown) => CustomerProfile>(() => customer)
  const closed = vi.fn()
  renderScreen(<CorrectDialog customer={customer} onClose={closed} />, { 'customers.update': saved })
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct customer' }))
  await userEvent.type(dialog.getByLabelText('Phone'), '020 7946 0182')
  await userEvent.selectOptions(dialog.getByLabelText('Language'), 'German')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(saved).toHaveBeenLastCalledWith({ id: customer.userId, version: 3, phone: '020 7946 0182', language: 'de' })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(saved).toHaveBeenLastCalledWith({ id: customer.userId, phone: null, language: null }))
})

const choose = async (found: MergePreview) => {
  const merged = vi.fn<(input: unknown) => CustomerProfile>(() => customer)
  const closed = vi.fn()
  renderScreen(<MergeDialog customer={customer} onClose={closed} />, {
    'cases.customers': () => [other],
    'customers.previewMerge': () => found,
    'customers.merge': merged,
  })
  await userEvent.type(await screen.findByRole('combobox', { name: 'The same person as' }), '7946')
  await userEvent.click(await screen.findByRole('option', { name: /020 7946 0182/ }))
  return { merged, closed }
}

it('says what moves before two customers are merged', async () => {
  const { merged, closed } = await choose(preview)
  expect(await screen.findByText('2 repairs')).toBeDefined()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2 repairs',
    '1 order',
    '1 invoice or credit note',
    '€12.50 of store credit',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(merged).toHaveBeenCalledWith({ keep: customer.userId, merge: other.userId })
})

it('promises no sign-in to somebody who has proven an address without choosing a password', async () => {
  const email = 'ben@example.com'
  await choose({ ...preview, account: 'moves', merge: { ...preview.merge, email, hasAccount: true } })
  expect(await screen.findByText(/We write to ben@example.com from now on/)).toBeTruthy()
  expect(screen.getByText('Has no account')).toBeTruthy()
  expect(screen.queryByText(/signs in/)).toBeNull()
})

it.each([
  { keeps: true, merges: true, told: 'We email both accounts.' },
  { keeps: true, merges: false, told: `We email ${customer.email}.` },
  { keeps: false, merges: false, told: null },
])('says who is emailed of a merge: $told', async ({ keeps, merges, told }) => {
  const { keep, merge } = preview
  await choose({ ...preview, keep: { ...keep, hasAccount: keeps }, merge: { ...merge, hasAccount: merges } })
  const note = await screen.findByText(/It can be undone for/)
  if (told === null) expect(note.textContent).not.toContain('We email')
  else expect(note.textContent).toContain(told)
})

it('says why two customers cannot be merged', async () => {
  await choose({ ...preview, whyNot: 'Both accounts have a second factor of their own.' })
  expect((await screen.findByRole('alert')).textContent).toContain('second factor')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(true)
})
