import type { SignedInCall } from '~/server/call'
import { type AttentionItem, type SetupState, type ShopListState, openOrderStatuses } from '~/contracts/office/dashboard'
import type { Services } from '~/server/services'
import { keysOf } from '~/contracts/keys'
import { records } from '~/contracts/records'
import { activeRepairStatuses, pendingTradeInStatuses } from '~/contracts/statuses'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { defaultSettings } from '~/contracts/site/settings'
import { countedRecords, isOneOf } from '~/server/platform/records/counted-records'
import { readNotices } from '~/server/catalogue/shop/shopify/platform-notices'
import type { Viewer } from '~/server/identity/auth/read-session'
import { mayRead, unlimitedOnly } from '~/server/identity/auth/scopes'
import { readSettings } from '~/server/site/settings/read-settings'

/** The age of the shop platform's list, and problems to fix there; null without a platform. */
export async function readShopList({
  platform,
  adminApi,
  live,
  db: { prisma },
  now,
}: Pick<Services, 'platform' | 'adminApi' | 'live' | 'db' | 'now'>): Promise<ShopListState | null> {
  if (!platform)
    return adminApi && { fetchedAt: null, failedAt: null, failure: null, products: null, notices: await readNotices({ prisma, now }) }
  const [{ fetchedAt, failedAt, failure }, shown, notices] = await Promise.all([
    platform.state(),
    live.values.products.get(),
    platform.notices(),
  ])
  return { fetchedAt, failedAt, failure, products: shown.data.total, notices }
}

const waiting: Record<AttentionItem['noun'], readonly string[]> = {
  repairs: activeRepairStatuses,
  tradeIns: pendingTradeInStatuses,
  orders: openOrderStatuses,
}

/**
 * The oldest waiting row of a kind: the oldest of each status by index, then the oldest of those. Statuses are literals: a plan for any of
 * them would walk the oldest rows of all.
 */
function oldestOf(noun: AttentionItem['noun']): Prisma.Sql {
  const { table, status: column } = records[noun]
  const [number, type] = [Prisma.raw(column.number), Prisma.raw(column.type)]
  const statuses = waiting[noun]
  const ofEach = statuses.map(
    (status) => Prisma.sql`
      (SELECT id, ${number} AS number, status, created_at FROM ${Prisma.raw(table)} WHERE status = ${Prisma.raw(`'${status}'`)}::${type} ORDER BY created_at, id LIMIT 1)`,
  )
  return Prisma.sql`
    (SELECT ${noun} AS noun, id, number, status::text AS status, created_at AS "createdAt",
      (SELECT count(*)::int FROM ${Prisma.raw(table)} WHERE ${isOneOf(noun, statuses)} AND ${countedRecords[noun].which}) AS waiting
    FROM (${Prisma.join(ofEach, ' UNION ALL ')}) AS oldest ORDER BY created_at, id LIMIT 1)`
}

/** The repair, the trade-in and the order that have waited longest, of those that the caller may read, in one statement. */
export async function readAttention({
  db: { prisma },
  viewer,
}: {
  db: { prisma: Pick<PrismaClient, '$queryRaw'> }
  viewer: Pick<Viewer, 'scopes'>
}): Promise<AttentionItem[]> {
  const open = keysOf(waiting).filter(mayRead(viewer))
  if (open.length === 0) return []
  return prisma.$queryRaw<AttentionItem[]>`
    SELECT * FROM (${Prisma.join(open.map(oldestOf), ' UNION ALL ')}) AS oldest ORDER BY "createdAt", id`
}

interface Found {
  generated: boolean
  edited: boolean
  product: boolean
  machine: boolean
  factor: boolean
}

/**
 * The first steps of a new shop that are done, read from its data.
 * @param mail true if emails leave the shop
 * @throws FORBIDDEN for a caller with limits: it tells of a password that nobody has changed
 */
export async function readSetup(
  { db: { prisma }, viewer: { userId, scopes } }: SignedInCall<'db'>,
  { mail }: { mail: boolean },
): Promise<SetupState> {
  if (scopes !== null) throw unlimitedOnly('read how far the shop is set up')
  const [settings, [found]] = await Promise.all([
    readSettings(prisma),
    prisma.$queryRaw<Found[]>`
      SELECT EXISTS (SELECT FROM users WHERE password_hash = initial_password_hash) AS generated,
        EXISTS (SELECT FROM website_settings WHERE version > 1) AS edited,
        EXISTS (SELECT FROM products) AS product,
        EXISTS (SELECT FROM trade_in_machines) AS machine,
        EXISTS (SELECT FROM mfa_factors WHERE user_id = ${userId}::uuid AND status = 'verified') AS factor`,
  ])
  const differs = JSON.stringify(settings) !== JSON.stringify(defaultSettings)
  return {
    password: found?.generated !== true,
    texts: differs || found?.edited === true,
    product: found?.product === true,
    machine: found?.machine === true,
    factor: found?.factor === true,
    mail,
  }
}
