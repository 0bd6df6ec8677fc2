import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { RequestLink } from '~/contracts/cases/requests'
import { TradeInRequestScreen } from '~/features/cases/customer/requests/request-screen'
import '~/features/cases/customer/requests/confirm-panel'
import '~/features/cases/customer/requests/trade-in-form'

const { read, confirm } = vi.hoisted(() => ({
  read: vi.fn<(input: { token: string }) => Promise<RequestLink>>(),
  confirm: vi.fn<(input: { token: string }) => Promise<never>>(),
}))
vi.mock('~/trpc/vanilla-client', () => ({
  vanillaClient: { cases: { readRequestLink: { mutate: read }, confirmRequest: { mutate: confirm } } },
}))

const open = (fragment: string) => {
  window.history.replaceState(null, '', `/trade-in/submit${fragment}`)
  render(<TradeInRequestScreen contactEmail="hello@example.com" machines={[]} signedInAs={null} />)
}
beforeEach(() => {
  vi.resetAllMocks()
  localStorage.clear()
})

it('half of a link says at once that it does not work, and leads to the form', async () => {
  read.mockResolvedValue({ state: 'unknown', message: 'This link is not valid: it may have been copied only in part.' })
  open('#confirm=half')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link is not valid: it may have been copied only in part. Please ask once more: it takes a minute.',
  )
  expect(read).toHaveBeenCalledExactlyOnceWith({ token: 'half' })
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }))
  expect(await screen.findByRole('button', { name: 'Submit trade-in' })).toBeTruthy()
})

it('one that works confirms nothing before its button is pressed', async () => {
  read.mockResolvedValue({ state: 'waiting', message: '' })
  confirm.mockRejectedValue(new Error('Failed to fetch'))
  open(`#confirm=${'x'.repeat(43)}`)
  const button = await screen.findByRole('button', { name: 'Confirm request' })
  expect(confirm).not.toHaveBeenCalled()
  await userEvent.click(button)
  expect(await screen.findByText('We could not confirm it. Please try again.')).toBeTruthy()
})
