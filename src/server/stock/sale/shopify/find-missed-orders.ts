import * as z from 'zod'
import type { Services } from '~/server/services'
import type { AdminApi } from '~/server/catalogue/shop/shopify/admin/admin-api'
import { ORDER_STATES, ORDER_STATES_BY_ID } from '~/server/catalogue/shop/shopify/admin/operations'
import { readOrder } from './read-order'
import { PlatformError } from '~/server/catalogue/shop/shopify/platform-error'
import { keepOrder } from './keep-order'

/**
 * Finds orders whose webhooks were lost: hourly, the platform's open orders of the last 60 days, then recent orders that are open here or
 * unread since their last change. Older orders need the scope `read_all_orders`. The platform's time of change has whole seconds, so an
 * order is read until after that second.
 */

const ROUND = 'orders'
const DAYS = 60
const DAY_MS = 24 * 60 * 60 * 1000
const EVERY_SECONDS = 60 * 60
const NEXT_PAGE_SECONDS = 1
const FAILED_SECONDS = 5 * 60
const PAGE = 50
/** Milliseconds until the second of a change is over by the platform's clock too. */
const SURELY_OVER_MS = 5 * 60_000

const OPEN_HERE = ['pending', 'processing'] as const

const state = z.object({ id: z.string(), updatedAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)) })
const statesPage = z.object({
  orders: z.object({ pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }), nodes: z.array(state) }),
})
const statesById = z.object({ nodes: z.array(z.unknown()) })
type State = z.output<typeof state>

const place = z.object({ list: z.enum(['there', 'here']), after: z.string().nullable() })
type Place = z.output<typeof place>
const FIRST: Place = { list: 'there', after: null }

type Finding = Pick<Services, 'db' | 'now' | 'log'> & { adminApi: AdminApi }

const globalId = (externalId: string) => `gid://shopify/Order/${externalId}`
const idIn = (global: string) => global.slice(global.lastIndexOf('/') + 1)

async function catchUp(finding: Finding, states: readonly State[]): Promise<number> {
  const { db, adminApi, now } = finding
  const known = await db.prisma.order.findMany({
    where: { externalId: { in: states.map(({ id }) => idIn(id)) } },
    select: { externalId: true, externalUpdatedAt: true, externalTriggeredAt: true },
  })
  const rows = new Map(known.map((row) => [row.externalId, row]))
  let news = 0
  for (const { id, updatedAt } of states) {
    const row = rows.get(idIn(id))
    const before = row?.externalUpdatedAt
    if (before && (before > updatedAt || (before >= updatedAt && row.externalTriggeredAt === null))) continue
    const askedAt = now()
    const order = await readOrder(adminApi, id)
    if (!order) continue
    const isOver = askedAt.getTime() - order.updated_at.getTime() >= SURELY_OVER_MS
    const outcome = await keepOrder(finding, order, isOver ? null : askedAt)
    if (outcome === 'created' || outcome === 'updated') news += 1
  }
  return news
}

async function pageThere({ adminApi, now }: Finding, after: string | null): Promise<{ states: State[]; next: Place }> {
  const since = new Date(now().getTime() - DAYS * DAY_MS).toISOString().slice(0, 10)
  const variables = { query: `status:open created_at:>=${since}`, first: PAGE, after }
  const { pageInfo, nodes } = (await adminApi.ask(ORDER_STATES, variables, statesPage)).orders
  const isLast = !pageInfo.hasNextPage || pageInfo.endCursor === null || pageInfo.endCursor === after
  return { states: nodes, next: isLast ? { list: 'here', after: null } : { list: 'there', after: pageInfo.endCursor } }
}

async function pageHere({ db, adminApi, now }: Finding, after: string | null): Promise<{ states: State[]; next: Place | null }> {
  const open = await db.prisma.order.findMany({
    where: {
      externalId: { not: null, ...(after === null ? {} : { gt: after }) },
      OR: [{ externalStatus: { in: [...OPEN_HERE] } }, { externalTriggeredAt: { not: null } }],
      createdAt: { gt: new Date(now().getTime() - DAYS * DAY_MS) },
    },
    orderBy: { externalId: 'asc' },
    take: PAGE,
    select: { externalId: true },
  })
  const ids = open.flatMap(({ externalId }) => externalId ?? [])
  if (ids.length === 0) return { states: [], next: null }
  const { nodes } = await adminApi.ask(ORDER_STATES_BY_ID, { ids: ids.map(globalId) }, statesById)
  const states = nodes.flatMap((node) => state.safeParse(node).data ?? [])
  return { states, next: ids.length < PAGE ? null : { list: 'here', after: ids.at(-1) ?? null } }
}

/** A crash repeats the page. Without `read_orders` it notifies administrators. @returns seconds until the next page or round */
export async function findMissedOrders(finding: Finding): Promise<number> {
  const { db, now, log } = finding
  const row = await db.prisma.platformRound.upsert({ where: { name: ROUND }, create: { name: ROUND, beganAt: now() }, update: {} })
  const { list, after } = place.catch(FIRST).parse(row.cursor === null ? FIRST : JSON.parse(row.cursor))
  try {
    const { states, next } = await (list === 'there' ? pageThere(finding, after) : pageHere(finding, after))
    const news = await catchUp(finding, states)
    if (news > 0) log.warn({ news }, 'Orders were found whose messages had not come')
    const cursor = next && JSON.stringify(next)
    await db.prisma.platformRound.update({ where: { name: ROUND }, data: next ? { cursor } : { cursor, beganAt: now() } })
    return next ? NEXT_PAGE_SECONDS : EVERY_SECONDS
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    log.warn({ err: error }, 'The platform’s orders could not be read')
    return error.codes.includes('ACCESS_DENIED')
      ? EVERY_SECONDS
      : Math.max(FAILED_SECONDS, Math.ceil((error.options.retryAfterMs ?? 0) / 1000))
  }
}
