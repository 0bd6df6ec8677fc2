import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, request, test, type APIRequestContext } from '@playwright/test'
import { TOTP } from 'otpauth'
import * as z from 'zod'
import { linkOf, readMessage } from '../setup/emails'
import { openSmsWebhook } from '../setup/sms-webhook'
import { admin } from '../setup/shop-process'
import { startShop, type ShopServer } from './support/shop-server'

/**
 * The way of a customer's account, and second factors, as a program goes it: every call by HTTP, every email from DATA_DIR, every
 * text message by the webhook. What may not be logged is looked for in a log that leaves nothing out.
 */

const LOG_FILE = 'test-results/accounts-http.log'
const PASSWORD = 'correct horse battery staple'
const NEW_PASSWORD = 'an entirely new passphrase'

/** The answer to a call: its result, or its error with the message and the data beside each other. */
const answer = z.union([
  z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) }).transform(({ result }) => result.data.json),
  z
    .object({
      error: z.object({
        json: z.object({
          message: z.string(),
          data: z.object({
            code: z.string(),
            errorCode: z.string().optional(),
            zodError: z.object({ fieldErrors: z.record(z.string(), z.array(z.string())) }).nullable(),
          }),
        }),
      }),
    })
    .transform(({ error: { json } }) => ({ message: json.message, ...json.data })),
])
const withId = z.object({ id: z.string() })
const enrolledApp = withId.extend({ totp: z.object({ qrCode: z.string(), secret: z.string(), uri: z.string() }) })
const session = z.object({
  session: z.object({ accessToken: z.string(), refreshToken: z.string(), user: z.object({ email: z.string(), isAdmin: z.boolean() }) }),
})

let webhook: Awaited<ReturnType<typeof openSmsWebhook>>
let shop: ShopServer
let http: APIRequestContext
test.beforeAll(async ({}, testInfo) => {
  testInfo.setTimeout(90_000)
  webhook = await openSmsWebhook()
  shop = await startShop(LOG_FILE, { LOG_LEVEL: 'trace', SMS_WEBHOOK_URL: webhook.url })
  http = await request.newContext({ baseURL: shop.url })
})
test.afterAll(async () => {
  await http.dispose()
  await shop.stop()
  await webhook.close()
})

async function call(path: string, input: unknown, bearer?: string) {
  const response = await http.post(`/api/trpc/${path}`, {
    headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    data: JSON.stringify({ json: input }),
  })
  return { status: response.status(), headers: response.headers(), body: answer.parse(await response.json()) }
}

const read = (path: string, bearer: string) => http.get(`/api/trpc/${path}`, { headers: { authorization: `Bearer ${bearer}` } })
const readStatus = async (path: string, bearer: string) => (await read(path, bearer)).status()
async function profileOf(bearer: string) {
  const response = await read('account.profile', bearer)
  return { status: response.status(), body: answer.parse(await response.json()) }
}
/** The answer of a call that must succeed. */
const ask = async <T>(shape: z.ZodType<T>, ...args: Parameters<typeof call>) => {
  const { status, body } = await call(...args)
  expect(status, JSON.stringify(body)).toBe(200)
  return shape.parse(body)
}

const signIn = (email: string, password: string) => call('auth.signIn', { email, password })
const sessionOf = async (email: string, password: string) => session.parse((await signIn(email, password)).body).session

const adminSession = () => sessionOf(admin.email, admin.password)

const emailFiles = () => {
  const folder = join(shop.dataDir, 'mail')
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => join(folder, name))
}

/** The email with that number (from 1) to an address, which is written soon after the answer. */
async function emailTo(email: string, number: number) {
  await expect.poll(async () => (await emailsTo(email)).length).toBeGreaterThanOrEqual(number)
  return (await emailsTo(email))[number - 1]
}

async function emailsTo(email: string) {
  const mails = await Promise.all(emailFiles().map((file) => readMessage(readFileSync(file))))
  return mails.filter(({ to }) => to?.includes(email))
}

test('an administrator adds an app and a phone, is asked for them, and removes them again', async () => {
  const before = await adminSession()
  const app = await ask(enrolledApp, 'auth.mfa.enroll', { friendlyName: 'App', factorType: 'totp', issuer: 'Shop' }, before.accessToken)
  expect(app.totp.qrCode).toContain('<svg')
  const totp = new TOTP({ secret: app.totp.secret })
  const challenge = await ask(withId, 'auth.mfa.challenge', { factorId: app.id }, before.accessToken)
  const proof = { factorId: app.id, challengeId: challenge.id, code: totp.generate() }
  const { session: raised } = await ask(session, 'auth.mfa.verify', proof, before.accessToken)
  expect(await readStatus('users.list', raised.accessToken)).toBe(200)
  expect(await call('auth.refresh', { refreshToken: before.refreshToken })).toMatchObject({ status: 401 })
  expect(await call('auth.mfa.verify', proof, raised.accessToken)).toMatchObject({
    status: 400,
    body: { errorCode: 'mfa_challenge_expired' },
  })

  expect(await call('auth.mfa.enroll', { friendlyName: 'Mobile', factorType: 'phone', phone: '123' }, raised.accessToken)).toMatchObject({
    status: 400,
    body: { zodError: { fieldErrors: { phone: [expect.stringContaining('mobile number')] } } },
  })
  const phone = await ask(
    withId,
    'auth.mfa.enroll',
    { friendlyName: 'Mobile', factorType: 'phone', phone: '07700 900123' },
    raised.accessToken,
  )

  const weak = await adminSession()
  expect(await readStatus('users.list', weak.accessToken)).toBe(403)
  expect(await call('auth.mfa.challenge', { factorId: phone.id }, weak.accessToken)).toMatchObject({
    status: 403,
    body: { errorCode: 'insufficient_aal' },
  })
  const sent = await ask(withId, 'auth.mfa.challenge', { factorId: phone.id }, raised.accessToken)
  // The queue sends it, which the answer does not wait for.
  await expect.poll(() => webhook.messages).toMatchObject([{ to: '+447700900123', channel: 'sms' }])
  const byPhone = { factorId: phone.id, challengeId: sent.id, code: webhook.lastCode() }
  const { session: twice } = await ask(session, 'auth.mfa.verify', byPhone, raised.accessToken)
  expect(await readStatus('users.list', weak.accessToken)).toBe(401)

  const log = readFileSync(LOG_FILE, 'utf8')
  expect(log).toContain('auth.mfa.verify')
  for (const secret of [app.totp.secret, webhook.lastCode(), twice.accessToken, twice.refreshToken]) expect(log).not.toContain(secret)

  for (const { id } of [app, phone]) expect(await ask(withId, 'auth.mfa.unenroll', { factorId: id }, twice.accessToken)).toEqual({ id })
  expect(await readStatus('users.list', (await adminSession()).accessToken)).toBe(200)
})

