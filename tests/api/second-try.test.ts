import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PrismaClient } from '~/generated/prisma/client'
import type { Database } from '~/server/platform/database/database'
import { isWriteConflict } from '~/server/platform/database/connection-errors'
import { openPostgresTestDatabase } from '../setup/database'

/** A transaction that PostgreSQL aborts in favour of another one runs a second time. */

let db: Database
let prisma: PrismaClient
beforeAll(async () => {
  db = await openPostgresTestDatabase()
  prisma = db.prisma
  await prisma.$executeRaw`CREATE TABLE tries (id int PRIMARY KEY, value int NOT NULL)`
})
afterAll(() => db.close())

const start = () => prisma.$executeRaw`INSERT INTO tries VALUES (1, 0), (2, 0) ON CONFLICT (id) DO UPDATE SET value = 0`
const values = async () => (await prisma.$queryRaw<{ value: number }[]>`SELECT value FROM tries ORDER BY id`).map(({ value }) => value)

/** A barrier: this many callers wait for each other, and later ones pass. */
function meeting(of: number) {
  let there = 0
  let open: () => void = () => undefined
  const all = new Promise<void>((resolve) => (open = resolve))
  return () => {
    there += 1
    if (there === of) open()
    return all
  }
}

describe('a transaction', () => {
  it('that a deadlock ends is done a second time', async () => {
    await start()
    const meet = meeting(2)
    let runs = 0
    const both = (first: number, second: number) =>
      prisma.$transaction(async (tx) => {
        runs += 1
        await tx.$executeRaw`UPDATE tries SET value = value + 1 WHERE id = ${first}`
        await meet()
        await tx.$executeRaw`UPDATE tries SET value = value + 1 WHERE id = ${second}`
      })
    await Promise.all([both(1, 2), both(2, 1)])
    expect(runs).toBe(3)
    expect(await values()).toEqual([2, 2])
  })

  it('that cannot be put in a row with others is done a second time, and sees what they wrote', async () => {
    await start()
    const meet = meeting(2)
    const add = () =>
      prisma.$transaction(
        async (tx) => {
          const [row] = await tx.$queryRaw<{ value: number }[]>`SELECT value FROM tries WHERE id = 1`
          await meet()
          await tx.$executeRaw`UPDATE tries SET value = ${(row?.value ?? 0) + 1} WHERE id = 1`
        },
        { isolationLevel: 'Serializable' },
      )
    await Promise.all([add(), add()])
    expect(await values()).toEqual([2, 0])
  })

  it('that gives way twice fails, and so does one of another fault at once', async () => {
    let runs = 0
    const failing = (code: string) =>
      prisma.$transaction(async (tx) => {
        runs += 1
        await tx.$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION 'made up' USING ERRCODE = '${code}'; END $$`)
      })
    const failed: unknown = await failing('40P01').catch((error: unknown) => error)
    expect([runs, isWriteConflict(failed)]).toEqual([2, true])
    await expect(failing('22012')).rejects.toThrow()
    expect(runs).toBe(3)
  })

  it('of several statements at once is tried again as a whole', async () => {
    await start()
    const hasLocked = meeting(2)
    const other = prisma.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE tries SET value = value + 10 WHERE id = 2`
      await hasLocked()
      await tx.$executeRaw`SELECT pg_sleep(0.3)`
      await tx.$executeRaw`UPDATE tries SET value = value + 10 WHERE id = 1`
    })
    await hasLocked()
    await prisma.$transaction([
      prisma.$executeRaw`UPDATE tries SET value = value + 1 WHERE id = 1`,
      prisma.$executeRaw`UPDATE tries SET value = value + 1 WHERE id = 2`,
    ])
    await other
    expect(await values()).toEqual([11, 11])
  })
})

it('a statement of its own that a deadlock ends is done a second time', async () => {
  await start()
  const hasLocked = meeting(2)
  const other = prisma.$transaction(async (tx) => {
    await tx.$executeRaw`UPDATE tries SET value = value + 10 WHERE id = 2`
    await hasLocked()
    await tx.$executeRaw`SELECT pg_sleep(0.3)`
    await tx.$executeRaw`UPDATE tries SET value = value + 10 WHERE id = 1`
  })
  await hasLocked()
  await prisma.$executeRaw`
    UPDATE tries SET value = value + 1 FROM (SELECT id AS locked FROM tries ORDER BY id FOR UPDATE) AS t WHERE id = locked`
  await other
  expect(await values()).toEqual([11, 11])
})
