import type { ServiceOptions } from '~/server/create-services'
import { startSession } from '~/server/identity/auth/sessions'
import { foreignCursors } from '../../setup/pages'
import { openTestShop } from '../../setup/shop'
import { openTestDatabase } from '../../setup/database'
import type { Pool } from './arbitrary-input'
import type { Database } from '~/server/platform/database/database'

type State = ReadonlyMap<string, string>

/**
 * Tells which tables have changed since it was asked last. A transaction that has written takes a number:
 * while the next number is the same nothing was written at all; else each table's rows are compared by
 * the numbers of the transactions that made them. Nobody else may write meanwhile.
 */
async function watchDatabase({ prisma }: Database) {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations'`
  const states = tables.map(
    ({ name }) => `SELECT '${name}' AS name, concat(count(*), ' ', coalesce(sum(xmin::text::bigint), 0)) AS state FROM "${name}"`,
  )

  const nextNumber = async () => {
    const [row] = await prisma.$queryRaw<{ number: string }[]>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS number`
    return row?.number
  }
  const readState = async (): Promise<State> => {
    const rows = await prisma.$queryRawUnsafe<{ name: string; state: string }[]>(states.join(' UNION ALL '))
    return new Map(rows.map(({ name, state }) => [name, state]))
  }

  let number = await nextNumber()
  let state = await readState()
  return {
    /** @returns the names of the tables */
    changedTables: async (): Promise<string[]> => {
      const numberNow = await nextNumber()
      if (numberNow === number) return []
      const [before, now] = [state, await readState()]
      number = numberNow
      state = now
      return [...now].flatMap(([name, rows]) => (before.get(name) === rows ? [] : [name]))
    },
  }
}

export const actors = ['visitor', 'customer', 'administrator'] as const
export type Actor = (typeof actors)[number]

/** A refused call may change these: it is counted, and a sign-in, code or token that was wrong is written down. */
const tracesOfRefusals = ['limit_counters', 'audit_log']

/**
 * A shop with a few rows of each kind and three actors, for calls of any input: what they change of the
 * actors themselves is put right again.
 */
export async function openFuzzShop(options: Partial<ServiceOptions> = {}) {
  const db = await openTestDatabase()
  const shop = await openTestShop({ db, sms: { send: () => Promise.resolve() }, ...options })
  const { prisma } = db
  const { factories } = shop
  const thrice = <Row>(make: () => Row) => [make(), make(), make()]
  const [customer, admin] = [await shop.signIn('customer'), await shop.signIn('admin')]
  const rows = {
    products: thrice(() => factories.product()),
    machines: thrice(() => factories.machine()),
    orders: thrice(() => factories.order({ userId: customer.userId })),
    repairs: thrice(() => factories.repair()),
    tradeIns: thrice(() => factories.tradeIn()),
  }
  await prisma.order.createMany({ data: rows.orders })
  await prisma.repair.createMany({ data: rows.repairs })
  await prisma.tradeIn.createMany({ data: rows.tradeIns })
  const factor = await customer.caller.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })
  const { batchId } = await admin.caller.imports.start({ noun: 'products', fileName: 'rows.csv' })
  const view = await admin.caller.views.save({ screen: 'orders', name: 'Mine', query: 'status=pending' })

  const sessions: Record<Actor, string | null> = { visitor: null, customer: customer.sessionId, administrator: admin.sessionId }

  /** Restores what calls may have taken away: products, the roles and the sessions of the actors, tries of the limits. */
  const restore = async () => {
    await prisma.product.createMany({ data: rows.products, skipDuplicates: true })
    await prisma.tradeInMachine.createMany({ data: rows.machines, skipDuplicates: true })
    await prisma.$executeRaw`UPDATE profiles SET role = CASE WHEN user_id = ${admin.userId}::uuid THEN 'admin' ELSE 'customer' END::user_role`
    await prisma.mfaFactor.updateMany({ data: { status: 'unverified' } })
    await prisma.rateLimit.deleteMany()
    sessions.customer = await startSession(shop.services, customer.userId)
    sessions.administrator = await startSession(shop.services, admin.userId)
  }
  await restore()
  const watch = await watchDatabase(db)

  const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id)
  /** By the first part of a procedure's path: what its inputs name. */
  const own: Partial<Record<string, string[]>> = {
    products: idsOf(rows.products),
    machines: idsOf(rows.machines),
    orders: idsOf(rows.orders),
    repairs: idsOf(rows.repairs),
    tradeIns: idsOf(rows.tradeIns),
    users: [customer.userId, admin.userId],
    account: [customer.sessionId, admin.sessionId],
    auth: [factor.id],
    imports: [batchId],
    views: [view.id],
  }
  const ids = Object.values(own).flatMap((some) => some ?? [])
  const pool: Pool = {
    ids,
    emails: [customer.email, admin.email, 'nobody@example.com'],
    texts: [
      ...foreignCursors('-created'),
      ...rows.orders.map(({ orderNumber }) => orderNumber),
      'a fine long password',
      '123456',
      '+447700900123',
      '42',
    ],
  }

  return {
    ...shop,
    pool,
    /** The same with the ids first that a procedure is likely to know. */
    poolOf: (path: string): Pool => {
      const likely = own[path.split('.')[0] ?? ''] ?? []
      return {
        ...pool,
        ids: [...likely, ...likely, ...likely.map((id) => id.toUpperCase()), ...(likely.length > 0 ? [ids[0] ?? '', ids[4] ?? ''] : ids)],
      }
    },
    sessions,
    /** For after a call that has succeeded. */
    restore: async () => {
      await restore()
      await watch.changedTables()
    },
    /** Tables that have changed since the last time, besides the traces of a refusal. */
    changedTables: async () => (await watch.changedTables()).filter((table) => !tracesOfRefusals.includes(table)),
  }
}

export type FuzzShop = Awaited<ReturnType<typeof openFuzzShop>>
