import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openEmbedded } from '~/server/platform/database/embedded'
import { DatabaseInUseError } from '~/server/platform/database/directory-lock'

const ROUNDS = 3
const LONGEST_ROUND_MS = 250

const children = new Set<ChildProcess>()

/** Under node_modules, so that it finds its packages. */
const writer = path.resolve(`node_modules/.cache/writer-${process.pid}.mjs`)

function startWriter(dataDir: string, acknowledged: number) {
  const child = spawn(process.execPath, [writer, dataDir, String(acknowledged)], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  const errors: string[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, lines: createInterface({ input: child.stdout }), errors, exited }
}

let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'shop-durability-'))
  // Migrated before: how a first start goes has a test of its own below.
  mkdirSync(path.join(dataDir, 'db'))
  execFileSync('tar', ['-xf', inject('embeddedImage'), '-C', path.join(dataDir, 'db')], { stdio: 'ignore' })
  // Once, as the server is bundled (scripts/build.mjs), because each start would translate the same sources again.
  await build({
    entryPoints: ['tests/setup/writer.ts'],
    outfile: writer,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(writer, { force: true })
})

describe('the embedded database', () => {
  it(`loses no acknowledged row when its process is killed, ${ROUNDS} times`, { timeout: 240_000, tags: ['full'] }, async () => {
    // The moment of the kill is what is tested: a fixed sequence of them, so that a failure can be repeated.
    let state = 42
    const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
    let acknowledged = 0
    let written = 0
    for (let round = 0; round <= ROUNDS; round++) {
      const { child, lines, errors, exited } = startWriter(dataDir, acknowledged)
      let seenFirst = false
      for await (const line of lines) {
        const [word, figure] = line.split(' ')
        if (word === 'missing') expect(`round ${round}: ${figure ?? ''} missing`).toBe(`round ${round}: 0 missing`)
        if (word !== 'wrote') continue
        acknowledged = Number(figure)
        written++
        if (seenFirst) continue
        seenFirst = true
        if (round < ROUNDS) setTimeout(() => child.kill('SIGKILL'), random() * LONGEST_ROUND_MS)
        else child.kill('SIGKILL')
      }
      await exited
      expect(errors.join('')).toBe('')
    }
    expect(written).toBeGreaterThan(ROUNDS)
  })

  it('refuses a second process at once, with a line that says why', async () => {
    const holder = await openEmbedded({ dataDir })
    const { errors, exited } = startWriter(dataDir, 0)
    expect(await exited).toBe(1)
    expect(errors.join('').trim()).toBe(
      `The database in ${dataDir} is open in another process (${process.pid}). Stop that one first, or set DATA_DIR to another directory.`,
    )
    await expect(openEmbedded({ dataDir })).rejects.toThrow(DatabaseInUseError)
    expect(await holder.prisma.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }])
    await holder.close()
    expect(readdirSync(dataDir)).toEqual(['db'])
  })

  it('lets one of several processes that start together have it, at most', { tags: ['full'] }, async () => {
    const starters = [1, 2, 3, 4].map(() => startWriter(dataDir, 0))
    // The one that has it open stays until the others are refused.
    const outcomes = await Promise.all(
      starters.map(async ({ lines, exited }) => {
        for await (const line of lines) if (line.startsWith('missing')) return 'opened'
        await exited
        return 'refused'
      }),
    )
    for (const { child } of starters) child.kill('SIGKILL')
    await Promise.all(starters.map(({ exited }) => exited))
    expect(outcomes.filter((outcome) => outcome === 'opened').length).toBeLessThanOrEqual(1)
    expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeGreaterThanOrEqual(3)
  })

  it('starts over when its very first start was cut short', { tags: ['full'] }, async () => {
    const fresh = mkdtempSync(path.join(tmpdir(), 'shop-first-start-'))
    const { child, exited } = startWriter(fresh, 0)
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (!readdirSync(fresh).includes('db.new')) return
        clearInterval(timer)
        resolve()
      }, 5)
    })
    child.kill('SIGKILL')
    await exited
    const db = await openEmbedded({ dataDir: fresh })
    expect(await db.prisma.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }])
    await db.close()
    rmSync(fresh, { recursive: true, force: true })
  })
})
