import { expect, it, vi } from 'vitest'
import { AuthFault, authError } from '~/server/auth/auth-error'

it('a refusal made in another bundle of the process is known by its mark', async () => {
  vi.resetModules()
  const other = await import('~/server/auth/auth-error')
  expect(other.AuthFault).not.toBe(AuthFault)
  const { cause } = other.authError('TOO_MANY_REQUESTS', 'over_request_rate_limit', 'Too many attempts.', 7)
  expect(cause).toBeInstanceOf(AuthFault)
  expect(cause).toMatchObject({ errorCode: 'over_request_rate_limit', retryAfter: 7 })
})

it('nothing else is taken for one', () => {
  expect(authError('BAD_REQUEST', 'otp_expired', 'Too late.')).not.toBeInstanceOf(AuthFault)
  for (const value of [new Error('AuthFault'), { name: 'AuthFault', errorCode: 'otp_expired' }, null, undefined]) {
    expect(value).not.toBeInstanceOf(AuthFault)
  }
})
