import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPostgres } from '~/server/platform/database/postgres'
import { openPostgresTestDatabase } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'
import { publicPages } from '~/lib/paths'
import { keepPagesFresh } from '~/server/site/regenerate'

/** Two sets of services on one database stand for two processes; tests of real ones are `npm run load`. */

const TIMEOUT_MS = 5_000

describe('two processes on one PostgreSQL', () => {
  let one: TestShop
  let two: TestShop
  beforeAll(async () => {
    const { url, ...db } = await openPostgresTestDatabase()
    one = await openTestShop({ db })
    two = await openTestShop({ db: openPostgres(url) })
  })
  afterAll(async () => {
    await one.close()
    await two.close()
  })

  it('know each other’s settings and products', async () => {
    const { caller } = await one.signIn('admin')
    const values = { hero_title: 'From the other process', hero_description: 'Said there', hero_badge_text: 'New' }
    await caller.settings.save({ tab: 'homepage', values })
    await caller.products.create({ name: 'A miner of the other process', category: 'ASIC Miners', stockQuantity: 1 })
    await vi.waitFor(async () => {
      expect((await two.visitor.settings.public()).hero_title).toBe('From the other process')
      expect((await two.visitor.products.shop()).products.map(({ name }) => name)).toContain('A miner of the other process')
    }, TIMEOUT_MS)
  })

  it('make the pages that show a change once each, whichever of them made it', async () => {
    const made: string[] = []
    const keep = ({ services }: TestShop, name: string) =>
      keepPagesFresh(
        services,
        (_req, res) => res.writeHead(200).end(),
        (pages) => {
          for (const page of pages) made.push(`${name} ${page}`)
          return Promise.resolve()
        },
      )
    const kept = [keep(one, 'one'), keep(two, 'two')]
    await Promise.all(kept.map(({ all }) => all()))
    const { caller } = await one.signIn('admin')
    const product = await caller.products.create({ name: 'Seen', category: 'Parts', stockQuantity: 9, price: 1 })
    const hidden = await caller.products.create({ name: 'Unseen', category: 'Parts', stockQuantity: 9, isActive: false })
    // A second making would come half a second after the first: that this passes without one is what is tested.
    const quiet = () => new Promise((resolve) => setTimeout(resolve, 800))
    const visitEach = () => kept.forEach(({ asked }) => publicPages.forEach((page) => void asked(page)))
    visitEach()
    await quiet()

    // The home page shows a few products too, and the comparison offers them.
    const bothOfEach = ['one', 'two'].flatMap((process) => ['/', '/compare', '/products'].map((page) => `${process} ${page}`))
    visitEach()
    made.length = 0
    await caller.products.update({ ...product, price: 2 })
    await quiet()
    expect(made.toSorted()).toEqual(bothOfEach)
    visitEach()
    made.length = 0
    await one.db.prisma.$executeRaw`UPDATE products SET price = 3 WHERE id = ${product.id}::uuid`
    await quiet()
    expect(made.toSorted()).toEqual(bothOfEach)
    visitEach()
    made.length = 0
    await caller.products.update({ ...product, price: 3, stockQuantity: 10, version: undefined })
    await caller.products.update({ ...hidden, price: 4 })
    await quiet()
    expect(made, 'what no page shows').toEqual([])
  })

  it('know each other’s sessions and roles at once', async () => {
    const { sessionId, userId } = await one.signIn('admin')
    expect(await two.callerOf(sessionId).users.list({})).toHaveProperty('rows')
    await one.db.prisma.profile.update({ where: { userId }, data: { role: 'customer' } })
    await expect(two.callerOf(sessionId).users.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await one.callerOf(sessionId).auth.signOut({})
    await expect(two.callerOf(sessionId).auth.session()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('let one of two administrators who demote each other have their way', async () => {
    for (let round = 0; round < 10; round++) {
      const [ada, bob] = [await one.signIn('admin'), await one.signIn('admin')]
      const outcomes = await Promise.allSettled([
        ada.caller.users.updateRole({ userId: bob.userId, role: 'customer' }),
        two.callerOf(bob.sessionId).users.updateRole({ userId: ada.userId, role: 'customer' }),
      ])
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
      expect(refusals).toEqual([expect.objectContaining({ code: 'FORBIDDEN' })])
      const left = { userId: { in: [ada.userId, bob.userId] }, role: 'admin' as const }
      expect(await one.db.prisma.profile.count({ where: left })).toBe(1)
    }
  })
})
