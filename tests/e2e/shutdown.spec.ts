import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { expect, test } from '@playwright/test'
import { startShop } from './support/shop-server'

const STREAMS = 100
const SECONDS = 10

/** The start of an answer; its end is waited for apart. */
const begun = (url: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent: false }, resolve).on('error', reject).end()
  })
const ended = (answer: IncomingMessage) =>
  new Promise<void>((resolve) => {
    answer.on('error', () => undefined).on('close', () => resolve())
    answer.resume()
  })

const title = `a server that is asked to end does so within ${SECONDS} seconds, with ${STREAMS} streams open and a request under way`

// Each worker of the gate ends its shop with a stream open (fixtures.ts).
test(title, { tag: '@full' }, async () => {
  // Most of it is the start of a server of its own.
  test.setTimeout(120_000)
  const shop = await startShop('test-results/server-shutdown.log')
  const input = encodeURIComponent(JSON.stringify({ json: { topics: ['settings'] } }))
  const streams = await Promise.all(
    Array.from({ length: STREAMS }, () => begun(`${shop.url}/api/trpc/settings.onSettingsChange?input=${input}`)),
  )
  for (const stream of streams) expect(stream.headers['content-type']).toMatch(/^text\/event-stream/)
  const allEnded = Promise.all(streams.map(ended))

  // Half of a call: the other half comes when the server has been asked to end.
  const body = JSON.stringify({ json: { email: 'nobody@example.com', password: 'not the password' } })
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length), expect: '100-continue' }
  const call = request(`${shop.url}/api/trpc/auth.signIn`, { method: 'POST', headers })
  const answered = new Promise<IncomingMessage>((resolve, reject) => call.on('response', resolve).on('error', reject))
  // The server has the call.
  await once(call, 'continue')
  call.write(body.slice(0, 20))

  const started = Date.now()
  const stopped = shop.stop()
  await allEnded
  call.end(body.slice(20))
  const answer = await answered
  expect(answer.statusCode).toBe(401)
  expect(answer.headers.connection).toBe('close')
  await ended(answer)

  expect(await stopped).toBe(0)
  expect(Date.now() - started).toBeLessThan(SECONDS * 1000)
})
