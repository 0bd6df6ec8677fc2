import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest'
import { backupSocketOf, openBackupSocket } from '~/server/platform/backup/backup-socket'
import { restoreDatabase } from '~/server/platform/backup/restore'
import { withCopyOfRunning } from '~/server/platform/backup/running-shop'
import type { Database } from '~/server/platform/database/database'
import { openEmbedded } from '~/server/platform/database/embedded'
import { loadDemoShop } from '~/server/demo/load'
import { createLogger } from '~/server/platform/log'
import { engines, openOn } from '../setup/database'
import { TEST_NOW } from '../setup/shop'

/** A shop that runs in this process on a folder of its own, as `npm start` has it. */
const root = mkdtempSync(path.join(tmpdir(), 'shop-running-'))
const dataDir = path.join(root, 'data')
const fileOf = (name: string) => path.join(root, `${name}.backup.gz`)
const log = createLogger('silent')
const WAITING = { timeout: 20_000 }
let shop: Awaited<ReturnType<typeof openEmbedded>>
let close: () => Promise<void>

beforeAll(async () => {
  mkdirSync(path.join(dataDir, 'db'), { recursive: true })
  execFileSync('tar', ['-xf', inject('embeddedImage'), '-C', path.join(dataDir, 'db')], { stdio: 'ignore' })
  shop = await openEmbedded({ dataDir })
  await loadDemoShop(shop.prisma, { now: TEST_NOW })
})
beforeEach(async () => {
  close = await openBackupSocket(shop, dataDir, log)
})
afterEach(async () => {
  await close()
})
afterAll(async () => {
  await shop.close()
  rmSync(root, { recursive: true, force: true })
})

/** The command in a process of its own, while this one goes on. */
async function backup(...args: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', INIT_CWD: root }
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/backup.ts', ...args], { env })
  const said = { out: '', err: '' }
  child.stdout.on('data', (bytes) => (said.out += String(bytes)))
  child.stderr.on('data', (bytes) => (said.err += String(bytes)))
  const [code] = (await once(child, 'close')) as unknown[]
  return { code, ...said }
}

/** Pairs of an order and a repair, numbered in the order in which they were written; each pair is one transaction. */
function writePairs(): { written: () => number; stop: () => Promise<void> } {
  let written = 0
  let over = false
  const work = async () => {
    while (!over) {
      const number = written + 1
      await shop.prisma.$transaction([
        shop.prisma.$executeRaw`INSERT INTO orders (order_number, status, total_amount) VALUES (${`PAIR-${number}`}, 'completed', 2)`,
        shop.prisma.$executeRaw`INSERT INTO repairs (repair_number) VALUES (${`PAIR-${number}`})`,
      ])
      // Some pages are written again and again, some rows go.
      await shop.prisma.$executeRaw`UPDATE products SET description = ${`Of ${number}`}`
      written = number
      // The engine answers without a turn of the event loop, in which others get theirs.
      await othersTurn()
    }
  }
  const working = work()
  return {
    written: () => written,
    stop: async () => {
      over = true
      await working
    },
  }
}

const pairsOf = async ({ prisma }: Database) => {
  const read = async (statement: string) => (await prisma.$queryRawUnsafe<{ number: number }[]>(statement)).map(({ number }) => number)
  const orders = await read(`SELECT substr(order_number, 6)::int AS number FROM orders WHERE order_number LIKE 'PAIR-%' ORDER BY 1`)
  const repairs = await read(`SELECT substr(repair_number, 6)::int AS number FROM repairs WHERE repair_number LIKE 'PAIR-%' ORDER BY 1`)
  const descriptions = await prisma.$queryRaw<{ description: string }[]>`SELECT DISTINCT description FROM products`
  return { orders, repairs, descriptions: descriptions.map(({ description }) => description) }
}

