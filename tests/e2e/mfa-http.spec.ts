import { readFileSync } from 'node:fs'
import { expect, request, test, type APIRequestContext } from '@playwright/test'
import { TOTP } from 'otpauth'
import * as z from 'zod'
import { openSmsWebhook } from '../setup/sms-webhook'
import { admin, startShop, type ShopServer } from './support/shop-server'

/** Second factors as a program uses them: every call by HTTP, every text message by the webhook. */

const LOG_FILE = 'test-results/mfa-http.log'

const answer = z.union([
  z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) }).transform(({ result }) => ({ data: result.data.json })),
  z
    .object({
      error: z.object({
        json: z.object({
          data: z.object({
            code: z.string(),
            errorCode: z.string().optional(),
            retryAfter: z.number().nullish(),
            zodError: z.object({ fieldErrors: z.record(z.string(), z.array(z.string())) }).nullable(),
          }),
        }),
      }),
    })
    .transform(({ error }) => ({ error: error.json.data })),
])
const withId = z.object({ id: z.string() })
const enrolledApp = withId.extend({ totp: z.object({ qrCode: z.string(), secret: z.string(), uri: z.string() }) })
const withSession = z.object({ session: z.object({ accessToken: z.string(), refreshToken: z.string() }) })

let webhook: Awaited<ReturnType<typeof openSmsWebhook>>
let shop: ShopServer
let http: APIRequestContext
test.beforeAll(async () => {
  webhook = await openSmsWebhook()
  shop = await startShop(LOG_FILE, { LOG_LEVEL: 'trace', SMS_WEBHOOK_URL: webhook.url })
  http = await request.newContext({ baseURL: shop.url })
})
test.afterAll(async () => {
  await http.dispose()
  await shop.stop()
  await webhook.close()
})

async function call(path: string, input?: unknown, bearer?: string) {
  const authorization = bearer ? { authorization: `Bearer ${bearer}` } : {}
  const response = await http.post(`/api/trpc/${path}`, {
    headers: { 'content-type': 'application/json', ...authorization },
    data: JSON.stringify({ json: input }),
  })
  return { status: response.status(), headers: response.headers(), ...answer.parse(await response.json()) }
}
const read = async (path: string, bearer: string) =>
  (await http.get(`/api/trpc/${path}`, { headers: { authorization: `Bearer ${bearer}` } })).status()
/** The answer of a call that must succeed. */
const ask = async <T>(shape: z.ZodType<T>, ...args: Parameters<typeof call>) => {
  const outcome = await call(...args)
  expect(outcome.status, JSON.stringify(outcome)).toBe(200)
  return shape.parse('data' in outcome ? outcome.data : undefined)
}
const signIn = async () => (await ask(withSession, 'auth.signIn', admin)).session

test('an administrator adds an app and a phone, is asked for them, and removes them again', async () => {
  const before = await signIn()
  const app = await ask(enrolledApp, 'auth.mfa.enroll', { friendlyName: 'App', factorType: 'totp', issuer: 'Shop' }, before.accessToken)
  expect(app.totp.qrCode).toContain('<svg')
  const totp = new TOTP({ secret: app.totp.secret })
  const challenge = await ask(withId, 'auth.mfa.challenge', { factorId: app.id }, before.accessToken)
  const proof = { factorId: app.id, challengeId: challenge.id, code: totp.generate() }
  const { session: raised } = await ask(withSession, 'auth.mfa.verify', proof, before.accessToken)
  expect(await read('users.list', raised.accessToken)).toBe(200)
  expect(await call('auth.refresh', { refreshToken: before.refreshToken })).toMatchObject({ status: 401 })
  expect(await call('auth.mfa.verify', proof, raised.accessToken)).toMatchObject({
    status: 400,
    error: { errorCode: 'mfa_challenge_expired' },
  })

  expect(await call('auth.mfa.enroll', { friendlyName: 'Mobile', factorType: 'phone', phone: '123' }, raised.accessToken)).toMatchObject({
    status: 400,
    error: { zodError: { fieldErrors: { phone: [expect.stringContaining('mobile number')] } } },
  })
  const phone = await ask(
    withId,
    'auth.mfa.enroll',
    { friendlyName: 'Mobile', factorType: 'phone', phone: '07700 900123' },
    raised.accessToken,
  )

  const weak = await signIn()
  expect(await read('users.list', weak.accessToken)).toBe(403)
  expect(await call('auth.mfa.challenge', { factorId: phone.id }, weak.accessToken)).toMatchObject({
    status: 403,
    error: { errorCode: 'insufficient_aal' },
  })
  const sent = await ask(withId, 'auth.mfa.challenge', { factorId: phone.id }, raised.accessToken)
  // The queue sends it, which the answer does not wait for.
  await expect.poll(() => webhook.messages).toMatchObject([{ to: '+447700900123', channel: 'sms' }])
  const byPhone = { factorId: phone.id, challengeId: sent.id, code: webhook.lastCode() }
  const { session: twice } = await ask(withSession, 'auth.mfa.verify', byPhone, raised.accessToken)
  expect(await read('users.list', weak.accessToken)).toBe(401)

  const log = readFileSync(LOG_FILE, 'utf8')
  expect(log).toContain('auth.mfa.verify')
  for (const secret of [app.totp.secret, webhook.lastCode(), twice.accessToken, twice.refreshToken]) expect(log).not.toContain(secret)

  for (const { id } of [app, phone]) expect(await ask(withId, 'auth.mfa.unenroll', { factorId: id }, twice.accessToken)).toEqual({ id })
  expect(await read('users.list', (await signIn()).accessToken)).toBe(200)
})

test('wrong codes are refused with the time to wait', async () => {
  const { accessToken } = await signIn()
  const { id: factorId } = await ask(
    withId,
    'auth.mfa.enroll',
    { friendlyName: 'Other', factorType: 'phone', phone: '07700 900124' },
    accessToken,
  )
  const { id: challengeId } = await ask(withId, 'auth.mfa.challenge', { factorId }, accessToken)
  await expect.poll(() => webhook.messages.at(-1)?.to).toBe('+447700900124')
  const wrong = webhook.lastCode() === '000000' ? '000001' : '000000'
  for (let n = 0; n < 5; n += 1) {
    expect(await call('auth.mfa.verify', { factorId, challengeId, code: wrong }, accessToken)).toMatchObject({
      status: 400,
      error: { errorCode: 'mfa_verification_failed' },
    })
  }
  const refused = await call('auth.mfa.verify', { factorId, challengeId, code: webhook.lastCode() }, accessToken)
  expect(refused).toMatchObject({ status: 429, error: { code: 'TOO_MANY_REQUESTS', errorCode: 'over_request_rate_limit' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  await call('auth.mfa.unenroll', { factorId }, accessToken)
})
