import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, inject, it } from 'vitest'
import { openEmbedded } from '~/server/platform/database/embedded'
import { checkEngine, EngineVersionError, engineVersion, markEngine, POSTGRES_MAJOR } from '~/server/platform/database/engine-version'

const folders: string[] = []
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'shop-engine-'))
  folders.push(dataDir)
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const at = (file: string) => path.join(dataDir, 'db', file)
/** A directory as another engine might have left it. */
function doctored(files: Record<string, string>) {
  mkdirSync(path.join(dataDir, 'db'))
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text)
}

it.each([
  [
    'an older PostgreSQL',
    { PG_VERSION: '17\n', postgresql: 'rows' },
    /PostgreSQL 17, and this version of the shop has PostgreSQL 18\. Nothing was changed: write a backup/,
  ],
  [
    'a newer PostgreSQL',
    { PG_VERSION: '19\n', 'engine.json': '{"version":"0.9.0"}' },
    /PostgreSQL 19.*npm run db:backup.*npm run db:restore/,
  ],
  ['a newer engine', { PG_VERSION: '18\n', 'engine.json': '{"version":"0.5.100"}' }, /newer engine \(PGlite 0\.5\.100; this is 0\.5\.16\)/],
  ['no whole database', { 'postmaster.opts': '' }, /PG_VERSION is missing/],
])('a directory of %s is refused in one line, and left as it is', async (_name, files, message) => {
  doctored(files)
  const opening = openEmbedded({ dataDir })
  await expect(opening).rejects.toThrow(EngineVersionError)
  await expect(opening).rejects.toThrow(message)
  await expect(opening).rejects.not.toThrow(/\n/)
  expect(readdirSync(dataDir)).toEqual(['db'])
  expect(Object.fromEntries(readdirSync(path.join(dataDir, 'db')).map((name) => [name, readFileSync(at(name), 'utf8')]))).toEqual(files)
})

it('a directory without a note gets one when it is open', async () => {
  mkdirSync(path.join(dataDir, 'db'))
  execFileSync('tar', ['-xf', inject('embeddedImage'), '-C', path.join(dataDir, 'db')], { stdio: 'ignore' })
  const db = await openEmbedded({ dataDir })
  const [version] = await db.prisma.$queryRaw<{ server_version_num: string }[]>`SHOW server_version_num`
  expect(version?.server_version_num.slice(0, -4)).toBe(POSTGRES_MAJOR)
  await db.close()
  expect(JSON.parse(readFileSync(at('engine.json'), 'utf8'))).toEqual({ version: engineVersion() })
  expect(readFileSync(at('PG_VERSION'), 'utf8').trim()).toBe(POSTGRES_MAJOR)
})

it.each(['{"version":"0.5.2"}', '{"version":"0.4.99"}', 'nothing'])(
  'a directory of an older engine (%s) is taken, and notes the newer',
  (marker) => {
    doctored({ PG_VERSION: '18\n', 'engine.json': marker })
    checkEngine(path.join(dataDir, 'db'))
    markEngine(path.join(dataDir, 'db'))
    expect(JSON.parse(readFileSync(at('engine.json'), 'utf8'))).toEqual({ version: engineVersion() })
  },
)
