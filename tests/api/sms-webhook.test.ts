import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createSmsSender } from '~/server/platform/sms/sender'
import { openCapturedLog } from '../setup/captured-log'

const message = { to: '+447700900123', channel: 'whatsapp', text: 'Your code is 123456' } as const
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

/** An operator's webhook on a loopback port. */
async function openWebhook(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`
}

const answering = (status: number, headers: Record<string, string> = {}) =>
  openWebhook((_request, response) => response.writeHead(status, headers).end('Fault 123456 at +447700900123'))

describe('the SMS webhook', () => {
  it('is posted the message as JSON', async () => {
    const received: unknown[] = []
    const url = await openWebhook((request, response) => {
      void text(request).then((body) => {
        received.push({
          method: request.method,
          path: request.url,
          type: request.headers['content-type'],
          body: JSON.parse(body) as unknown,
        })
        response.writeHead(204).end()
      })
    })
    await createSmsSender(url, { log: openCapturedLog().log })?.send(message)
    expect(received).toEqual([{ method: 'POST', path: '/sms', type: 'application/json', body: message }])
  })

  it.each([500, 429, 404, 302])('that answers %i is told of by that alone, and leaves no code in the log', async (status) => {
    const elsewhere: string[] = []
    const target = await openWebhook((request, response) => {
      elsewhere.push(request.url ?? '')
      response.end()
    })
    const { log, text: logged } = openCapturedLog()
    const sender = createSmsSender(await answering(status, { location: target }), { log })
    await expect(sender?.send(message)).rejects.toMatchObject({ reason: `HTTP ${status}`, isFinal: false })
    expect(elsewhere).toEqual([])
    expect(logged()).toContain(`"status":${status}`)
    expect(logged()).not.toMatch(/123456|7700900123/)
  })

  it('that does not answer in time, or is not there, is told of as well', async () => {
    const { log, text: logged } = openCapturedLog()
    const silent = await openWebhook(() => undefined)
    const started = performance.now()
    await expect(createSmsSender(silent, { log, timeoutMs: 100 })?.send(message)).rejects.toMatchObject({ reason: 'TimeoutError' })
    expect(performance.now() - started).toBeLessThan(4_000)
    expect(logged()).toContain('TimeoutError')

    const gone = await answering(200)
    await closers.pop()?.()
    await expect(createSmsSender(gone, { log })?.send(message)).rejects.toMatchObject({ reason: 'TypeError' })
    expect(logged()).not.toMatch(/123456|7700900123/)
  })

  it('is not needed in development, where the message is logged', async () => {
    const { log, text: logged } = openCapturedLog()
    await createSmsSender(undefined, { log, development: true })?.send(message)
    expect(logged()).toContain('Your code is 123456')
    expect(createSmsSender(undefined, { log })).toBeNull()
  })
})
