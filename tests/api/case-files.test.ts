import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import sharp from 'sharp'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LARGEST_FILE } from '~/contracts/uploads'
import { MOST_FILES } from '~/contracts/cases/request-limits'
import type { CaseRef } from '~/contracts/case-ref'
import * as documentRoute from '~/pages/api/case-documents'
import * as fileRoute from '~/pages/api/case-files/[fileId]'
import * as uploadRoute from '~/pages/api/case-files/index'
import { storeFile } from '~/server/cases/store-file'
import { sweepFiles } from '~/server/cases/sweep-files'
import { removeExpired } from '~/server/office/housekeeping/remove-expired'
import { fileKey, verified, type FileStore } from '~/server/platform/files/file-store'
import { createFolderStore } from '~/server/platform/files/folder-store'
import { uploadFolder } from '~/server/platform/files/upload-folder'
import { antminer } from '../setup/miner-samples'
import { serveRoutes } from '../setup/routes'
import { openS3 } from '../setup/s3'
import { openTestShop, retireAdministrators, TEST_NOW, type TestShop } from '../setup/shop'

const DAY = 24 * 60 * 60 * 1000
const HOUR = 60 * 60 * 1000

let shop: TestShop
let s3: Awaited<ReturnType<typeof openS3>>
let folder: string
let store: FileStore
let now = TEST_NOW
let routes: Awaited<ReturnType<typeof serveRoutes>>
let admin: Awaited<ReturnType<TestShop['signIn']>>
let headers: Record<string, string>
let of: CaseRef

beforeAll(async () => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'shop-files-')), 'files')
  s3 = await openS3()
  const files: FileStore = {
    place: 'the store of a test',
    put: (...given) => store.put(...given),
    get: (key) => store.get(key),
    remove: (key) => store.remove(key),
  }
  shop = await openTestShop({ now: () => now, files, dataDir: path.dirname(folder) })
  routes = await serveRoutes(shop, [
    { path: /^\/api\/case-files$/, module: uploadRoute },
    { path: /^\/api\/case-documents$/, module: documentRoute },
    { path: /^\/api\/case-files\/(?<fileId>[^/]+)$/, module: fileRoute },
  ])
})
beforeEach(async () => {
  await retireAdministrators(shop)
  now = TEST_NOW
  admin = await shop.signIn('admin')
  headers = await routes.signedIn(admin.sessionId)
  store = verified(createFolderStore(folder))
  const repair = await shop.db.prisma.repair.create({
    data: { deviceInfo: { manufacturer: 'Bitmain', model: 'S19' } },
    select: { id: true },
  })
  of = { noun: 'repairs', id: repair.id }
})
afterAll(async () => {
  await routes.close()
  await shop.close()
  await s3.close()
  rmSync(path.dirname(folder), { recursive: true, force: true })
})

const addressOf = (ref: CaseRef, name: string, more: Record<string, string> = {}) =>
  `${routes.url}/api/case-files?${new URLSearchParams({ ...ref, name, ...more }).toString()}`

interface Answer {
  status: number
  message?: string
  file?: { id: string; name: string; kind: string; contentType: string; width: number | null; height: number | null }
}

async function upload(
  body: Uint8Array<ArrayBuffer> | string,
  name = 'photo.jpg',
  given: Record<string, string> = {},
  more: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(addressOf(of, name, more), {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/octet-stream', ...given },
    body,
  })
  return { ...((await answer.json()) as Omit<Answer, 'status'>), status: answer.status }
}

const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#f59e0b' } })
const jpeg = async (width?: number, height?: number) => new Uint8Array(await picture(width, height).jpeg().toBuffer())
const list = () => admin.caller.cases.files.list(of)
const rows = () => shop.db.prisma.caseFile.count({ where: { caseId: of.id } })
const open = (address: string, given = headers) => fetch(`${routes.url}${address}`, { headers: given })
const storedFolders = () => (existsSync(folder) ? readdirSync(folder) : [])

