import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp, { type JpegOptions } from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { decodeFile, readAnswer } from '~/server/platform/files/decode-file'
import { createLogger } from '~/server/platform/log'
import { heifThatSays, deepPng, heicOfTiles, jpegOfScans } from '../setup/hostile-pictures'

/** A stranger's picture: the process that looks at it is bounded, and so is what it is believed. */

const log = createLogger('silent')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shop-decoder-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function decode(bytes: Uint8Array, options: Omit<Parameters<typeof decodeFile>[1], 'log'> = {}) {
  const file = path.join(folder, 'sent')
  await writeFile(file, bytes)
  return decodeFile(file, { log, ...options })
}

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#a35' } })
const layered = (more: JpegOptions) => flat(6600, 6600).jpeg({ progressive: true, ...more })

describe('a picture is refused by its header', () => {
  it.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['a side of 16,385 points', '16,384 pixels at most', () => flat(16_385, 1).png().toBuffer()],
    ['33 million points of 16 bits and four colours', '64 million at most', () => deepPng(6000, 5500)],
    [
      '43 million points in layers, which are held by two bytes',
      '64 million at most',
      () => layered({ chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['2,646 layers', 'too many layers', () => jpegOfScans(1024, 2646)],
    ['101 layers', 'too many layers', () => jpegOfScans(1024, 101)],
    ['an AVIF of 64 million points', '25 million at most', async () => heifThatSays(await flat(64, 64).avif().toBuffer(), 8000, 8000)],
    ['a HEIC of 52 million points', '50 million at most', () => heifThatSays(readFileSync('tests/setup/files/drawing.heic'), 8000, 6500)],
  ])('%s', async (_what, sentence, make) => {
    // With this little memory there is nothing but its header to go by.
    await expect(decode(await make(), { limits: { memoryMb: 200 } })).rejects.toThrow(sentence)
  })

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['100 layers', () => jpegOfScans(1024, 100)],
    ['43 million points in layers whose colours are coarser', () => layered({ chromaSubsampling: '4:2:0' }).toBuffer()],
    ['a HEIC of ten million points in tiles', () => heicOfTiles(8, 8)],
  ])('but not for %s', { tags: ['full'] }, async (_what, make) => {
    expect(await decode(await make())).toMatchObject({ kind: 'picture' })
  })
})

describe('the process that looks at a file', () => {
  it.skipIf(process.platform !== 'linux')(
    'gets no more memory than it is given, and no more time on the processor',
    { tags: ['full'] },
    async () => {
      const held = await flat(5000, 5000).png({ progressive: true }).toBuffer()
      expect(await decode(held)).toMatchObject({ kind: 'picture', width: 2560 })
      await expect(decode(held, { limits: { memoryMb: 110 } })).rejects.toThrow(/cannot be read|more time or memory/)
      await expect(decode(jpegOfScans(6000, 100), { limits: { cpuSeconds: 1 } })).rejects.toThrow('more time or memory')
    },
  )

  it('is ended when its time is over', async () => {
    const started = performance.now()
    await expect(decode(jpegOfScans(6000, 100), { limits: { ms: 100 } })).rejects.toThrow('more time or memory')
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it.skipIf(process.platform !== 'linux')('knows nothing of the shop’s settings, and is gone afterwards', async () => {
    const tasks = `/proc/${process.pid}/task`
    const children = () => readdirSync(tasks).flatMap((task) => readFileSync(`${tasks}/${task}/children`, 'utf8').match(/\d+/g) ?? [])
    const before = new Set(children())
    const decoding = decode(heicOfTiles(4, 4))
    const settings = await vi.waitFor(() => {
      const texts = children().map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'))
      return texts.find((text) => text.includes('UV_THREADPOOL_SIZE')) ?? Promise.reject(new Error('It has not begun'))
    })
    const names = [...settings.matchAll(/(?<=^|\0)\w+(?==)/g)].map(([name]) => name)
    expect(names.filter((name) => name !== 'PWD').toSorted()).toEqual(['MALLOC_ARENA_MAX', 'NODE_ENV', 'PATH', 'UV_THREADPOOL_SIZE'])
    await decoding
    expect(children().filter((pid) => !before.has(pid))).toEqual([])
  })
})

describe('an answer', () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
  const answer = (line: unknown, ...parts: Buffer[]) => Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), ...parts])
  const picture = { kind: 'picture', width: 2, height: 2, bytes: 4, thumbnailBytes: 4 }

  it('is taken where it can be one', () => {
    expect(readAnswer(answer(picture, jpeg, jpeg))).toEqual({ kind: 'picture', width: 2, height: 2, bytes: jpeg, thumbnail: jpeg })
    expect(readAnswer(answer({ kind: 'document', type: 'text/plain' }))).toEqual({ kind: 'document', type: 'text/plain' })
    expect(() => readAnswer(answer({ refused: 'empty' }))).toThrow('This file is empty.')
  })

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['no line', Buffer.alloc(5000, 'x')],
    ['no JSON', Buffer.from('{\n')],
    ['a type of its own', answer({ kind: 'document', type: 'text/html' })],
    ['a reason of its own', answer({ refused: '<script>' })],
    ['sides that nobody has asked for', answer({ ...picture, width: 100_000 }, jpeg, jpeg)],
    ['less than it says', answer(picture, jpeg)],
    ['more than it says', answer(picture, jpeg, jpeg, jpeg)],
    ['no JPEG', answer(picture, Buffer.from('<svg'), jpeg)],
    ['a thumbnail that is none', answer(picture, jpeg, Buffer.from('<svg'))],
    ['a document with more behind it', answer({ kind: 'document', type: 'text/plain' }, jpeg)],
  ])('is not believed with %s', (_what, bytes) => {
    expect(readAnswer(bytes)).toBeNull()
  })
})
