import { request as httpRequest } from 'node:http'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import * as z from 'zod'
import { VERSION } from '~/lib/version'
import { expect, test } from './support/fixtures'

const JSON_TYPE = { 'content-type': 'application/json' }

const errorBody = z.object({ error: z.object({ json: z.object({ message: z.string(), data: z.object({ code: z.string() }) }) }) })

/** The code and sentence of a refused call; fails on a stack or another system's words. */
async function refused(response: APIResponse, status: number) {
  const text = await response.text()
  expect.soft(response.status(), text).toBe(status)
  expect(text).not.toMatch(/prisma|postgres|sqlstate|node_modules|\bat .+:\d+:\d+|SyntaxError|Unexpected token/i)
  const body: unknown = JSON.parse(text)
  return errorBody.parse(Array.isArray(body) ? body[0] : body).error.json
}

const heroTitle = async (request: APIRequestContext) => {
  const response = await request.get('/api/trpc/settings.public')
  return z.object({ result: z.object({ data: z.object({ json: z.object({ hero_title: z.string() }) }) }) }).parse(await response.json())
    .result.data.json.hero_title
}

test.describe('bad requests', () => {
  let before: string
  test.beforeEach(async ({ request }) => {
    before = await heroTitle(request)
  })
  test.afterEach(async ({ request }) => {
    expect(await heroTitle(request)).toBe(before)
  })

  test('an unknown procedure is not found', async ({ request }) => {
    expect((await refused(await request.get('/api/trpc/settings.nothing'), 404)).data.code).toBe('NOT_FOUND')
    expect((await refused(await request.post('/api/trpc/nothing.at.all', { headers: JSON_TYPE, data: '{}' }), 404)).data.code).toBe(
      'NOT_FOUND',
    )
  })

  test('malformed JSON is a bad request', async ({ adminPage }) => {
    // As bytes, because a text would be sent as a JSON string.
    const response = await adminPage.request.post('/api/trpc/settings.save', { headers: JSON_TYPE, data: Buffer.from('{"json": {') })
    expect(await refused(response, 400)).toMatchObject({ message: 'The request is not valid JSON.' })
    await refused(await adminPage.request.get('/api/trpc/machines.list?input=%7Bnot'), 400)
  })

  test('an unknown tab and a bad field are bad requests that name the field', async ({ adminPage }) => {
    const save = (data: unknown) =>
      adminPage.request.post('/api/trpc/settings.save', { headers: JSON_TYPE, data: JSON.stringify({ json: data }) })
    expect((await refused(await save({ tab: 'colours', values: {} }), 400)).message).toContain('tab')
    const bad = await refused(await save({ tab: 'homepage', values: { hero_title: '', hero_description: 'x', hero_badge_text: 'x' } }), 400)
    expect(bad.message).toBe('values.hero_title: Hero title is required')
  })

  test('a body over 1 MB is refused, announced or not', async ({ adminPage, shopUrl }) => {
    const large = JSON.stringify({ json: { tab: 'homepage', values: { hero_title: 'x'.repeat(1024 * 1024) } } })
    const response = await adminPage.request.post('/api/trpc/settings.save', { headers: JSON_TYPE, data: large })
    await refused(response, 413)

    const status = await new Promise<number | undefined>((resolve, reject) => {
      const chunked = httpRequest(`${shopUrl}/api/trpc/settings.save`, { method: 'POST', headers: JSON_TYPE }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      chunked.on('error', reject)
      for (let sent = 0; sent < large.length; sent += 65_536) chunked.write(large.slice(sent, sent + 65_536))
      chunked.end()
    })
    // The session is looked at first or the size: either way nothing is taken in.
    expect([401, 413]).toContain(status)
  })

  test('another site’s page is refused, also with the administrator’s cookie', async ({ adminPage }) => {
    const values = { hero_title: 'Hijacked', hero_description: 'x', hero_badge_text: 'x' }
    const data = JSON.stringify({ json: { tab: 'homepage', values } })
    const post = (headers: Record<string, string>) => adminPage.request.post('/api/trpc/settings.save', { headers, data })
    await refused(await post({ ...JSON_TYPE, origin: 'https://evil.example' }), 403)
    await refused(await post({ ...JSON_TYPE, origin: 'null' }), 403)
    await refused(await post({ ...JSON_TYPE, 'sec-fetch-site': 'cross-site' }), 403)
    await refused(await post({ ...JSON_TYPE, 'sec-fetch-site': 'same-site' }), 403)
    await refused(await post({ 'content-type': 'text/plain' }), 415)
    await refused(await post({ 'content-type': 'application/x-www-form-urlencoded' }), 415)
    await refused(await post({ 'content-type': 'multipart/form-data; boundary=x' }), 415)
  })

  test('a batch of eleven is refused, one of ten is not', async ({ request }) => {
    const batch = (size: number) =>
      request.get(`/api/trpc/${Array<string>(size).fill('settings.public').join(',')}?batch=1&input=${encodeURIComponent('{}')}`)
    await refused(await batch(11), 400)
    expect((await batch(10)).status()).toBe(200)
  })

  test('administrators’ calls need a session', async ({ request }) => {
    expect((await refused(await request.get('/api/trpc/settings.all'), 401)).data.code).toBe('UNAUTHORIZED')
    const save = await request.post('/api/trpc/settings.save', {
      headers: JSON_TYPE,
      data: JSON.stringify({ json: { tab: 'seo', values: { meta_description: 'x', meta_keywords: 'x' } } }),
    })
    await refused(save, 401)
  })
})

test('a wrong password is refused with 401, and signs nobody in', async ({ request }) => {
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await (await request.get('/api/auth/csrf')).json())
  const response = await request.post('/api/auth/callback/credentials', {
    form: { csrfToken, email: 'admin@example.com', password: 'wrong', json: 'true' },
  })
  expect(response.status()).toBe(401)
  expect(await (await request.get('/api/auth/session')).json()).toEqual({})
})

test('every call answers with a request id', async ({ request }) => {
  const given = await request.get('/api/trpc/settings.public', { headers: { 'x-request-id': 'proxy-id-12345' } })
  expect(given.headers()['x-request-id']).toBe('proxy-id-12345')
  const own = await request.get('/api/trpc/settings.public', { headers: { 'x-request-id': '<script>' } })
  expect(own.headers()['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('the health check answers, and pages are not made anew for anybody else', async ({ request }) => {
  expect(await (await request.get('/api/health')).json()).toEqual({ status: 'ok', version: VERSION })
  expect((await request.post('/api/internal/regenerate', { headers: JSON_TYPE, data: '{"pages":["/"]}' })).status()).toBe(404)
})
