import { TRPCClientError } from '@trpc/client'
import { expect, it, vi } from 'vitest'
import { followLink } from '~/features/site/newsletter/follow-link'

const unsubscribe = vi.hoisted(() => vi.fn())
vi.mock('~/trpc/vanilla-client', () => ({ vanillaClient: { newsletter: { unsubscribe: { mutate: unsubscribe } } } }))

it('a link that was copied in part is refused in words for people', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const data = { code: 'BAD_REQUEST', httpStatus: 400, zodError: { formErrors: [], fieldErrors: { token: ['The link is not valid'] } } }
  unsubscribe.mockRejectedValue(
    new TRPCClientError('token: The link is not valid', {
      result: { error: { code: -32600, message: 'token: The link is not valid', data } },
    }),
  )
  expect(await followLink('unsubscribe', 'half')).toEqual({ kind: 'failed', message: 'The link is not valid' })
})