test('wrong codes are refused with the time to wait', async () => {
  const { accessToken } = await adminSession()
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
      body: { errorCode: 'mfa_verification_failed' },
    })
  }
  const refused = await call('auth.mfa.verify', { factorId, challengeId, code: webhook.lastCode() }, accessToken)
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS', errorCode: 'over_request_rate_limit' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  await call('auth.mfa.unenroll', { factorId }, accessToken)
})

test('an account is opened, verified, entered, and entered again after a forgotten password', async () => {
  const email = 'zoe@example.com'
  const opened = await call('auth.signUp', { email, password: PASSWORD, fullName: 'Zoë Example' })
  expect(opened).toMatchObject({ status: 200, body: { message: 'Please check your email to verify your account.' } })

  expect(await signIn(email, PASSWORD)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED', errorCode: 'email_not_confirmed' } })
  const verification = await emailTo(email, 1)
  expect(verification?.subject).toMatch(/^Verify your email address/)
  const verify = linkOf(verification)
  expect(verify).toMatchObject({ key: 'verify', url: `${shop.url}/auth` })
  expect(verification?.html).toContain(`${shop.url}/auth#verify=${verify.token}`)
  expect((await call('auth.verifyEmail', { token: verify.token })).status).toBe(200)
  expect(await call('auth.verifyEmail', { token: verify.token })).toMatchObject({ status: 400, body: { errorCode: 'otp_expired' } })

  const first = await sessionOf(email, PASSWORD)
  expect(first.user).toMatchObject({ email, isAdmin: false })
  expect(await profileOf(first.accessToken)).toMatchObject({ status: 200, body: { email, fullName: 'Zoë Example', role: 'customer' } })

  await call('auth.requestPasswordReset', { email })
  const reset = linkOf(await emailTo(email, 2))
  expect(reset.key).toBe('reset')
  const calls = await Promise.all([1, 2, 3].map(() => call('auth.resetPassword', { token: reset.token, password: NEW_PASSWORD })))
  expect(calls.map(({ status }) => status).sort()).toEqual([200, 400, 400])

  expect((await profileOf(first.accessToken)).status).toBe(401)
  expect((await call('auth.refresh', { refreshToken: first.refreshToken })).status).toBe(401)
  expect(await signIn(email, PASSWORD)).toMatchObject({ status: 401, body: { errorCode: 'invalid_credentials' } })
  const second = await sessionOf(email, NEW_PASSWORD)
  expect((await profileOf(second.accessToken)).status).toBe(200)

  const log = readFileSync(LOG_FILE, 'utf8')
  expect(log).toContain('auth.resetPassword')
  for (const secret of [verify.token, reset.token, PASSWORD, NEW_PASSWORD, first.accessToken, first.refreshToken]) {
    expect(log).not.toContain(secret)
  }
})

test('nobody learns by HTTP which addresses are registered', async () => {
  const known = 'known@example.com'
  const signUp = (email: string) => call('auth.signUp', { email, password: PASSWORD, fullName: 'Somebody' })
  const fresh = await signUp(known)
  await call('auth.verifyEmail', { token: linkOf(await emailTo(known, 1)).token })
  const again = await signUp(known)
  expect([again.status, again.body]).toEqual([fresh.status, fresh.body])
  expect((await emailTo(known, 2))?.subject).toMatch(/^You already have an account/)

  const [there, nowhere] = await Promise.all([known, 'nobody@example.com'].map((email) => call('auth.requestPasswordReset', { email })))
  expect([nowhere?.status, nowhere?.body]).toEqual([there?.status, there?.body])
  expect(await emailsTo('nobody@example.com')).toEqual([])
})

test('too many emails for one address are refused with the time to wait', async () => {
  const request = () => call('auth.requestPasswordReset', { email: 'impatient@example.com' })
  for (let n = 0; n < 5; n += 1) expect((await request()).status).toBe(200)
  const refused = await request()
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS', errorCode: 'over_request_rate_limit' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('a browser’s sign-in that is held up says so in no address', async () => {
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await (await http.get('/api/auth/csrf')).json())
  const form = { csrfToken, email: 'guessed@example.com', password: 'wrong', json: 'true' }
  const answers = []
  for (let n = 0; n < 12; n += 1) {
    const response = await http.post('/api/auth/callback/credentials', { form })
    answers.push({ status: response.status(), text: await response.text() })
  }
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 401))
  for (const { text } of answers) expect(decodeURIComponent(text)).not.toMatch(/too many|try again/i)
})
