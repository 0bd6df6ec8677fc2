import { TRPCError } from '@trpc/server'
import { expect, it, vi } from 'vitest'
import { retryAfter, UNAVAILABLE_SECONDS } from '~/server/api/errors'
import { ErrorDetail, codedError } from '~/server/platform/errors'

it('a refusal made in another bundle of the process is known by its mark', async () => {
  vi.resetModules()
  const other = await import('~/server/platform/errors')
  expect(other.ErrorDetail).not.toBe(ErrorDetail)
  const { cause } = other.codedError('TOO_MANY_REQUESTS', 'over_request_rate_limit', 'Too many attempts.', 7)
  expect(cause).toBeInstanceOf(ErrorDetail)
  expect(cause).toMatchObject({ errorCode: 'over_request_rate_limit', retryAfter: 7 })
})

it('nothing else is taken for one', () => {
  expect(codedError('BAD_REQUEST', 'otp_expired', 'Too late.')).not.toBeInstanceOf(ErrorDetail)
  for (const value of [new Error('ErrorDetail'), { name: 'ErrorDetail', errorCode: 'otp_expired' }, null, undefined]) {
    expect(value).not.toBeInstanceOf(ErrorDetail)
  }
})

it('every 503 says how long to wait, and the longest wait of a batch counts', () => {
  const busy = new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: 'Too many searches at this moment.' })
  expect(retryAfter([busy])).toBe(UNAVAILABLE_SECONDS)
  expect(retryAfter([busy, codedError('TOO_MANY_REQUESTS', 'over_request_rate_limit', 'Too many attempts.', 7)])).toBe(7)
  expect(retryAfter([new TRPCError({ code: 'NOT_FOUND' })])).toBeNull()
})
