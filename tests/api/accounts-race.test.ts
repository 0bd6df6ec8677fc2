// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Limits } from '~/server/identity/auth/limits'
import { openPostgresTestDatabase } from '../setup/database'
import { linkOf } from '../setup/emails'
import { openTestShop, type TestShop } from '../setup/shop'

/** Many connections at once; the embedded database takes statements one by one. */

const PASSWORD = 'correct horse battery staple'
const email = 'zoe@example.com'

let shop: TestShop
beforeAll(async () => {
  // Without limits, so that more calls race than one address would be allowed.
  const none = () => Promise.resolve()
  const limits: Limits = {
    most: () => Infinity,
    take: none,
    note: () => Promise.resolve(0),
    reward: none,
    reset: none,
    isSpent: () => Promise.resolve(false),
    within: () => limits,
  }
  shop = await openTestShop({ db: await openPostgresTestDatabase(), limits })
})
afterAll(() => shop.close())

const times = <T>(count: number, call: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => call(index)))
const fulfilled = (results: PromiseSettledResult<unknown>[]) => results.filter(({ status }) => status === 'fulfilled').length
const tokens = () => shop.emails.filter(({ text }) => text.includes('#reset=')).map((mail) => linkOf(mail).token)

it('one account is opened by many sign-ups at once', async () => {
  const results = await times(10, (index) =>
    shop.visitor.auth.signUp({ email, password: `${PASSWORD} ${index}`, fullName: `Zoe ${index}` }),
  )
  expect(fulfilled(results)).toBe(10)
  expect(await shop.db.prisma.user.count()).toBe(1)
  expect(await shop.db.prisma.profile.count()).toBe(1)
  expect(await shop.db.prisma.auditEntry.count({ where: { action: 'account.created' } })).toBe(1)
})

it('of many verification emails one counts, and it once', async () => {
  const mails = shop.emails.map((mail) => linkOf(mail).token)
  expect(mails).toHaveLength(10)
  const calls = mails.flatMap((token) => [token, token, token])
  const results = await times(calls.length, (index) =>
    shop.visitor.auth.verifyEmail({ token: calls[index] ?? '', newPassword: `${PASSWORD} ${index}` }),
  )
  expect(fulfilled(results)).toBe(1)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'BAD_REQUEST', cause: { errorCode: 'otp_expired' } })
  }
  expect(await shop.db.prisma.auditEntry.count({ where: { action: 'account.email_verified' } })).toBe(1)
})

it('of many reset emails one counts, and it once', async () => {
  expect(fulfilled(await times(10, () => shop.visitor.auth.requestPasswordReset({ email })))).toBe(10)
  const attempts = tokens().flatMap((token) => [token, token, token])
  const results = await times(attempts.length, (index) =>
    shop.visitor.auth.resetPassword({ token: attempts[index] ?? '', password: `${PASSWORD} new ${index}` }),
  )
  expect(fulfilled(results)).toBe(1)
})

it('resets and requests for them at the same moment do not fail', async () => {
  const old = tokens()
  await shop.visitor.auth.requestPasswordReset({ email })
  const [token = ''] = tokens().slice(old.length)
  const requests = times(8, () => shop.visitor.auth.requestPasswordReset({ email }))
  const resets = await times(8, () => shop.visitor.auth.resetPassword({ token, password: PASSWORD }))
  expect(fulfilled(await requests)).toBe(8)
  for (const result of resets) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'BAD_REQUEST', cause: { errorCode: 'otp_expired' } })
  }
  expect(fulfilled(resets)).toBe(1)
})

it('a sign-in by the old password does not outlive a reset at the same moment', async () => {
  let password = PASSWORD
  for (let round = 0; round < 6; round++) {
    const old = tokens()
    await shop.visitor.auth.requestPasswordReset({ email })
    const [token = ''] = tokens().slice(old.length)
    const [before, after] = [password, `${PASSWORD} of round ${round}`]
    const signIns = times(6, () => shop.visitor.auth.signIn({ email, password: before }))
    await shop.visitor.auth.resetPassword({ token, password: after })
    await signIns
    expect(await shop.db.prisma.session.count({ where: { user: { email }, revokedAt: null } })).toBe(0)
    password = after
  }
  expect(await shop.visitor.auth.signIn({ email, password })).toMatchObject({ session: { user: { email } } })
})
