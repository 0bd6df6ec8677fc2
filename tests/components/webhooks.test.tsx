import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Webhook, WebhookDelivery } from '~/contracts/office/webhooks'
import { Webhooks } from '~/features/office/webhooks/webhooks'
import { authRefusal, renderScreen } from './support/fake-api'
import { findToast } from './support/toasts'

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

const at = new Date('2026-11-25T10:00:00Z')
const webhook: Webhook = {
  id: '11111111-0000-4000-8000-000000000000',
  url: 'https://example.com/hook',
  events: ['order.created'],
  isEnabled: true,
  disabledBecause: null,
  failingSince: at,
  formerUntil: null,
  createdBy: 'boss@example.com',
  createdAt: at,
  version: 3,
  whyNotChange: null,
  whyNotRemove: null,
}
const failed: WebhookDelivery = {
  id: '22222222-0000-4000-8000-000000000000',
  type: 'order.created',
  subjectId: '33333333-0000-4000-8000-000000000000',
  subjectVersion: 1,
  occurredAt: at,
  state: 'failed',
  tries: 13,
  triedAt: at,
  status: null,
  answer: null,
  fault: 'timeout',
}

it('a new webhook keeps what was typed when it is refused, and shows its secret once', async () => {
  const made: unknown[] = []
  renderScreen(<Webhooks />, {
    'webhooks.list': () => [],
    'webhooks.create': (input) => {
      made.push(input)
      const words = 'This address is not on the public internet'
      if (input.url.includes('10.0.0.1')) throw authRefusal('BAD_REQUEST', 'validation_failed', words, null, { url: [words] })
      return { id: webhook.id, secret: 'whsec_once' }
    },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'New webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }))
  await user.type(dialog.getByLabelText('Address'), 'https://10.0.0.1/')
  await user.click(dialog.getByRole('button', { name: 'Make webhook' }))
  await dialog.findByText('Choose at least one event')
  await user.click(dialog.getByLabelText('New orders'))
  await user.click(dialog.getByRole('button', { name: 'Make webhook' }))
  await dialog.findByText('This address is not on the public internet')
  expect(dialog.getByLabelText<HTMLInputElement>('New orders').checked).toBe(true)
  await user.clear(dialog.getByLabelText('Address'))
  await user.type(dialog.getByLabelText('Address'), webhook.url)
  await user.click(dialog.getByRole('button', { name: 'Make webhook' }))
  expect(await screen.findByText('whsec_once')).toBeTruthy()
  expect(made.at(-1)).toEqual({ url: webhook.url, events: ['order.created'] })
  await user.click(screen.getByRole('button', { name: 'I have saved it' }))
  expect(screen.queryByText('whsec_once')).toBeNull()
})

it('says why a limited administrator may not touch a webhook, and offers only events that they may read', async () => {
  const whyNot = 'This webhook tells of what you may not read: Store credit.'
  const foreign: Webhook = { ...webhook, events: ['credit.changed'], whyNotChange: whyNot, whyNotRemove: whyNot }
  renderScreen(<Webhooks />, { 'webhooks.list': () => [foreign] }, { scopes: ['webhooks:write', 'orders:read'] })
  await screen.findByText(whyNot)
  for (const name of ['Log of', 'Change', 'New secret for', 'Disable', 'Remove'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: `${name} ${webhook.url}` }).disabled, name).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'New webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }))
  expect(dialog.getByText('Your access is limited: you can choose only what you may read yourself.')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('New orders').disabled).toBe(false)
  expect(dialog.getByLabelText<HTMLInputElement>('Entries of store credit').disabled).toBe(true)
})

it('says who answers for a webhook, and that it sends nothing since they may not read its events', async () => {
  const because = 'boss@example.com answers for it and is no longer an administrator.'
  renderScreen(
    <Webhooks />,
    { 'webhooks.list': () => [{ ...webhook, isEnabled: false, disabledBecause: because }] },
    { scopes: ['webhooks:read'] },
  )
  expect(await screen.findByText(because)).toBeTruthy()
  expect(screen.getByText('boss@example.com answers for it')).toBeTruthy()
  expect(screen.getByText('Your access does not include changing webhooks.')).toBeTruthy()
  const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
  expect([isDisabled('New webhook'), isDisabled(`Enable ${webhook.url}`), isDisabled(`Log of ${webhook.url}`)]).toEqual([true, true, false])
})

it('its log says in words what went wrong, and sends again', async () => {
  const sent: string[] = []
  renderScreen(<Webhooks />, {
    'webhooks.list': () => [webhook],
    'webhooks.deliveries': () => ({ rows: [failed], nextCursor: null }),
    'webhooks.resend': ({ deliveryId }) => {
      sent.push(deliveryId)
      return { ...failed, state: 'waiting' }
    },
  })
  const user = userEvent.setup()
  await screen.findByText('Failing')
  await user.click(screen.getByRole('button', { name: `Log of ${webhook.url}` }))
  const table = within(await screen.findByRole('table', { name: 'Deliveries' }))
  expect(table.getByText('No answer in time')).toBeTruthy()
  expect(table.getByText(/13 attempts/)).toBeTruthy()
  await user.click(table.getByRole('button', { name: /^Send again/ }))
  await findToast('status', 'It is sent again')
  expect(sent).toEqual([failed.id])
})