describe.each(['folder', 's3'] as const)('a picture in the %s', (kind) => {
  beforeEach(() => {
    store = verified(kind === 'folder' ? createFolderStore(folder) : s3.store())
  })

  it('is stored upright and without what the camera wrote, and found by a link', async () => {
    const taken = await picture(600, 400)
      .withExif({ IFD0: { Make: 'Camera', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).exif?.includes('Camera')).toBe(true)
    const answer = await upload(new Uint8Array(taken), '../../C:\\pictures\\board\u202e 1.JPG', {}, { checkItem: 'boards' })
    expect(answer).toMatchObject({
      status: 201,
      file: { name: 'board 1.JPG', kind: 'picture', contentType: 'image/jpeg', width: 400, height: 600 },
    })

    const { files } = await list()
    expect(files).toMatchObject([{ checkItem: 'boards', uploadedBy: admin.email, removedAt: null }])
    const [file] = files
    const full = await open(file?.address ?? '')
    expect(full.status).toBe(200)
    expect(Object.fromEntries(full.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^inline; filename="board 1\.JPG"; filename\*=UTF-8''board%201\.JPG$/) as string,
      'cache-control': 'private, max-age=300',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const bytes = Buffer.from(await full.arrayBuffer())
    const { exif, icc, xmp, width, height } = await sharp(bytes).metadata()
    expect({ exif, icc, xmp, width, height }).toEqual({ exif: undefined, icc: undefined, xmp: undefined, width: 400, height: 600 })
    expect(bytes.includes('Camera')).toBe(false)
    const thumbnail = await open(file?.thumbnailAddress ?? '')
    expect(await sharp(await thumbnail.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 480 })
    const row = await shop.db.prisma.caseFile.findUniqueOrThrow({ where: { id: file?.id ?? '' } })
    expect(row.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(await shop.db.prisma.fileRemoval.count({ where: { key: row.storageKey } })).toBe(0)
  })

  it('is put back within 30 days, and goes with its files after them', async () => {
    const { file } = await upload(await jpeg())
    const id = file?.id ?? ''
    const { storageKey, thumbnailKey } = await shop.db.prisma.caseFile.findUniqueOrThrow({ where: { id } })
    await admin.caller.cases.files.remove({ id })
    await admin.caller.cases.files.remove({ id })
    expect(await list()).toMatchObject({ files: [], removed: [{ id }] })
    await admin.caller.cases.files.restore({ id })
    expect(await list()).toMatchObject({ files: [{ id }], removed: [] })
    await admin.caller.cases.files.remove({ id })

    now = new Date(TEST_NOW.getTime() + 31 * DAY)
    expect(await shop.db.prisma.caseFile.count({ where: { id } })).toBe(1)
    expect((await removeExpired(shop.services)).isDone).toBe(true)
    expect(await shop.db.prisma.caseFile.count({ where: { id } })).toBe(0)
    await sweepFiles(shop.services)
    for (const key of [storageKey, thumbnailKey ?? '']) await expect(store.get(key)).rejects.toMatchObject({ reason: 'missing' })
    const events = await shop.db.prisma.auditEntry.findMany({ where: { subjectId: of.id }, orderBy: { id: 'asc' } })
    expect(events.map(({ action }) => action)).toEqual(['repair.file_removed', 'repair.file_restored', 'repair.file_removed'])
  })
})

describe('what is sent', () => {
  it('may be a HEIC, as phones write it', async () => {
    const answer = await upload(new Uint8Array(readFileSync('tests/setup/files/drawing.heic')), 'IMG_0001.HEIC')
    expect(answer).toMatchObject({ status: 201, file: { kind: 'picture', contentType: 'image/jpeg', width: 480, height: 320 } })
    const bytes = await (await open((await list()).files[0]?.address ?? '')).arrayBuffer()
    // The drawing's middle is a dark plate.
    const { dominant } = await sharp(bytes).extract({ left: 140, top: 150, width: 20, height: 20 }).stats()
    expect(Math.max(dominant.r, dominant.g, dominant.b)).toBeLessThan(80)
  })

  it('may be a JPEG of 40 megapixels, while others are answered', { timeout: 60_000 }, async () => {
    const large = await jpeg(7300, 5480)
    let longest = 0
    let last = performance.now()
    const pulse = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 5)
    const answer = await upload(large)
    clearInterval(pulse)
    expect(answer).toMatchObject({ status: 201, file: { width: 2560, height: 1922 } })
    expect(longest).toBeLessThan(500)
  })

  it('is refused where its header says more pixels than anybody has room for, before it is decoded', async () => {
    const bomb = new Uint8Array(await picture(30, 30).png().toBuffer())
    const view = new DataView(bomb.buffer, bomb.byteOffset)
    view.setUint32(16, 60_000)
    view.setUint32(20, 60_000)
    // The header's own checksum, so that nothing else is wrong with it.
    view.setUint32(29, crc32(bomb.subarray(12, 29)))
    expect(await upload(bomb, 'small.png')).toMatchObject({
      status: 422,
      message: expect.stringContaining('16,384 pixels at most') as string,
    })
    expect(await rows()).toBe(0)
  })

  it.each([
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'SVG'],
    ['the same with a prologue', '\uFEFF<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'SVG'],
    ['HTML', '  <!doctype html><script>alert(1)</script>', 'SVG'],
    ['a program', '\u007fELF\u0002\u0001\u0001\0\0\0', 'are not taken'],
    ['half a JPEG', '\u00ff\u00d8\u00ff\u00e0 half', 'cannot be read'],
    ['an empty file', '', 'empty'],
  ])('is refused as %s, whatever it is called', async (_, text, sentence) => {
    const bytes = text.startsWith('\uFEFF') || text === '' ? new TextEncoder().encode(text) : new Uint8Array(Buffer.from(text, 'latin1'))
    const answer = await upload(bytes, 'photo.jpg')
    expect(answer).toMatchObject({ status: 422, message: expect.stringContaining(sentence) as string })
    expect(await rows()).toBe(0)
  })

  it('is what its content says: a PDF that is called a picture is a document, which no browser opens as a page', async () => {
    const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
    expect(await upload(pdf, 'photo.jpg')).toMatchObject({ status: 201, file: { kind: 'document', contentType: 'application/pdf' } })
    expect(await upload('{"a": 1}', 'notes.txt')).toMatchObject({ file: { kind: 'document', contentType: 'application/json' } })
    expect(await upload('Serial number: <b>12</b>', 'notes.html')).toMatchObject({ file: { kind: 'document', contentType: 'text/plain' } })
    const { files } = await list()
    for (const { address, thumbnailAddress } of files) {
      expect(thumbnailAddress).toBeNull()
      expect((await open(address)).headers.get('content-disposition')).toMatch(/^attachment;/)
    }
  })

  it('is at most 15 MB, whether its length is said or not', async () => {
    const large = new Uint8Array(LARGEST_FILE + 1)
    expect(await upload(large)).toMatchObject({ status: 413, message: 'This file is larger than 15 MB. Send a smaller one.' })
    const stream = new ReadableStream({
      start: (controller) => {
        for (let sent = 0; sent <= LARGEST_FILE; sent += 1024 * 1024) controller.enqueue(new Uint8Array(1024 * 1024))
        controller.close()
      },
    })
    const answer = await fetch(addressOf(of, 'a'), {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/octet-stream' },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect(await rows()).toBe(0)
  })

  it('leaves nothing when it is cut', async () => {
    const before = storedFolders().length
    const removals = await shop.db.prisma.fileRemoval.count()
    const sending = request(addressOf(of, 'cut.jpg'), {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/octet-stream', 'Content-Length': '1000000' },
    })
    const gone = new Promise((resolve) => sending.once('error', resolve))
    const onTheirWay = () => readdirSync(uploadFolder(shop.services))
    sending.write((await jpeg()).slice(0, 200))
    await expect.poll(onTheirWay).toHaveLength(1)
    sending.destroy()
    await gone
    await expect.poll(onTheirWay).toEqual([])
    expect([await rows(), storedFolders().length, await shop.db.prisma.fileRemoval.count()]).toEqual([0, before, removals])
    // Its room is free again.
    expect((await upload(await jpeg())).status).toBe(201)
  })

  it('counts: of four at once three find room, and one more can be put back only when there is room', async () => {
    const bytes = new TextEncoder().encode('a note')
    const stored = {
      caseId: of.id,
      kind: 'document',
      name: 'note.txt',
      contentType: 'text/plain',
      bytes: bytes.length,
      sha256: '',
    } as const
    const before = Array.from({ length: MOST_FILES - 3 }, () => ({ ...stored, storageKey: randomUUID() }))
    await shop.db.prisma.caseFile.createMany({ data: before })
    const answers = await Promise.all(Array.from({ length: 4 }, (_, index) => upload(bytes, `note ${index}.txt`)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      message: expect.stringContaining('at most 20 files') as string,
    })
    expect(await rows()).toBe(MOST_FILES)
    const [first] = (await list()).files
    await admin.caller.cases.files.remove({ id: first?.id ?? '' })
    expect((await upload(bytes)).status).toBe(201)
    await expect(admin.caller.cases.files.restore({ id: first?.id ?? '' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is stored once, however often it is sent with one key', async () => {
    const bytes = await jpeg()
    const key = { idempotencyKey: 'a-key-of-this-upload' }
    const answers = await Promise.all([upload(bytes, 'a.jpg', {}, key), upload(bytes, 'a.jpg', {}, key)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0].file?.id).toBe(answers[1].file?.id)
    expect(await rows()).toBe(1)
  })
})

describe('who may', () => {
  it('send: an administrator from this site, to a case that is there', async () => {
    const bytes = await jpeg()
    const customer = await routes.signedIn((await shop.signIn('customer')).sessionId)
    expect(await upload(bytes, 'a', { Cookie: '' })).toMatchObject({ status: 401 })
    expect(await upload(bytes, 'a', customer)).toMatchObject({ status: 403 })
    expect(await upload(bytes, 'a', { Origin: 'https://elsewhere.example' })).toMatchObject({ status: 403 })
    expect(await upload(bytes, 'a', { 'Content-Type': 'multipart/form-data' })).toMatchObject({ status: 415 })
    of = { noun: 'repairs', id: '00000000-0000-4000-8000-000000000000' }
    expect(await upload(bytes)).toMatchObject({ status: 404 })
    of = { noun: 'tradeIns', id: 'not an id' }
    expect(await upload(bytes)).toMatchObject({ status: 400 })
  })

  it('follow a link: whoever it was made for, signed in, for some minutes', async () => {
    const { file } = await upload(await jpeg())
    const address = (await list()).files[0]?.address ?? ''
    const other = await routes.signedIn((await shop.signIn('admin')).sessionId)
    const customer = await routes.signedIn((await shop.signIn('customer')).sessionId)
    expect((await open(address, {})).status).toBe(401)
    expect((await open(address, customer)).status).toBe(403)
    expect((await open(address, other)).status).toBe(403)
    expect((await open(address.replace('size=full', 'size=thumbnail'))).status).toBe(403)
    expect((await open(address.replace(/until=\d+/, 'until=9999999999'))).status).toBe(403)
    expect((await open(address.replace(/\?.*/, ''))).status).toBe(404)
    // The same for some minutes, so that browsers keep what they have.
    now = new Date(TEST_NOW.getTime() + 60_000)
    expect((await list()).files[0]?.address).toBe(address)
    expect((await open(address)).status).toBe(200)
    now = new Date(TEST_NOW.getTime() + 16 * 60_000)
    const expired = await open(address)
    expect([expired.status, await expired.json()]).toEqual([
      403,
      { message: 'This link has expired. Open the file from the page of its case.' },
    ])
    const fresh = (await list()).files[0]?.address ?? ''
    expect((await open(fresh)).status).toBe(200)
    await admin.caller.cases.files.remove({ id: file?.id ?? '' })
    expect((await open(fresh)).status).toBe(404)
  })

  it('name a file by plain SQL: nothing but keys of the store is looked for', async () => {
    writeFileSync(path.join(path.dirname(folder), 'secret'), 'not a file of any case')
    for (const storageKey of ['../secret', '/etc/passwd', '', `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}/../../secret`]) {
      await shop.db.prisma.caseFile.create({
        data: {
          caseId: of.id,
          kind: 'document',
          name: '',
          contentType: 'text/html',
          bytes: 1,
          storageKey,
          thumbnailKey: storageKey,
          sha256: '',
        },
      })
    }
    const { files } = await list()
    expect(files.map(({ name }) => name)).toEqual(['file', 'file', 'file', 'file'])
    for (const { address } of files) expect([404, 502]).toContain((await open(address)).status)
    await shop.db.prisma.caseFile.deleteMany({ where: { caseId: of.id } })
    expect(await shop.db.prisma.fileRemoval.count({ where: { key: { contains: 'secret' } } })).toBe(0)
  })
})

describe('a store', () => {
  it('that stalls, is gone or lies makes no row, and a clear answer', async () => {
    store = verified(s3.store({ requestMs: 700 }))
    const bytes = await jpeg()
    expect((await upload(bytes)).status).toBe(201)
    const { address, id } = (await list()).files[0] ?? { address: '', id: '' }

    s3.proxy.stall()
    const started = performance.now()
    expect(await upload(bytes)).toMatchObject({ status: 503, message: 'The file store does not answer at this moment. Please try again.' })
    expect((await open(address)).status).toBe(503)
    expect(performance.now() - started).toBeLessThan(8000)
    s3.proxy.cut()
    s3.proxy.resume()
    s3.proxy.refuse(true)
    expect((await upload(bytes)).status).toBe(503)
    const gone = await open(address)
    expect([gone.status, gone.headers.get('retry-after')]).toEqual([503, '10'])
    await expect(admin.caller.cases.readings.add({ case: of, phase: 'before', text: antminer })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
    s3.proxy.refuse(false)
    expect(await rows()).toBe(1)
    expect((await open(address)).status).toBe(200)

    const { storageKey } = await shop.db.prisma.caseFile.findUniqueOrThrow({ where: { id } })
    await s3.store().put(storageKey, new TextEncoder().encode('another file'), 'image/jpeg')
    const lie = await open(address)
    expect([lie.status, await lie.json()]).toEqual([502, { message: 'The file store has another file than the one that was put there.' }])
    await s3.store().remove(storageKey)
    expect(await (await open(address)).json()).toEqual({ message: 'This file is no longer in the file store.' })
  })

  it('in a folder is this account’s alone', async () => {
    await upload(await jpeg())
    const [first = ''] = storedFolders()
    const [file = ''] = readdirSync(path.join(folder, first))
    expect([folder, path.join(folder, first), path.join(folder, first, file)].map((place) => statSync(place).mode & 0o777)).toEqual([
      0o700, 0o700, 0o600,
    ])
  })

  it('loses what has no row: an upload that died, one that failed, a case that is gone', async () => {
    const actor = { userId: admin.userId, email: admin.email }
    const deps = { ...shop.services, actor }
    const bytes = Buffer.from('a note')
    const note = { kind: 'document' as const, name: 'note', contentType: 'text/plain', bytes }
    const submission = { caller: admin.userId, key: undefined, procedure: 'test', input: {}, now }
    const storedKeys: string[] = []
    const files: FileStore = { ...store, put: (key, ...rest) => (storedKeys.push(key), store.put(key, ...rest)) }

    // The process ends between the store and the row: all that is left is what was written before.
    const died = fileKey(bytes)
    await shop.db.prisma.fileRemoval.create({ data: { key: died, dueAt: new Date(TEST_NOW.getTime() + HOUR) } })
    await store.put(died, bytes, 'text/plain')
    // The row fails.
    const failing = storeFile({ ...deps, files }, of, note, { submission, more: () => Promise.reject(new Error('no row')) })
    await expect(failing).rejects.toThrow('no row')
    // Its case goes by plain SQL.
    await storeFile({ ...deps, files }, of, note, { submission, more: () => Promise.resolve(null) })
    await sweepFiles(shop.services)
    const isThere = (key = '') =>
      store.get(key).then(
        () => true,
        () => false,
      )
    expect(await Promise.all([died, ...storedKeys].map(isThere))).toEqual([true, false, true])
    await shop.db.prisma.repair.delete({ where: { id: of.id } })
    now = new Date(TEST_NOW.getTime() + 2 * HOUR)
    await shop.db.prisma.fileRemoval.updateMany({ data: { dueAt: TEST_NOW } })
    expect((await sweepFiles(shop.services)).isDone).toBe(true)
    expect(await Promise.all([died, ...storedKeys].map(isThere))).toEqual([false, false, false])
    expect(await shop.db.prisma.fileRemoval.count()).toBe(0)
  })

  it('never loses a file whose row is being written: it is claimed first', async () => {
    const actor = { userId: admin.userId, email: admin.email }
    const slow: FileStore = {
      ...store,
      put: async (...given) => {
        await store.put(...given)
        now = new Date(TEST_NOW.getTime() + 2 * HOUR)
        await sweepFiles(shop.services)
      },
    }
    const note = { kind: 'document' as const, name: 'note', contentType: 'text/plain', bytes: Buffer.from('slow') }
    const submission = { caller: admin.userId, key: undefined, procedure: 'test', input: {}, now }
    const storing = storeFile({ ...shop.services, files: slow, actor }, of, note, { submission, more: () => Promise.resolve(null) })
    await expect(storing).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await rows()).toBe(0)
  })
})

describe('a reading', () => {
  const add = (phase: 'before' | 'after', text = antminer, key?: string) =>
    admin.caller.cases.readings.add({ case: of, phase, name: 's19.json', text, idempotencyKey: key })

  it('is stored with its file and its own form, before and after', async () => {
    const [one, two] = await Promise.all([add('before', antminer, 'the-same-reading-1'), add('before', antminer, 'the-same-reading-1')])
    expect(one.id).toBe(two.id)
    now = new Date(TEST_NOW.getTime() + 60_000)
    await add('after')
    const readings = await admin.caller.cases.readings.list(of)
    expect(readings).toMatchObject([
      { phase: 'after', createdBy: admin.email, reading: { model: 'Antminer S19', expectedBoards: 3 } },
      { phase: 'before', reading: { power: 2140.5 } },
    ])
    expect((await list()).files.map(({ kind, name, contentType }) => [kind, name, contentType])).toEqual([
      ['reading', 's19.json', 'application/json'],
      ['reading', 's19.json', 'application/json'],
    ])
    // The text is kept as it was sent, save for null characters, which PostgreSQL has not.
    const stored = await shop.db.prisma.caseReading.findMany({ where: { caseId: of.id }, select: { rawText: true } })
    expect(stored).toEqual(Array(2).fill({ rawText: antminer.replaceAll('\0', '') }))
    // Removing the file takes the reading out of sight, and putting it back brings it back.
    const id = readings[0]?.fileId ?? ''
    await admin.caller.cases.files.remove({ id })
    expect(await admin.caller.cases.readings.list(of)).toHaveLength(1)
    await admin.caller.cases.files.restore({ id })
    expect(await admin.caller.cases.readings.list(of)).toHaveLength(2)
    // A file that is gone for good has taken it along.
    await admin.caller.cases.files.remove({ id })
    now = new Date(TEST_NOW.getTime() + 31 * DAY)
    await removeExpired(shop.services)
    expect(await shop.db.prisma.caseReading.findMany({ where: { caseId: of.id }, select: { phase: true } })).toEqual([{ phase: 'before' }])
  })

  it('that is none is refused with the reason, and nothing is stored or lost', async () => {
    await add('before')
    await expect(add('after', antminer.slice(0, 300))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This file ends in the middle: a part of it is missing.',
    })
    expect(await admin.caller.cases.readings.list(of)).toHaveLength(1)
    expect((await list()).files).toHaveLength(1)
  })
})

/** The checksum of a PNG's chunk (ISO 3309). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}

describe('what is printed of a case', () => {
  const ask = (query: Record<string, string>, given: RequestInit = { headers }) =>
    fetch(`${routes.url}/api/case-documents?${new URLSearchParams(query).toString()}`, given)
  const textOf = async (answer: Response) =>
    (await extractText(new Uint8Array(await answer.arrayBuffer()), { mergePages: true })).text.replaceAll(/\s+/g, ' ')

  it('is a PDF of the row as it is now, by name, and stored nowhere', async () => {
    const customer = await shop.signIn('customer')
    await shop.db.prisma.profile.updateMany({ where: { userId: customer.userId }, data: { fullName: 'Łukasz Strauß' } })
    const { repairNumber } = await shop.db.prisma.repair.update({
      where: { id: of.id },
      data: { userId: customer.userId, deviceInfo: { manufacturer: 'Bitmain', model: 'S19', serialNumber: 'SN-77' }, accessories: 'Cord' },
    })
    for (const [kind, title] of [
      ['job-sheet', 'Job sheet'],
      ['label', 'SN SN-77'],
      ['receipt', 'Receipt'],
      ['packing-slip', 'Packing slip'],
    ] as const) {
      const answer = await ask({ ...of, kind })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('content-disposition')).toContain(`inline; filename="${kind}-${repairNumber}.pdf"`)
      const text = await textOf(answer)
      for (const words of [title, repairNumber, 'Łukasz Strauß', 'Bitmain S19']) expect(text).toContain(words)
    }
    const downloaded = await ask({ ...of, kind: 'receipt', download: '1' })
    expect(downloaded.headers.get('content-disposition')).toMatch(/^attachment;/)
  })

  it('prints rows of plain SQL with the requirements’ columns alone, and odd ones', async () => {
    const inserted = await shop.db.prisma.$queryRaw<{ noun: CaseRef['noun']; id: string }[]>`
      WITH a AS (INSERT INTO repairs (status) VALUES ('received') RETURNING id),
        b AS (INSERT INTO trade_ins (status) VALUES ('submitted') RETURNING id),
        c AS (INSERT INTO repairs (repair_number, device_info, problem_description, created_at)
          VALUES (E'A/B "ü" <1>', '[1, {"x": null}]', repeat('long text ', 5000), 'infinity') RETURNING id),
        d AS (INSERT INTO trade_ins (device_info, final_value, accessories) VALUES ('"Box"', 'NaN', E'\u0001\u202e') RETURNING id)
      SELECT 'repairs' AS noun, id::text FROM a UNION ALL SELECT 'tradeIns', id::text FROM b
        UNION ALL SELECT 'repairs', id::text FROM c UNION ALL SELECT 'tradeIns', id::text FROM d`
    for (const ref of inserted) {
      for (const kind of ['job-sheet', 'label', 'receipt', 'packing-slip']) {
        const answer = await ask({ ...ref, kind })
        expect([ref, kind, answer.status]).toEqual([ref, kind, 200])
        expect(answer.headers.get('content-disposition')).toMatch(/filename="[\w-]+\.pdf"/)
        expect(await textOf(answer)).not.toMatch(/undefined|Invalid|NaN/)
      }
    }
  })

  it('has an estimate once one was sent, and that one by its number', async () => {
    expect((await ask({ ...of, kind: 'estimate' })).status).toBe(404)
    await admin.caller.repairs.saveEstimate({ id: of.id, lines: [{ kind: 'part', label: 'ASIC chip', quantity: 2, price: 20.05 }] })
    expect((await ask({ ...of, kind: 'estimate' })).status).toBe(404)
    await admin.caller.repairs.sendEstimate({ id: of.id, email: null })
    for (const more of [{}, { number: '1' }]) {
      expect(await textOf(await ask({ ...of, kind: 'estimate', ...more }))).toContain('Total €40.10')
    }
    expect((await ask({ ...of, kind: 'estimate', number: '2' })).status).toBe(404)
  })

  it('has an offer as it was frozen', async () => {
    const { id } = await shop.db.prisma.tradeIn.create({ data: {}, select: { id: true } })
    await shop.db.prisma.$executeRaw`
      INSERT INTO case_quotes (case_id, number, state, total)
      VALUES (${id}::uuid, 1, 'sent', 960), (${id}::uuid, 2, 'expired', 0)`
    await shop.db.prisma.$executeRaw`
      INSERT INTO trade_in_offers (id, grade, base_value, deductions, checks)
      SELECT id, 'good', 1000, '[{"reasonId": null, "label": "Fan", "explanation": "", "kind": "fixed", "amount": 40}]',
        '[{"item": "powers_on", "result": "ok", "note": ""}]' FROM case_quotes WHERE case_id = ${id}::uuid AND number = 1`
    const text = await textOf(await ask({ noun: 'tradeIns', id, kind: 'offer', number: '1' }))
    for (const words of ['Powers on OK', 'Fan −€40.00', 'Our offer, in store credit €960.00']) expect(text).toContain(words)
    expect(await textOf(await ask({ noun: 'tradeIns', id, kind: 'offer' }))).toContain('Offer 2')
  })

  it('is refused to everybody who is no administrator, for unknown cases, and for what is no document', async () => {
    const customer = await shop.signIn('customer')
    expect((await ask({ ...of, kind: 'label' }, {})).status).toBe(401)
    expect((await ask({ ...of, kind: 'label' }, { headers: await routes.signedIn(customer.sessionId) })).status).toBe(403)
    expect((await ask({ ...of, kind: 'label' }, { headers, method: 'POST' })).status).toBe(405)
    expect((await ask({ noun: 'repairs', id: '00000000-0000-0000-0000-000000000000', kind: 'label' })).status).toBe(404)
    const bad = [
      { kind: 'invoice' },
      { kind: 'offer' },
      { kind: 'label', id: 'x' },
      { kind: 'estimate', number: '1e99' },
      { kind: 'label', noun: 'orders' },
    ]
    for (const more of bad) expect([more, (await ask({ ...of, ...more })).status]).toEqual([more, 400])
  })
})
