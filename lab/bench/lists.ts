import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { startSession } from '~/server/identity/auth/sessions'
import type { Database } from '~/server/platform/database/database'
import { createLogger } from '~/server/platform/log'
import { createServices } from '~/server/create-services'
import { measureOnEngines, printFigures, type MeasuredCall, type MeasuredCalls } from './engines'
import { fillShop } from './fill-shop'
import type { BenchSection } from './section'

/** The calls that are measured, over a database that is filled. */
async function open(db: Database): Promise<MeasuredCalls> {
  const services = await createServices({ db, log: createLogger('silent') })
  const user = await db.prisma.user.create({
    data: { email: 'bench@example.com', profile: { create: { email: 'bench@example.com', role: 'admin' } } },
  })
  const caller = createCaller(createInnerTRPCContext({ services, sessionId: await startSession(services, user.id) }))
  // A page from the middle: the cursor of a page stands for all before it.
  const [middle] = await db.prisma.$queryRaw<{ at: Date; id: string }[]>`
    SELECT created_at AS at, id FROM orders WHERE created_at < now() - interval '350 days' ORDER BY created_at DESC LIMIT 1`
  const cursor = Buffer.from(JSON.stringify(['-created', middle?.at.toISOString(), middle?.id])).toString('base64url')
  const calls: MeasuredCall[] = [
    ['orders.list, first page', 2, () => caller.orders.list()],
    ['orders.list, a page deep inside', 2, () => caller.orders.list({ cursor })],
    ['orders.list, search with few hits (a number)', 4, () => caller.orders.list({ search: '00000777' })],
    ['orders.list, search with few hits (a name)', 4, () => caller.orders.list({ search: 'quill rare' })],
    ['orders.list, search with many hits', 4, () => caller.orders.list({ search: 'post.example' })],
    ['orders.list, search with many old hits', 4, () => caller.orders.list({ search: 'old-' })],
    ['repairs.list, first page', 2, () => caller.repairs.list()],
    ['repairs.list, with unread messages', 2, () => caller.repairs.list({ messages: 'unread' })],
    ['tradeIns.list, first page', 2, () => caller.tradeIns.list()],
    ['units.list, first page', 2, () => caller.units.list()],
    ['units.list, search with few hits (a serial number)', 4, () => caller.units.list({ search: 'HTX00000777' })],
    ['units.list, of a state', 2, () => caller.units.list({ state: 'awaited' })],
    ['parts.list, first page', 2, () => caller.parts.list()],
    ['dashboard.overview', 2, () => caller.dashboard.overview()],
    ['dashboard.charts', 2, () => caller.dashboard.charts()],
    ['dashboard.attention', 2, () => caller.dashboard.attention()],
    ['admin.search, a name', 4, () => caller.admin.search({ query: 'quill rare' })],
  ]
  return { calls, end: () => services.hub.stop() }
}

/** Orders, and as many units and parts, on each engine; the embedded one is for a shop, not for a million. */
const SIZES = { embedded: [1_000, 10_000, 100_000], postgres: [1_000, 10_000, 100_000, 1_000_000] }

/** `npm run bench lists [MOST_ORDERS]`. */
export const listsSection: BenchSection = {
  name: 'lists',
  wanted: 'calls of the back office, medians in ms by the number of orders (wanted: the last over the first at most the limit)',
  run: async ([most]) => {
    const upTo = (sizes: readonly number[]) => sizes.filter((size) => size <= Number(most ?? Infinity))
    printFigures(
      await measureOnEngines({
        sizes: { embedded: upTo(SIZES.embedded), postgres: upTo(SIZES.postgres) },
        fill: fillShop,
        open,
      }),
    )
  },
}
