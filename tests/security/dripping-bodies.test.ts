import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extendBodyTimeout } from '~/server/platform/network/body-timeout'
import { createRequestListener } from '~/server/http/request-listener'
import { createLimitedServer } from '~/server/http/server'
import { close, listen } from '../setup/loopback'

/** A body that comes byte by byte, or never ends, takes a connection for a bounded time, whatever it is sent to. */

const BODY_MS = 400
const LIMITS = { headersTimeout: 5_000, requestTimeout: 10_000, bodyTimeout: BODY_MS, connectionsCheckingInterval: 50 }

let server: Server
let port: number
beforeAll(async () => {
  const listener = createRequestListener(null, [], (req, res) => {
    if (req.url === '/api/imports/known') extendBodyTimeout(req)
    if (req.url === '/stream') res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('event: ping\n\n')
    else if (req.url === '/reads') req.resume().once('end', () => res.end('read'))
    else if (req.url === '/api/imports/known') req.resume().once('end', () => res.end('read'))
    else res.writeHead(401).end('refused')
  })
  server = createLimitedServer(listener, [], 50, LIMITS)
  port = await listen(server)
})
afterAll(() => close(server))

const BODIES = { announced: 'Content-Length: 100000', endless: 'Transfer-Encoding: chunked' }
const PIECE = { announced: 'x', endless: '1\r\nx\r\n' }

/** Sends a head, then one byte of a body after the other. @returns what came back, and how long the connection lasted (ms) */
async function drip(method: string, path: string, kind: keyof typeof BODIES, giveUpMs = 4 * BODY_MS) {
  const began = performance.now()
  const socket: Socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (part) => (answer += String(part)))
  socket.on('error', () => undefined)
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\n${BODIES[kind]}\r\n\r\n`)
  const dripping = setInterval(() => socket.writable && socket.write(PIECE[kind]), 30)
  // The server's own limits are what is tested.
  const late = new Promise((resolve) => setTimeout(resolve, giveUpMs))
  await Promise.race([new Promise((resolve) => socket.once('close', resolve)), late])
  const lasted = socket.closed ? performance.now() - began : Infinity
  clearInterval(dripping)
  socket.destroy()
  return { answer, lasted }
}

// Each waits for a limit: all at the same time.
describe.concurrent.each(['announced', 'endless'] as const)('an %s body', (kind) => {
  it.each([
    ['POST', '/api/imports/1'],
    ['POST', '/reads'],
    ['PUT', '/anything'],
    ['GET', '/anything'],
    ['HEAD', '/anything'],
    ['GET', '/stream'],
    ['POST', '/stream'],
  ])('that drips into %s %s is cut', async (method, path) => {
    expect((await drip(method, path, kind)).lasted).toBeLessThan(3 * BODY_MS)
  })

  it('of an anonymous import is answered, and then cut', async () => {
    const { answer, lasted } = await drip('POST', '/api/imports/1', kind)
    expect(answer).toContain('401 Unauthorized')
    expect(lasted).toBeLessThan(3 * BODY_MS)
  })

  it('of a file that is waited for may take longer', async () => {
    expect((await drip('POST', '/api/imports/known', kind)).lasted).toBe(Infinity)
  })

  it('of a GET ends the connection with its answer', async () => {
    const { answer, lasted } = await drip('GET', '/anything', kind)
    expect(answer).toContain('Connection: close')
    expect(lasted).toBeLessThan(BODY_MS)
  })
})

it('that has come leaves the connection open for the next request', async () => {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (part) => (answer += String(part)))
  const ask = () => socket.write('POST /reads HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nab')
  ask()
  // The body's own limit is what is tested: it passes between the two.
  await new Promise((resolve) => setTimeout(resolve, 2 * BODY_MS))
  ask()
  await expect.poll(() => answer.match(/200 OK/g)).toHaveLength(2)
  socket.destroy()
})
