import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EnvironmentError } from '~/env'
import { ensureFirstAdmin } from '~/server/identity/auth/first-admin'
import { ownDataDir, requireDataDir, storedSecret } from '~/server/platform/files/data-dir'
import { openTestDatabase } from '../setup/database'
import { openToOthers } from '../setup/open-to-others'

let folder: string
let unusable: string
// Node has no way to ask for it alone.
const umask = process.umask(0o022)
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shop-data-dir-'))
  writeFileSync(path.join(folder, 'a file'), '')
  // Read-only for everyone, root too.
  unusable = path.join(folder, 'a file', 'data')
})
afterAll(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true, force: true })
})

describe('DATA_DIR', () => {
  const server = { DATABASE_URL: 'postgres://localhost/shop', SMTP_URL: 'smtp://localhost', ADMIN_PASSWORD: 'a password' }

  it('must be writable where something is kept there, which is said in one line', () => {
    const needs = [
      { DATABASE_URL: undefined, SMTP_URL: undefined, ADMIN_PASSWORD: undefined },
      { ...server, DATABASE_URL: undefined },
      { ...server, SMTP_URL: undefined },
      { ...server, ADMIN_PASSWORD: undefined },
    ]
    for (const env of needs) {
      expect(() => {
        requireDataDir({ ...env, DATA_DIR: unusable })
      }).toThrow(new EnvironmentError(`Environment: DATA_DIR cannot be written (${unusable}: ENOTDIR)`))
    }
    requireDataDir({ ...server, DATA_DIR: unusable })
  })

  it('is made, and left empty by the look', () => {
    const made = path.join(folder, 'new', 'data')
    requireDataDir({ ...server, SMTP_URL: undefined, DATA_DIR: made })
    expect(readdirSync(made)).toEqual([])
  })

  it('keeps what is secret for its owner alone', () => {
    const data = path.join(folder, 'secrets')
    const secret = storedSecret(data, 'a-secret')
    expect(secret).toHaveLength(43)
    expect(storedSecret(data, 'a-secret')).toBe(secret)
    expect(readdirSync(data)).toEqual(['a-secret'])
    expect(statSync(path.join(data, 'a-secret')).mode & 0o777).toBe(0o600)
  })
})

describe("a DATA_DIR is its account's alone", () => {
  it('when it was open to all before, down to the last file and no further', () => {
    const data = path.join(folder, 'loose')
    const elsewhere = path.join(folder, 'elsewhere')
    mkdirSync(path.join(data, 'db', 'base'), { recursive: true })
    mkdirSync(elsewhere)
    for (const file of [path.join(data, 'db', 'base', '1'), path.join(data, 'nextauth-secret'), path.join(elsewhere, 'file')])
      writeFileSync(file, '', { mode: 0o666 })
    for (const each of [data, path.join(data, 'db'), elsewhere]) chmodSync(each, 0o777)
    for (const file of [path.join(data, 'db', 'base', '1'), path.join(elsewhere, 'file')]) chmodSync(file, 0o666)
    symlinkSync(elsewhere, path.join(data, 'link'))
    ownDataDir(data)
    expect(openToOthers(data)).toEqual([])
    expect([statSync(elsewhere).mode & 0o777, statSync(path.join(elsewhere, 'file')).mode & 0o777]).toEqual([0o777, 0o666])
  })

  it('or refused in one line: of another account, shared by all, or with the program in it', () => {
    const data = path.join(folder, 'of-another')
    mkdirSync(data)
    const otherAccount = (process.getuid?.() ?? 0) + 12_345
    expect(() => {
      ownDataDir(data, otherAccount)
    }).toThrow(
      new EnvironmentError(
        `Environment: DATA_DIR belongs to another user (${data}): run the shop as that one, or set DATA_DIR to another folder`,
      ),
    )
    const shared = path.join(folder, 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    for (const place of [shared, '/', process.cwd(), path.dirname(process.cwd())]) {
      const { mode } = statSync(place)
      expect(() => {
        ownDataDir(place)
      }).toThrow(new EnvironmentError(`Environment: DATA_DIR must be a folder of the shop's own (${place})`))
      expect(statSync(place).mode).toBe(mode)
    }
  })

  it('whichever program of the shop has made it', { tags: ['full'] }, () => {
    const data = path.join(folder, 'made')
    for (const program of ['scripts/seed.ts', 'scripts/backup.ts']) {
      const { status, stderr } = spawnSync('/bin/sh', ['-c', 'umask 000; exec "$0" scripts/run.mjs "$1"', process.execPath, program], {
        env: { ...process.env, DATA_DIR: data, DATABASE_URL: '' },
        encoding: 'utf8',
      })
      expect(status, stderr).toBe(0)
      expect(openToOthers(data)).toEqual([])
    }
    expect(readdirSync(path.join(data, 'backups'))).toHaveLength(1)
    expect(readdirSync(path.join(data, 'db')).length).toBeGreaterThan(10)
  })
})

it('makes no administrator whose password nobody could be told', async () => {
  const db = await openTestDatabase()
  const admin = { ADMIN_EMAIL: 'first@example.com', ADMIN_PASSWORD: undefined }
  await expect(ensureFirstAdmin({ db }, { ...admin, DATA_DIR: unusable })).rejects.toThrow()
  expect(await db.prisma.user.count()).toBe(0)

  // The password of a start that was cut short before the account gives way to the next one's.
  const data = path.join(folder, 'started')
  const first = await ensureFirstAdmin({ db }, { ...admin, DATA_DIR: data })
  const file = path.join(data, 'admin-password')
  expect(readFileSync(file, 'utf8')).toBe(`${first?.password ?? ''}\n`)
  await db.prisma.user.deleteMany()
  const second = await ensureFirstAdmin({ db }, { ...admin, DATA_DIR: data })
  expect(second?.password).not.toBe(first?.password)
  expect(readFileSync(file, 'utf8')).toBe(`${second?.password ?? ''}\n`)

  await db.prisma.user.deleteMany()
  await ensureFirstAdmin({ db }, { ...admin, ADMIN_PASSWORD: 'a password of ours', DATA_DIR: data })
  expect(existsSync(file)).toBe(false)
  await db.close()
})