it('the command backs up a shop that goes on writing, as it was at one moment', { timeout: 180_000, tags: ['full'] }, async () => {
  const writer = writePairs()
  onTestFinished(writer.stop)
  await vi.waitFor(() => {
    expect(writer.written()).toBeGreaterThanOrEqual(3)
  }, WAITING)
  const before = writer.written()
  const { code, out, err } = await backup('running.backup.gz')
  await writer.stop()
  const after = writer.written()
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(
    /^Wrote \d+ rows to .*running\.backup\.gz, from the running shop, whose database waited \d+ ms for it\nThe files of repairs and trade-ins are not in it: keep .*files too\.\n$/,
  )
  expect(after).toBeGreaterThan(before + 1)
  expect(statSync(fileOf('running')).mode & 0o777).toBe(0o600)

  for (const engine of engines) {
    const restored = await openOn(engine)
    await restoreDatabase(restored, fileOf('running'))
    const { orders, repairs, descriptions } = await pairsOf(restored)
    const last = orders.at(-1) ?? 0
    // No pair is cut in two, none is missing, and the moment was while the command ran.
    expect(orders).toEqual(Array.from({ length: last }, (_, index) => index + 1))
    expect(repairs).toEqual(orders)
    expect(last).toBeGreaterThanOrEqual(before)
    expect(last).toBeLessThanOrEqual(after + 1)
    expect([[`Of ${last}`], [`Of ${last - 1}`]]).toContainEqual(descriptions)
    await restored.close()
  }
  // The shop has lost nothing by it, and nothing is left of the copy.
  expect((await pairsOf(shop)).orders).toHaveLength(writer.written())
  expect(readdirSync(backupSocketOf(dataDir).folder)).toEqual(['socket'])
})

it('the desk is for the folder’s owner alone, and goes with the shop', async () => {
  const { folder, address } = backupSocketOf(dataDir)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(address).mode & 0o777).toBe(0o600)
  await close()
  expect(existsSync(address)).toBe(false)
  // Without it the command says who has the folder (backup.test.ts).
  expect(await withCopyOfRunning(dataDir, () => Promise.resolve('a copy'))).toBeNull()
})

it('a copy goes with whoever asked for it, and what a killed process has left goes at the next start', async () => {
  const { folder, address } = backupSocketOf(dataDir)
  const impatient = connect(address)
  await once(impatient, 'connect')
  impatient.destroy()
  const idle = connect(address)
  await once(idle, 'data')
  expect(readdirSync(folder).filter((name) => name.startsWith('copy-'))).toHaveLength(1)
  idle.destroy()
  await vi.waitFor(() => {
    expect(readdirSync(folder)).toEqual(['socket'])
  }, WAITING)

  mkdirSync(path.join(folder, 'copy-of-a-killed-process', 'db'), { recursive: true })
  await close()
  mkdirSync(path.join(folder, 'copy-of-a-killed-process', 'db'), { recursive: true })
  close = await openBackupSocket(shop, dataDir, log)
  expect(readdirSync(folder)).toEqual(['socket'])
})

it('the shop closes while somebody holds a copy, and whoever waits for one hears of it', async () => {
  const holding = withCopyOfRunning(dataDir, async (copy) => {
    await close()
    return copy.prisma.order.count()
  })
  await othersTurn()
  const waiting = withCopyOfRunning(dataDir, () => Promise.resolve('a copy'))
  const refused = expect(waiting).rejects.toThrow('The shop ended before the copy of its database was whole. Nothing was written.')
  expect(await holding).toBeGreaterThan(0)
  await refused
  expect(readdirSync(backupSocketOf(dataDir).folder)).toEqual([])
})

it('a copy that cannot be made is said in one line, with nothing left behind', async () => {
  await close()
  const full = Object.assign(new Error('no room'), { code: 'ENOSPC' })
  const faults: [fault: Error, said: RegExp][] = [
    [full, /^There is no room in DATA_DIR for a copy of the database.* Nothing was written\.$/],
    [new Error('a secret of the database'), /^The running shop could not copy its database; its log says why\. Nothing was written\.$/],
  ]
  for (const [fault, said] of faults) {
    close = await openBackupSocket({ copyFiles: () => Promise.reject(fault) }, dataDir, log)
    await expect(withCopyOfRunning(dataDir, () => Promise.resolve('a copy'))).rejects.toThrow(said)
    expect(readdirSync(backupSocketOf(dataDir).folder)).toEqual(['socket'])
    await close()
  }
})

it('a database in memory or on a server has no desk', async () => {
  const memory = await openOn('embedded')
  const folder = path.join(root, 'other')
  mkdirSync(folder)
  const closeNone = await openBackupSocket(memory, folder, log)
  expect(readdirSync(folder)).toEqual([])
  await closeNone()
  await memory.close()
})
