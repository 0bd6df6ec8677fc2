// @module-tag full
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepFiles } from '~/server/cases/sweep-files'
import { verified } from '~/server/platform/files/file-store'
import { createFolderStore } from '~/server/platform/files/folder-store'
import { createLogger } from '~/server/platform/log'
import { openPostgresTestDatabase } from '../setup/database'

const ROUNDS = Number(process.env.FILE_ROUNDS ?? 12)
const LONGEST_ROUND_MS = 60
const HOUR = 60 * 60 * 1000

/** Under node_modules, so that it finds its packages. */
const uploader = path.resolve(`node_modules/.cache/file-uploader-${process.pid}.mjs`)
beforeAll(async () => {
  await build({
    entryPoints: ['tests/setup/file-uploader.ts'],
    outfile: uploader,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
})
afterAll(() => {
  rmSync(uploader, { force: true })
})

it('a kill in the middle of an upload leaves no row without its file, and no file for long', { timeout: 300_000 }, async () => {
  const db = await openPostgresTestDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-files-killed-'))
  const files = verified(createFolderStore(folder))
  const repair = await db.prisma.repair.create({ data: {}, select: { id: true } })
  // The moment of the kill is what is tested: a fixed sequence of them, so that a failure can be repeated.
  let state = 42
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647

  let answered = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = spawn(process.execPath, [uploader, db.url, folder, repair.id], { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = createInterface({ input: child.stdout })
    let stored = 0
    lines.on('line', () => (stored += 1))
    await once(lines, 'line')
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_ROUND_MS))
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    answered += stored
  }

  const rows = await db.prisma.caseFile.findMany({ select: { storageKey: true, thumbnailKey: true } })
  expect(rows.length).toBeGreaterThanOrEqual(answered)
  const keys = rows.flatMap(({ storageKey, thumbnailKey }) => [storageKey, thumbnailKey ?? ''])
  for (const key of keys) await files.get(key)
  // Files without a row are known to go.
  expect(readdirSync(folder).length - keys.length).toBeLessThanOrEqual(await db.prisma.fileRemoval.count())

  const later = () => new Date(Date.now() + 2 * HOUR)
  expect(await sweepFiles({ db, files, now: later, log: createLogger('silent') })).toMatchObject({ isDone: true })
  expect(readdirSync(folder).sort()).toEqual(keys.map((key) => path.dirname(key)).sort())
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})
