import { statfsSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CaseRef } from '~/contracts/case-ref'
import { DiskWatch } from '~/server/platform/files/disk-watch'
import { FileStoreError, type FileStore } from '~/server/platform/files/file-store'
import { createLogger } from '~/server/platform/log'
import { metrics } from '~/server/platform/metrics/metrics'
import { storeFile } from '~/server/cases/store-file'
import { serveOperations } from '../setup/operations'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

/** A disk that is full is told of once a minute in the log, by a metric and by /api/health/ready, which goes on to take requests. */

let shop: TestShop
let operations: Awaited<ReturnType<typeof serveOperations>>
let of: CaseRef
let now = TEST_NOW
let lines: string[] = []
let failure: Error | null = null

const log = createLogger('warn', { write: (line) => void lines.push(line) })
const told = () => lines.filter((line) => line.includes('The disk is full')).length
const minutesLater = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))

beforeAll(async () => {
  const files: FileStore = {
    place: 'a disk of a test',
    put: () => (failure ? Promise.reject(failure) : Promise.resolve()),
    get: () => Promise.reject(new FileStoreError('missing')),
    remove: () => Promise.resolve(),
  }
  shop = await openTestShop({ now: () => now, files, log })
  operations = await serveOperations(shop.services)
  const data = { deviceInfo: { manufacturer: 'Bitmain', model: 'S19' } }
  of = { noun: 'repairs', id: (await shop.db.prisma.repair.create({ data, select: { id: true } })).id }
})
beforeEach(() => {
  lines = []
})
afterEach(() => {
  failure = null
  minutesLater(10)
})
afterAll(async () => {
  await operations.close()
  await shop.close()
})

const store = () => {
  const note = { kind: 'document' as const, name: 'note', contentType: 'text/plain', bytes: Buffer.from('a note') }
  const submission = { caller: 'test', key: undefined, procedure: 'test', input: {}, now }
  return storeFile({ ...shop.services, actor: { userId: null, email: null } }, of, note, {
    submission,
    more: (_tx, id) => Promise.resolve(id),
  })
}
const ready = async () => {
  const { status, body } = await operations.ask('/api/health/ready')
  return { status, body: JSON.parse(body) as unknown }
}
const failures = async () => (await metrics().diskFull.get()).values[0]?.value ?? 0
const gauge = async () => /^shop_disk_full (\d)$/m.exec((await operations.ask('/api/metrics')).body)?.[1]

it('is told of, and forgotten when there is room again', async () => {
  const before = await failures()
  expect([await ready(), await gauge()]).toEqual([{ status: 200, body: { status: 'ok' } }, '0'])
  failure = new FileStoreError('full')
  for (let each = 0; each < 3; each += 1) {
    await expect(store()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('no room') as string })
  }
  expect([told(), (await failures()) - before, await gauge()]).toEqual([1, 3, '1'])
  expect(await ready()).toEqual({ status: 200, body: { status: 'ok', warnings: ['disk full'] } })
  minutesLater(1)
  await expect(store()).rejects.toThrow()
  expect(told()).toBe(2)
  minutesLater(1)
  expect([await ready(), await gauge()]).toEqual([{ status: 200, body: { status: 'ok' } }, '0'])
  expect(await shop.db.prisma.caseFile.count({ where: { caseId: of.id } })).toBe(0)
})

it('is not what any other failure of the store is', async () => {
  failure = new FileStoreError('unavailable')
  await expect(store()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect([told(), await ready()]).toEqual([0, { status: 200, body: { status: 'ok' } }])
})

it('is known by the disk itself, before anything has failed', async () => {
  const full = new DiskWatch({ places: ['/proc'], log, now: () => now })
  const roomy = new DiskWatch({ places: ['.', '/no/such/folder'], log, now: () => now })
  // Linux has file systems without a free block.
  if (process.platform === 'linux') expect([statfsSync('/proc').bavail, await full.isFull(), told()]).toEqual([0, true, 1])
  expect(await roomy.isFull()).toBe(false)
})
