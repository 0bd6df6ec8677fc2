import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '../../scripts/build.mjs'
import { CHILD_MEMORY_MB } from '~/server/platform/files/decode-file'
import { deepPng, heicOfTiles, heifThatSays, jpegOfScans } from '../setup/hostile-pictures'
import { ready, spawnShop, temporaryFolder, type ShopProcess } from '../setup/shop-process'

/**
 * The built shop in the memory that the compose files give it, while everything is sent at once that costs most: it answers, and
 * none of it raises the memory of the process that answers.
 */

const MOST_MB = 1536
/** More than one upload may add to the process that answers. */
const MOST_OF_ONE_MB = 50

const isLinux = process.platform === 'linux'

/** A process's own memory and its peak since `forget` (MB); nothing once it is gone. */
function memoryOf(pid: number, field: 'RssAnon' | 'VmHWM'): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      (readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').match(/\d+/g) ?? []).map(Number),
    )
  } catch {
    return []
  }
}

describe.skipIf(!isLinux)('the shop in 1.5 GiB', { tags: ['full'], timeout: 600_000 }, () => {
  let shop: ShopProcess
  let pid: number
  let count = 0
  beforeAll(async () => {
    await build()
    shop = await ready(
      await spawnShop({
        folder: process.cwd(),
        dataDir: temporaryFolder('memory'),
        // As `npm run serve` and the Dockerfile have it.
        nodeFlags: ['--max-semi-space-size=8', '--v8-pool-size=0'],
        env: { MALLOC_ARENA_MAX: '2', TRUSTED_PROXIES: 'loopback' },
      }),
    )
    pid = shop.pid ?? 0
  }, 600_000)
  afterAll(() => shop.kill())

  /** Each from a network of its own. */
  const send = async (body: Uint8Array<ArrayBuffer> | Buffer<ArrayBuffer>): Promise<number> => {
    count += 1
    const draft = count.toString(16).padStart(32, '0')
    const query = new URLSearchParams({ noun: 'repairs', draft, kind: 'picture', name: 'front.jpg' }).toString()
    const answer = await fetch(`${shop.url}/api/request-files?${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', 'X-Forwarded-For': `203.0.${count >> 8}.${count & 255}` },
      body,
    })
    await answer.arrayBuffer()
    return answer.status
  }

  /** The highest of the process, of all it started, and of both together, while something is done (MB). */
  async function peaksWhile(work: () => Promise<unknown>) {
    const peaks = { server: 0, children: 0, together: 0, most: 0 }
    const look = setInterval(() => {
      const children = childrenOf(pid)
      const own = memoryOf(pid, 'RssAnon')
      const theirs = children.reduce((sum, child) => sum + memoryOf(child, 'RssAnon'), 0)
      peaks.server = Math.max(peaks.server, own)
      peaks.children = Math.max(peaks.children, theirs)
      peaks.together = Math.max(peaks.together, own + theirs)
      peaks.most = Math.max(peaks.most, children.length)
    }, 10)
    await work()
    clearInterval(look)
    return peaks
  }

  const noise = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 90, alpha: 0.5 } } })

  it('keeps its own memory whatever is sent, and answers while all of it comes at once', async () => {
    const files: Record<string, Buffer> = {
      'one row of 64 million points': await deepPng(64_000_000, 1),
      'an AVIF that says 64 million points': heifThatSays(await flat(64, 64).avif().toBuffer(), 8000, 8000),
      'an AVIF of 25 million points': await flat(5000, 5000).avif({ effort: 0 }).toBuffer(),
      'a JPEG of 2,646 layers': jpegOfScans(8000, 2646),
      'a JPEG of 100 layers': jpegOfScans(6000, 100),
      'a JPEG of 13 MB': await noise(8000, 6000).jpeg({ quality: 60, progressive: true }).toBuffer(),
      'a PNG of 64 million points in seven passes': await flat(8000, 8000).png({ progressive: true }).toBuffer(),
      'a WebP of 64 million points': await flat(8000, 8000).webp({ effort: 0 }).toBuffer(),
      'a HEIC of 39 million points': heicOfTiles(15, 17),
      'a text of 15 MB': Buffer.alloc(15 * 1024 * 1024 - 1, 'a line of text\n'),
    }
    // What the process loads at the first upload is no part of any.
    await send(await noise(600, 400).jpeg().toBuffer())
    for (const [what, bytes] of Object.entries(files)) {
      const before = memoryOf(pid, 'RssAnon')
      const peaks = await peaksWhile(() => send(Buffer.from(bytes)))
      expect(peaks.server - before, what).toBeLessThan(MOST_OF_ONE_MB)
      expect(peaks.children, what).toBeLessThan(CHILD_MEMORY_MB.heif)
    }

    let slowest = 0
    const over = new AbortController()
    const asking = (async () => {
      while (!over.signal.aborted) {
        const started = performance.now()
        const answer = await fetch(`${shop.url}/api/health/ready`)
        expect(answer.status).toBe(200)
        slowest = Math.max(slowest, performance.now() - started)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })()
    const all = Object.values(files).flatMap((bytes) => [bytes, bytes, bytes])
    const peaks = await peaksWhile(() => Promise.all(all.map((bytes) => send(Buffer.from(bytes)))))
    over.abort()
    await asking
    expect(peaks.together).toBeLessThan(MOST_MB)
    expect(peaks.most).toBeLessThanOrEqual(2)
    expect(slowest).toBeLessThan(2_000)
    expect(await send(await noise(600, 400).jpeg().toBuffer())).toBe(201)
  })
})
