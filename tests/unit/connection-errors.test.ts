import { expect, it } from 'vitest'
import { isDatabaseUnavailable } from '~/server/platform/database/connection-errors'

/** As Prisma wraps what a driver was told. */
const wrapped = (code: string, severity: string, message: string) =>
  Object.assign(new Error('Raw query failed'), {
    code: 'P2010',
    meta: { driverAdapterError: { name: 'DriverAdapterError', cause: { originalCode: code, kind: 'postgres', code, severity, message } } },
  })

it.each([
  ['08P01', 'FATAL', 'server conn crashed?'],
  ['08P01', 'FATAL', 'server login has been failing, try again later (server_login_retry)'],
  ['57P01', 'FATAL', 'terminating connection due to administrator command'],
  ['25006', 'ERROR', 'cannot execute INSERT in a read-only transaction'],
])('%s %s (%s) says that the database is away', (code, severity, message) => {
  expect(isDatabaseUnavailable(wrapped(code, severity, message))).toBe(true)
})

it('a statement that a server cannot read is our own fault', () => {
  expect(isDatabaseUnavailable(wrapped('08P01', 'ERROR', 'bind message supplies 1 parameters, but prepared statement requires 2'))).toBe(
    false,
  )
})
