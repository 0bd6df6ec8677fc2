import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { NextApiRequest, NextApiResponse } from 'next'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UploadRefusal } from '~/server/http/routes/file-body'
import { takeUpload } from '~/server/http/routes/take-upload'
import { DiskWatch } from '~/server/platform/files/disk-watch'
import { sweepUploads, withUpload } from '~/server/platform/files/upload-folder'
import { type Sender, UploadQueue } from '~/server/platform/files/upload-queue'
import { createLogger } from '~/server/platform/log'
import { Network } from '~/server/platform/network/network'
import { close, listen } from '../setup/loopback'
import { createServer } from 'node:http'

/** Uploads cost those who send them: neither a slow body nor many files hold up anybody else. */

const sender = (id: string, ip: string, lane: Sender['lane'] = 'others'): Sender => ({
  lane,
  id,
  network: lane === 'desk' ? null : Network.of(ip),
})
const soon = () => new Promise((resolve) => setImmediate(resolve))
const staying = () => new AbortController().signal

/** Work that goes on until it is told to end. */
function opened() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { ended, end }
}

describe('the turns of files', () => {
  it('let whoever has the fewest on their way go first, and the desk at any time', async () => {
    const turns = new UploadQueue()
    const order: string[] = []
    const first = opened()
    const send = (who: Sender) => turns.run(who, (inTurn) => inTurn(async () => void order.push(who.id), staying()))
    const holding = turns.run(sender('flood', '192.0.2.1'), (inTurn) => inTurn(() => first.ended, staying()))
    await soon()
    const flood = Array.from({ length: 10 }, () => send(sender('flood', '192.0.2.1')))
    const wide = Array.from({ length: 10 }, (_, each) => send(sender(`wide ${each}`, `2001:db8:0:${each}::1`)))
    const one = send(sender('one', '198.51.100.1'))
    await send(sender('desk', '', 'desk'))
    expect(order).toEqual(['desk'])
    first.end()
    await Promise.all([holding, ...flood, ...wide, one])
    // A /56 counts for four; the flood is one, with more on its way than anybody else.
    expect(order.slice(1, 6)).toEqual(['wide 0', 'wide 1', 'wide 2', 'wide 3', 'one'])
    expect(order).toHaveLength(22)
  })

  it('are as many as one sender, one network and its wider ones may have', async () => {
    const turns = new UploadQueue()
    const all = opened()
    const refused = { code: 'TOO_MANY_REQUESTS' }
    const running: Promise<unknown>[] = []
    const send = (who: Sender) => {
      const sent = turns.run(who, () => all.ended)
      running.push(sent.catch(() => undefined))
      return sent
    }
    for (let each = 0; each < 20; each += 1) void send(sender(`draft ${each}`, '192.0.2.1'))
    await expect(send(sender('another draft', '192.0.2.1'))).rejects.toMatchObject(refused)
    for (let each = 0; each < 20; each += 1) void send(sender('one account', `198.51.100.${each}`))
    await expect(send(sender('one account', '203.0.113.1'))).rejects.toMatchObject(refused)
    for (let each = 0; each < 80; each += 1) void send(sender(`six ${each}`, `2001:db8:0:${each.toString(16)}::1`))
    await expect(send(sender('six', '2001:db8:0:ff::1'))).rejects.toMatchObject(refused)
    for (let each = 0; each < 50; each += 1) void send(sender('admin', '', 'desk'))
    await expect(send(sender('admin', '', 'desk'))).rejects.toMatchObject(refused)
    all.end()
    await Promise.all(running)
    await turns.run(sender('another draft', '192.0.2.1'), () => Promise.resolve())
  })

  it('go on without whoever has left', async () => {
    const turns = new UploadQueue()
    const first = opened()
    const left = new AbortController()
    const done: string[] = []
    const work = (name: string) => () => Promise.resolve(void done.push(name))
    const holding = turns.run(sender('first', '192.0.2.1'), (inTurn) => inTurn(() => first.ended, staying()))
    const gone = turns.run(sender('gone', '192.0.2.2'), (inTurn) => inTurn(work('gone'), left.signal))
    const next = turns.run(sender('next', '192.0.2.3'), (inTurn) => inTurn(work('next'), staying()))
    left.abort()
    first.end()
    await expect(gone).rejects.toThrow()
    await Promise.all([holding, next])
    expect(done).toEqual(['next'])
  })

  it('are over when the work is, and not when its sender leaves', async () => {
    const turns = new UploadQueue()
    const first = opened()
    const left = new AbortController()
    let isNext = false
    const holding = turns.run(sender('first', '192.0.2.1'), (inTurn) => inTurn(() => first.ended, left.signal))
    await soon()
    left.abort()
    const next = turns.run(sender('next', '192.0.2.2'), (inTurn) => inTurn(() => Promise.resolve((isNext = true)), staying()))
    for (let each = 0; each < 5; each += 1) await soon()
    expect(isNext).toBe(false)
    first.end()
    await Promise.all([holding, next])
    expect(isNext).toBe(true)
  })

  it('end somewhere for everybody', async () => {
    const turns = new UploadQueue()
    const all = opened()
    const running = Array.from({ length: 300 }, (_, each) =>
      turns.run(sender(`${each}`, `192.0.${each >> 4}.${each & 15}`), () => all.ended),
    )
    await expect(turns.run(sender('late', '203.0.113.1'), () => all.ended)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    const desk = turns.run(sender('admin', '', 'desk'), () => Promise.resolve('taken'))
    expect(await desk).toBe('taken')
    all.end()
    await Promise.all(running)
  })
})

describe('a body', () => {
  let dataDir: string
  let port: number
  const BODY_MS = 3_000
  const server = createServer((req, res) => {
    const disk = new DiskWatch({ places: [], log: createLogger('silent'), now: () => new Date() })
    const exchange = {
      req: Object.assign(req, { query: {}, cookies: {}, body: undefined, env: {} }) as NextApiRequest,
      res: res as NextApiResponse,
    }
    const who = sender(req.url ?? '', req.url?.slice(1) ?? '')
    takeUpload({ dataDir, disk }, exchange, who, ({ size }) => Promise.resolve(String(size)), BODY_MS).then(
      (text) => res.end(text),
      (error: unknown) => res.writeHead(error instanceof UploadRefusal ? error.status : 500, { Connection: 'close' }).end(),
    )
  })
  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'shop-uploads-'))
    port = await listen(server)
  })
  afterAll(async () => {
    await close(server)
    rmSync(dataDir, { recursive: true, force: true })
  })
  const files = () => (existsSync(path.join(dataDir, 'uploads')) ? readdirSync(path.join(dataDir, 'uploads')) : [])

  it('that drips holds up nobody, is refused when its time is over, and leaves nothing', async () => {
    const slow = Array.from({ length: 6 }, (_, each) => {
      const socket: Socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(`POST /192.0.2.${each} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx`)
      const dripping = setInterval(() => socket.writable && socket.write('x'), 100)
      socket.once('close', () => {
        clearInterval(dripping)
      })
      return { socket, answer: new Promise<string>((resolve) => socket.once('data', (part) => resolve(String(part)))) }
    })
    await expect.poll(() => files().length).toBe(6)
    const answer = await fetch(`http://127.0.0.1:${port}/198.51.100.1`, { method: 'POST', body: 'a file' })
    expect([answer.status, await answer.text()]).toEqual([200, '6'])
    // They are still at it.
    expect(files()).toHaveLength(6)
    for (const { socket, answer: refusal } of slow) {
      expect(await refusal).toContain('408')
      socket.destroy()
    }
    await expect.poll(() => files()).toEqual([])
  })
})

describe('the folder of files on their way', () => {
  it('has a file for as long as it is worked on, and loses those that a process has left', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'shop-folder-'))
    const seen = await withUpload(folder, [Buffer.from('ab'), Buffer.from('c')], (upload) => {
      expect(readdirSync(folder)).toHaveLength(1)
      return Promise.resolve(upload)
    })
    expect(seen).toMatchObject({ size: 3, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' })
    await expect(withUpload(folder, [Buffer.from('a')], () => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
    expect(readdirSync(folder)).toEqual([])
    const now = new Date()
    for (const name of ['left', 'fresh']) writeFileSync(path.join(folder, name), '')
    const hoursAgo = new Date(now.getTime() - 2 * 60 * 60 * 1000)
    utimesSync(path.join(folder, 'left'), hoursAgo, hoursAgo)
    expect(await sweepUploads(folder, now)).toBe(1)
    expect(readdirSync(folder)).toEqual(['fresh'])
    expect(await sweepUploads(path.join(folder, 'none'), now)).toBe(0)
    rmSync(folder, { recursive: true })
  })
})
