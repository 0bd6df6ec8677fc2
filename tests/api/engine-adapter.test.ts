import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Prisma } from '~/generated/prisma/client'
import type { Database } from '~/server/platform/database/database'
import { engines, openOn } from '../setup/database'

describe.each(engines)('the client on %s', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openOn(engine)
  })
  afterAll(() => db.close())

  it('reports a transaction that could not be committed', async () => {
    const write = db.prisma.$transaction(async (tx) => {
      await tx.websiteSetting.create({ data: { settingKey: 'lost' } })
      // The failure is swallowed, as careless code would: PostgreSQL has given the transaction up.
      await tx.$executeRaw`SELECT 1 / 0`.catch(() => undefined)
    })
    await expect(write).rejects.toThrow()
    expect(await db.prisma.websiteSetting.count({ where: { settingKey: 'lost' } })).toBe(0)
  })

  it('reports what is checked at COMMIT only', async () => {
    await db.prisma
      .$executeRaw`CREATE TABLE late_check (id int PRIMARY KEY, parent int REFERENCES late_check (id) DEFERRABLE INITIALLY DEFERRED)`
    const write = db.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO late_check VALUES (1, 99)`
    })
    await expect(write).rejects.toThrow()
    expect(await db.prisma.$queryRaw`SELECT count(*)::int AS rows FROM late_check`).toEqual([{ rows: 0 }])
  })

  it('keeps a committed transaction, and nothing of one that throws', async () => {
    await db.prisma.$transaction((tx) => tx.websiteSetting.create({ data: { settingKey: 'kept' } }))
    const thrown = db.prisma.$transaction(async (tx) => {
      await tx.websiteSetting.create({ data: { settingKey: 'undone' } })
      throw new Error('changed my mind')
    })
    await expect(thrown).rejects.toThrow('changed my mind')
    const keys = await db.prisma.websiteSetting.findMany({ select: { settingKey: true } })
    expect(keys.map((row) => row.settingKey)).toEqual(['kept'])
  })

  it.each(['Serializable', 'RepeatableRead', 'ReadCommitted'] as const)(
    'works at the isolation level %s when asked',
    async (isolationLevel) => {
      const [level] = await db.prisma.$transaction((tx) => tx.$queryRaw<{ transaction_isolation: string }[]>`SHOW transaction_isolation`, {
        isolationLevel: Prisma.TransactionIsolationLevel[isolationLevel],
      })
      expect(level?.transaction_isolation.replace(' ', '')).toBe(isolationLevel.toLowerCase())
    },
  )

  it('reports a script that fails', async () => {
    const adapter = await db.adapter.connect()
    await expect(adapter.executeScript('SELECT 1; SELECT * FROM nowhere')).rejects.toThrow()
    await adapter.dispose()
  })

  it('takes and reads arrays of a type that a migration has made since it was opened', async () => {
    const adapter = await db.adapter.connect()
    await adapter.executeScript(`CREATE TYPE colour AS ENUM ('red', 'blue', 'not, "so" \\clear')`)
    await adapter.dispose()
    const colours = ['red', 'not, "so" \\clear']
    const [row] = await db.prisma.$queryRaw<unknown[]>`
      SELECT 'red'::colour = ANY (${colours}::colour[]) AS red, 'blue'::colour = ANY (${colours}::colour[]) AS blue, ${colours}::colour[]::text[] AS all,
        ${[new Date('2026-07-01T12:00:00Z')]}::timestamptz[] AS times, ${['1.50']}::numeric[] AS amounts`
    expect(row).toEqual({
      red: true,
      blue: false,
      all: colours,
      times: [new Date('2026-07-01T12:00:00Z')],
      amounts: [new Prisma.Decimal('1.5')],
    })
  })

  it('keeps times as they are, whatever the zone of the value', async () => {
    const [session] = await db.prisma.$queryRaw<{ TimeZone: string }[]>`SHOW TimeZone`
    expect(session?.TimeZone).toBe('UTC')
    await db.prisma.$executeRaw`INSERT INTO products (name, category, created_at) VALUES ('Zoned', 'Test', '2026-07-01T12:00:00+05:30')`
    const product = await db.prisma.product.findFirstOrThrow({ where: { name: 'Zoned' } })
    expect(product.createdAt.toISOString()).toBe('2026-07-01T06:30:00.000Z')
    const found = await db.prisma.product.count({ where: { createdAt: new Date('2026-07-01T06:30:00Z') } })
    expect(found).toBe(1)
  })

  it('answers a clash of unique values as such', async () => {
    await db.prisma.user.create({ data: { email: 'twice@example.com' } })
    await expect(db.prisma.user.create({ data: { email: 'twice@example.com' } })).rejects.toMatchObject({ code: 'P2002' })
  })
})

it('lets the process do other work while the embedded engine has statements without an end', async () => {
  const db = await openOn('embedded')
  let turns = 0
  const others = setInterval(() => (turns += 1), 1)
  const over = performance.now() + 2_000
  // Written as a job does: each waits for the one before, and nothing else.
  while (performance.now() < over) await db.prisma.$queryRaw`SELECT 1 AS one`
  clearInterval(others)
  await db.close()
  expect(turns).toBeGreaterThan(3)
})
