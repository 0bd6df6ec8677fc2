import { createServices } from '~/server/create-services'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { startSession } from '~/server/identity/auth/sessions'
import { openPostgres } from '~/server/platform/database/postgres'
import { createLogger } from '~/server/platform/log'
import { countStatements } from '../../tests/setup/statements'
import { admin } from '../../tests/setup/shop-process'

/** How many SQL statements each write sends, the look at the session and the limit on changes among them. */
export async function measureStatements(databaseUrl: string): Promise<ReadonlyMap<string, number>> {
  const { db, statementsOf } = countStatements(openPostgres(databaseUrl))
  const services = await createServices({ db, log: createLogger('silent'), secret: 'a secret of the benchmark and of nobody else' })
  const { id: userId } = await db.prisma.user.findUniqueOrThrow({ where: { email: admin.email } })
  const caller = createCaller(createInnerTRPCContext({ services, sessionId: await startSession(services, userId) }))
  const productOf = (isActive: boolean) =>
    db.prisma.product.findFirstOrThrow({ where: { isActive }, select: { id: true, name: true, category: true } })
  const [active, inactive] = [await productOf(true), await productOf(false)]
  const order = await db.prisma.order.findFirstOrThrow({ select: { id: true } })
  let number = 0
  const stock = (row: typeof active, isActive: boolean) => () => caller.products.update({ ...row, isActive, stockQuantity: ++number })
  const writes: Record<string, () => Promise<unknown>> = {
    active: stock(active, true),
    inactive: stock(inactive, false),
    order: () => caller.orders.updateStatus({ ...order, status: ++number % 2 ? 'completed' : 'pending' }),
    settings: () =>
      caller.settings.save({
        tab: 'homepage',
        values: { hero_title: `Title ${++number}`, hero_description: 'A text', hero_badge_text: 'New' },
      }),
  }
  const counted = new Map<string, number>()
  for (const [name, write] of Object.entries(writes)) counted.set(name, await statementsOf(write))
  await services.hub.stop()
  await db.close()
  return counted
}
