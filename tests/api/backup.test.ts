import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hashPassword } from '~/server/identity/auth/password-hashes'
import { backupDatabase, writeBackup } from '~/server/platform/backup/backup'
import { BackupError } from '~/server/platform/backup/backup-format'
import { checkBackup } from '~/server/platform/backup/read-file'
import { restoreDatabase } from '~/server/platform/backup/restore'
import type { Database } from '~/server/platform/database/database'
import { openEmbedded } from '~/server/platform/database/embedded'
import { applyMigrations, readMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { loadDemoShop } from '~/server/demo/load'
import { openPostgresTestDatabase, openEmbeddedTestDatabase } from '../setup/database'
import { createTestDatabase } from '../setup/postgres'
import { openTestShop, TEST_NOW } from '../setup/shop'

const PASSWORD = 'a password of long standing'
const VALUES = { baseValueExcellent: 4, baseValueGood: 3, baseValueFair: 2, baseValuePoor: 1 }
const USER = '00000000-0000-0000-0000-000000000001'

const folder = mkdtempSync(path.join(tmpdir(), 'shop-backup-'))
const fileOf = (name: string) => path.join(folder, `${name}.backup.gz`)
const source: { file: string; content: Record<string, string[]>; email: string; nextNumber: number } = {
  file: fileOf('source'),
  content: {},
  email: '',
  nextNumber: 765_433,
}

/** Every row of every table as PostgreSQL writes it. */
async function contentOf({ prisma }: Database): Promise<Record<string, string[]>> {
  const read = async (sql: string) => (await prisma.$queryRawUnsafe<{ row: string }[]>(sql)).map(({ row }) => row).sort()
  const tables = await read(`SELECT relname::text AS row FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    AND relname <> '_prisma_migrations'`)
  const content: Record<string, string[]> = {}
  content['letters that wait'] = await read(`SELECT j::text AS row FROM shop_queue.job AS j WHERE name = 'letters'`)
  for (const table of tables) content[table] = await read(`SELECT t::text AS row FROM "${table}" AS t`)
  return content
}

/** A person signs in with the password of before, and an administrator's work is recorded after what was. */
async function expectUsable(db: Database) {
  const shop = await openTestShop({ db })
  const { session } = await shop.visitor.auth.signIn({ email: source.email, password: PASSWORD })
  expect(session.user).toMatchObject({ email: source.email, isAdmin: true })
  const { id } = await db.prisma.session.findFirstOrThrow({ where: { userId: session.user.id } })
  const caller = shop.callerOf(id)
  const before = await db.prisma.auditEntry.count()
  await caller.machines.create({ ...VALUES, manufacturer: 'Bitmain', model: `After ${before}` })
  expect(await db.prisma.auditEntry.count()).toBeGreaterThan(before)
  const repair = await db.prisma.repair.findFirstOrThrow()
  await db.prisma.$executeRaw`UPDATE repairs SET diagnosis = 'again' WHERE id = ${repair.id}::uuid`
  expect((await db.prisma.repair.findUniqueOrThrow({ where: { id: repair.id } })).version).toBe(repair.version + 1)
  const made = await db.prisma.repair.create({ data: {} })
  expect(await db.prisma.repair.delete({ where: { id: made.id } })).toMatchObject({ repairNumber: `REP-${source.nextNumber}` })
  source.nextNumber += 1
  await shop.services.hub.stop()
}

beforeAll(async () => {
  const shop = await openTestShop()
  await loadDemoShop(shop.db.prisma, { now: TEST_NOW })
  const { caller, email } = await shop.signIn('admin', { passwordHash: await hashPassword(PASSWORD) })
  await caller.machines.create({ ...VALUES, manufacturer: 'Bitmain', model: 'Recorded' })
  const odd = `a 'quoted' "text" with \\ and \t and \n lines,\r\n {"json":[1]} € 😀`
  await shop.db.prisma.$executeRaw`INSERT INTO products (name, category, description, price) VALUES (${odd}, '', ${'\\N'}, 1234567.10)`
  await shop.db.prisma.$executeRaw`INSERT INTO website_settings (setting_key, setting_value) VALUES ('odd', ${odd})`
  await shop.db.prisma.$executeRaw`INSERT INTO trade_ins (trade_in_number, status, device_info) VALUES
    ('odd 1', 'submitted', 'null'), ('odd 2', 'completed', '{"deep": [1.10, "\\u20ac", null, 12345678901234567890]}')`
  // A claim that is stored before the repair that it is about, far apart.
  const claim = await shop.db.prisma.repair.create({ data: {} })
  await shop.db.prisma.repair.createMany({ data: Array.from({ length: 600 }, () => ({})) })
  const claimed = await shop.db.prisma.repair.create({ data: { repairNumber: 'REP-765432' } })
  await shop.db.prisma.repair.update({ where: { id: claim.id }, data: { warrantyOf: claimed.id } })
  await shop.db.prisma.caseNote.create({ data: { caseId: claimed.id, body: odd } })
  await shop.db.prisma.repairPreset.updateMany({ data: { price: 175 }, where: { service: 'hashboard' } })
  await shop.db.prisma
    .$executeRaw`UPDATE orders SET created_at = '1999-12-31T23:59:59.123Z' WHERE order_number = (SELECT min(order_number) FROM orders)`
  await shop.db.prisma.$executeRaw`INSERT INTO shop_queue.job (name, state, data, start_after) VALUES
    ('letters', 'failed', jsonb_build_object('subject', ${odd}::text), now()),
    ('letters', 'retry', '{"to": "waits@example.com"}', now() + interval '1 hour')`
  source.email = email
  source.content = await contentOf(shop.db)
  const rows = await backupDatabase(shop.db, source.file, TEST_NOW)
  expect(rows).toBe(Object.values(source.content).reduce((sum, { length }) => sum + length, 0))
  await shop.close()
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  let postgres: Database
  let embedded: Database
  beforeAll(async () => {
    postgres = await openPostgresTestDatabase()
    embedded = await openEmbeddedTestDatabase()
  })
  afterAll(async () => {
    await postgres.close()
    await embedded.close()
  })

  it('of the embedded database restores into PostgreSQL, equal in every row and figure, and usable', async () => {
    await restoreDatabase(postgres, source.file)
    expect(await contentOf(postgres)).toEqual(source.content)
    await expectUsable(postgres)
  })

  it('of PostgreSQL restores into the embedded database', async () => {
    const file = fileOf('postgres')
    await backupDatabase(postgres, file)
    await restoreDatabase(embedded, file)
    expect(await contentOf(embedded)).toEqual(await contentOf(postgres))
    await expectUsable(embedded)
  })

  const replaces = async (db: Database, name: string) => {
    const file = fileOf(name)
    await backupDatabase(db, file)
    const before = await contentOf(db)
    await db.prisma.$executeRaw`DELETE FROM orders`
    await db.prisma.$executeRaw`UPDATE products SET name = 'changed'`
    const changed = await contentOf(db)
    const refused = restoreDatabase(db, file)
    await expect(refused).rejects.toThrow(/^The database is not empty \(.*products.*--replace/)
    await expect(refused).rejects.toThrow(BackupError)
    expect(await contentOf(db)).toEqual(changed)
    await restoreDatabase(db, file, { replace: true })
    expect(await contentOf(db)).toEqual(before)
  }
  it('of embedded restores into the same database, which gives way only when told to', () => replaces(embedded, 'again embedded'))
  it('of postgres restores into the same database, which gives way only when told to', { tags: ['full'] }, () =>
    replaces(postgres, 'again postgres'),
  )

  it('is for its owner alone and takes no other file’s place', async () => {
    expect(statSync(source.file).mode & 0o777).toBe(0o600)
    await expect(backupDatabase(postgres, source.file)).rejects.toThrow(/there already/)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('that is damaged or cut short changes nothing', async () => {
    const before = await contentOf(postgres)
    const bytes = readFileSync(source.file)
    const text = gunzipSync(bytes).toString()
    const flipped = (at: number) => Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ 1]), bytes.subarray(at + 1)])
    const lines = text.trimEnd().split('\n')
    const files: Record<string, Buffer> = {
      empty: Buffer.alloc(0),
      'not gzip': Buffer.from(text),
      'cut in half': bytes.subarray(0, bytes.length >> 1),
      'cut by a byte': bytes.subarray(0, -1),
      'another bit early': flipped(200),
      'another bit late': flipped(bytes.length - 200),
      'without its end': gzipSync(lines.slice(0, -1).join('\n')),
      'without a row': gzipSync(lines.toSpliced(-2, 1).join('\n')),
      'another letter': gzipSync(text.replace('Bitmain', 'Bitmane')),
      'more after the end': gzipSync(`${text}[]\n`),
      'no header': gzipSync(lines.slice(1).join('\n')),
    }
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(fileOf(name), content)
      const refused = restoreDatabase(postgres, fileOf(name), { replace: true })
      await expect(refused, name).rejects.toThrow(BackupError)
      await expect(refused, name).rejects.toThrow(/is not a whole backup.*Nothing was changed\.$/)
    }
    await expect(restoreDatabase(postgres, fileOf('none'))).rejects.toThrow(/There is no file/)
    expect(await contentOf(postgres)).toEqual(before)
  })

  it('that fails half way changes nothing', async () => {
    const before = await contentOf(postgres)
    const lines = gunzipSync(readFileSync(source.file)).toString().trimEnd().split('\n').slice(0, -1)
    const last = lines.findLastIndex((line) => line.startsWith('['))
    const broken = lines.with(last, lines[last]?.replace(/"[^"]*"/, '"no id"') ?? '')
    await writeBackup(fileOf('broken row'), asLines(broken))
    await expect(restoreDatabase(postgres, fileOf('broken row'), { replace: true })).rejects.toThrow(/no id/)
    expect(await contentOf(postgres)).toEqual(before)
  })

  it('of a newer version is refused, and so is a database of one', async () => {
    const [header = '', ...rest] = gunzipSync(readFileSync(source.file)).toString().trimEnd().split('\n').slice(0, -1)
    const newer = header.replace('"migrations":[', '"migrations":["29991231000000_later",')
    await writeBackup(fileOf('newer'), asLines([newer, ...rest]))
    await expect(restoreDatabase(postgres, fileOf('newer'), { replace: true })).rejects.toThrow(
      /newer version of the shop \(migration 2999.*Nothing/,
    )
    await writeBackup(fileOf('other format'), asLines([header.replace('"shopBackup":1', '"shopBackup":2'), ...rest]))
    await expect(restoreDatabase(postgres, fileOf('other format'))).rejects.toThrow(/newer version of the shop\. Nothing/)
    await postgres.prisma
      .$executeRaw`UPDATE _prisma_migrations SET migration_name = '29991231000000_later' WHERE migration_name LIKE '%_rows'`
    await expect(restoreDatabase(postgres, source.file, { replace: true })).rejects.toThrow(/database was used by a newer version/)
  })
})

it('a backup of version 1 is refused with one sentence', async () => {
  const file = path.resolve('tests/setup/files/shop-0.1.0.backup.gz')
  expect(await checkBackup(file)).toMatchObject({ version: '0.1.0', engine: 'embedded' })
  const db = await openEmbeddedTestDatabase()
  await expect(restoreDatabase(db, file)).rejects.toThrow(/^.*shop-0\.1\.0\.backup\.gz is of version 1 .* Nothing was changed\.$/)
  expect(await db.prisma.repair.count()).toBe(0)
  await db.close()
})

/** The lines of a file as its writer takes them. */
async function* asLines(lines: string[]) {
  for (const line of lines) yield await Promise.resolve(line)
}

it('a backup of an older version goes through its migrations, into a server without a table', { tags: ['full'] }, async () => {
  const migrations = readMigrations().migrationDirectories.map((migration) => migration.path)
  const old = openPostgres(await createTestDatabase())
  await applyMigrations(old.adapter, new Set(migrations.slice(0, -2)))
  await old.prisma.$executeRaw`INSERT INTO users (id, email) VALUES (${USER}::uuid, 'a@example.com')`
  await old.prisma.$executeRaw`INSERT INTO orders (order_number, user_id, status, total_amount)
    SELECT 'A-' || n, ${USER}::uuid, 'completed', 1.5 FROM generate_series(1, 1234) AS n`
  await backupDatabase(old, fileOf('old'))
  await old.close()
  const db = openPostgres(await createTestDatabase())
  await expect(backupDatabase(db, fileOf('nothing'))).rejects.toThrow('There is no shop in the database: nothing to back up.')
  await restoreDatabase(db, fileOf('old'))
  expect(await applyMigrations(db.adapter)).toEqual([])
  expect(await db.prisma.order.count({ where: { userId: USER, version: 1 } })).toBe(1234)
  await db.close()
})

it('the commands say in one line what is wrong, and write and read a file', { timeout: 180_000, tags: ['full'] }, async () => {
  const dataDir = path.join(folder, 'data')
  mkdirSync(path.join(dataDir, 'db'), { recursive: true })
  execFileSync('tar', ['-xf', inject('embeddedImage'), '-C', path.join(dataDir, 'db')], { stdio: 'ignore' })
  const run = (program: string, ...args: string[]) => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', INIT_CWD: folder }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', `scripts/${program}.ts`, ...args], {
      env,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  const elsewhere = `The files of repairs and trade-ins are not in it: keep ${path.join(dataDir, 'files')} too.`
  const db = await openEmbedded({ dataDir })
  expect(run('backup', 'mine.gz')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The database in .* is open in another process .*Stop that one first.*\n$/),
  })
  await db.close()
  expect(run('backup', 'mine.gz')).toMatchObject({
    status: 0,
    stderr: '',
    // The rows that migrations have put in, such as the presets of repairs.
    stdout: expect.stringMatching(/^Wrote \d+ rows to .*mine\.gz\n/),
  })
  expect(run('backup', 'again.gz').stdout.endsWith(`${elsewhere}\n`)).toBe(true)
  expect(run('restore', 'source.backup.gz')).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Restored .*NEXTAUTH_SECRET/),
  })
})
