import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { ApiKey } from '~/contracts/identity/api-keys'
import { ApiKeys } from '~/features/identity/access/api-keys'
import { renderScreen } from './support/fake-api'

const at = new Date('2026-11-25T10:00:00Z')
const key: ApiKey = {
  id: '11111111-0000-4000-8000-000000000000',
  state: 'active',
  name: 'Books',
  prefix: 'mhs_abcdefgh',
  scopes: ['credit:read', 'orders:write'],
  withheld: [],
  networks: [],
  createdBy: 'boss@example.com',
  createdAt: at,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  lastUsedIp: null,
  usedFrom: [],
  whyNotRevoke: null,
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

it('a key that may do more than its reader says why it is not theirs to revoke, and what it does not open now', async () => {
  const whyNot = 'This key may do more than you may.'
  renderScreen(
    <ApiKeys />,
    { 'keys.list': () => [{ ...key, withheld: ['credit:read'], whyNotRevoke: whyNot }] },
    { scopes: ['keys:write'] },
  )
  expect(await screen.findByText(whyNot)).toBeTruthy()
  expect(button('Revoke Books').disabled).toBe(true)
  expect(screen.getByText('Not now, because boss@example.com may not do as much: Store credit: read')).toBeTruthy()
})

it('a limited administrator is offered only what they may do themselves', async () => {
  renderScreen(<ApiKeys />, { 'keys.list': () => [key] }, { scopes: ['keys:write', 'orders:read'] })
  await userEvent.click(await screen.findByRole('button', { name: 'New API key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }))
  expect(dialog.getByText('Your access is limited: you cannot give more than you have yourself.')).toBeTruthy()
  const offered = (router: string) =>
    [...dialog.getByLabelText<HTMLSelectElement>(router).options].filter(({ disabled }) => !disabled).map(({ text }) => text)
  expect([offered('Orders'), offered('Store credit'), offered('API keys')]).toEqual([
    ['Nothing', 'Read'],
    ['Nothing'],
    ['Nothing', 'Read', 'Read and change'],
  ])
})

it('says to those who only read that they make and revoke none', async () => {
  renderScreen(<ApiKeys />, { 'keys.list': () => [key] }, { scopes: ['keys:read'] })
  expect(await screen.findByText('Your access does not include making or revoking API keys.')).toBeTruthy()
  await screen.findByText('Books')
  expect([button('New API key').disabled, button('Revoke Books').disabled]).toEqual([true, true])
})
