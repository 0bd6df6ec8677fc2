import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EnvironmentError } from '~/env'
import { ensureFirstAdmin, keptSecret } from '~/server/auth/first-admin'
import { requireDataDir } from '~/server/data-dir'
import { openTestDatabase } from '../setup/database'

let folder: string
let unusable: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shop-data-dir-'))
  writeFileSync(path.join(folder, 'a file'), '')
  // Read-only for everyone, root too.
  unusable = path.join(folder, 'a file', 'data')
})
afterAll(() => {
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
    const secret = keptSecret(data, 'a-secret')
    expect(secret).toHaveLength(43)
    expect(keptSecret(data, 'a-secret')).toBe(secret)
    expect(readdirSync(data)).toEqual(['a-secret'])
    expect(statSync(path.join(data, 'a-secret')).mode & 0o777).toBe(0o600)
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
