import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSession } from '~/server/identity/auth/sessions'
import { openPostgres } from '~/server/platform/database/postgres'
import { removeExpired } from '~/server/office/housekeeping/remove-expired'
import { describeOnEngines, openOn, openPostgresTestDatabase } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

/** Keys of creating calls (docs/decisions/007): what is sent twice is made once. */

const HOUR_MS = 60 * 60 * 1000

const product = { name: 'Twenty clicks', category: 'ASIC Miners', price: 12.5, stockQuantity: 3 }
const machine = { manufacturer: 'Bitmain', model: 'S19', baseValueExcellent: 9, baseValueGood: 8, baseValueFair: 7, baseValuePoor: 6 }
const view = { screen: 'orders', name: 'Waiting', query: 'status=pending' } as const
const file = { noun: 'products', fileName: 'stock.csv' } as const

const tradeIn = { customer: { email: 'twenty@example.com' }, deviceInfo: { manufacturer: 'Bitmain', model: 'S19' } }
const repair = { ...tradeIn, problemDescription: 'Does not start' }

type Caller = TestShop['visitor']
const twentyTimes = <T>(call: (index: number) => Promise<T>) => Promise.all(Array.from({ length: 20 }, (_, index) => call(index)))

/** A creating procedure: how it is called, and how many rows it has made. */
const creators = {
  'products.create': {
    call: (caller: Caller, idempotencyKey?: string) => caller.products.create({ ...product, idempotencyKey }),
    rows: ({ db }: TestShop) => db.prisma.product.count(),
  },
  'machines.create': {
    call: (caller: Caller, idempotencyKey?: string) => caller.machines.create({ ...machine, idempotencyKey }),
    rows: ({ db }: TestShop) => db.prisma.tradeInMachine.count(),
  },
  'views.save': {
    call: (caller: Caller, idempotencyKey?: string) => caller.views.save({ ...view, idempotencyKey }),
    rows: ({ db }: TestShop) => db.prisma.savedView.count(),
  },
  'repairs.create': {
    call: (caller: Caller, idempotencyKey?: string) => caller.repairs.create({ ...repair, idempotencyKey }),
    rows: ({ db }: TestShop) => db.prisma.repair.count(),
  },
  'tradeIns.create': {
    call: (caller: Caller, idempotencyKey?: string) => caller.tradeIns.create({ ...tradeIn, idempotencyKey }),
    rows: ({ db }: TestShop) => db.prisma.tradeIn.count(),
  },
  'imports.start': {
    call: (caller: Caller, idempotencyKey?: string) => caller.imports.start({ ...file, idempotencyKey }),
    rows: ({ db }: TestShop) => db.prisma.importBatch.count(),
  },
}
/** All of them by name. */
const everyCreator: [
  path: string,
  creator: { call: (caller: Caller, key?: string) => Promise<object>; rows: (shop: TestShop) => Promise<number> },
][] = Object.entries(creators)

describeOnEngines('a key of a creating call, on %s', (engine) => {
  let shop: TestShop
  let admin: Caller
  let userId: string
  let now = TEST_NOW

  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine), now: () => now })
    ;({ caller: admin, userId } = await shop.signIn('admin'))
  })
  afterAll(() => shop.close())

  it.each(everyCreator)('makes one row of 20 submits of %s at once, and again of a late one', async (_path, { call, rows }) => {
    const [before, key] = [await rows(shop), randomUUID()]
    const answers = await twentyTimes(() => call(admin, key))
    expect(await rows(shop)).toBe(before + 1)
    // The answer may have been lost on its way: a repeated call gets the same one, dates and all.
    expect(new Set([...answers, await call(admin, key)].map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await call(admin, key)).toStrictEqual(answers[0])
    expect(await rows(shop)).toBe(before + 1)
  })

  it('writes one entry of the audit log for all of them', async () => {
    const key = randomUUID()
    const [{ id } = { id: '' }] = await twentyTimes(() => creators['products.create'].call(admin, key))
    expect((await admin.audit.history({ subjectType: 'product', subjectId: id })).rows).toMatchObject([{ action: 'product.created' }])
  })

  it('is refused with another input, and in another procedure', async () => {
    const idempotencyKey = randomUUID()
    await admin.products.create({ ...product, idempotencyKey })
    const before = await creators['products.create'].rows(shop)
    const refused = { code: 'CONFLICT', message: expect.stringMatching(/^This has been saved already, with other values\./) }
    await expect(admin.products.create({ ...product, price: 13, idempotencyKey })).rejects.toMatchObject(refused)
    await expect(admin.machines.create({ ...machine, idempotencyKey })).rejects.toMatchObject(refused)
    expect(await creators['products.create'].rows(shop)).toBe(before)
    // The same input, typed in another way.
    expect(await admin.products.create({ ...product, price: '12.50', idempotencyKey })).toMatchObject({ price: 12.5 })
  })

  it('belongs to the user who sent it', async () => {
    const [other, key, before] = [await shop.signIn('admin'), randomUUID(), await creators['products.create'].rows(shop)]
    const [mine, theirs] = [await creators['products.create'].call(admin, key), await creators['products.create'].call(other.caller, key)]
    expect(mine.id).not.toBe(theirs.id)
    expect(await creators['products.create'].rows(shop)).toBe(before + 2)
  })

  it('is not used up by a call that was refused or failed', async () => {
    const [idempotencyKey, before] = [randomUUID(), await shop.db.prisma.idempotencyKey.count()]
    await expect(admin.products.create({ ...product, name: '', idempotencyKey })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await admin.views.save({ ...view, name: 'Taken' })
    await expect(admin.views.save({ ...view, name: 'Taken', idempotencyKey })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('“Taken”'),
    })
    expect(await shop.db.prisma.idempotencyKey.count()).toBe(before)
    expect(await admin.products.create({ ...product, idempotencyKey })).toMatchObject({ name: product.name })
  })

  it('is refused in another form than a key has', async () => {
    for (const idempotencyKey of ['', 'short', 'x'.repeat(65), `${'x'.repeat(20)}\0`, 'with a blank in the middle'])
      await expect(admin.products.create({ ...product, idempotencyKey })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('leaves calls without one as they are', async () => {
    const before = await creators['products.create'].rows(shop)
    const [one, other] = [await creators['products.create'].call(admin), await creators['products.create'].call(admin)]
    expect(one.id).not.toBe(other.id)
    expect(await creators['products.create'].rows(shop)).toBe(before + 2)
  })

  it('counts for a day, and is removed then', async () => {
    const key = randomUUID()
    const first = await creators['products.create'].call(admin, key)
    // Each time in another session, because the one before has ended: the key is the account's.
    const pass = async (hours: number) => {
      now = new Date(now.getTime() + hours * HOUR_MS)
      admin = shop.callerOf(await startSession(shop.services, userId))
    }
    await pass(23)
    expect((await creators['products.create'].call(admin, key)).id).toBe(first.id)
    await pass(1)
    const later = await creators['products.create'].call(admin, key)
    expect(later.id).not.toBe(first.id)
    expect((await creators['products.create'].call(admin, key)).id).toBe(later.id)
    await removeExpired(shop.services)
    expect(await shop.db.prisma.idempotencyKey.findMany({ select: { key: true } })).toEqual([{ key }])
  })

  it('makes one account and one email of a sign-up that is sent 20 times at once', async () => {
    const account = {
      email: 'clicks@example.com',
      password: 'a fine long password',
      fullName: 'Twenty Clicks',
      idempotencyKey: randomUUID(),
    }
    const answers = await twentyTimes(() => shop.visitor.auth.signUp(account))
    expect(answers).toEqual(answers.map(() => ({ message: 'Please check your email to verify your account.' })))
    expect(await shop.db.prisma.user.count({ where: { email: account.email } })).toBe(1)
    expect(shop.emails.filter(({ to }) => to === account.email)).toHaveLength(1)
    expect(await shop.db.prisma.mailToken.count({ where: { user: { email: account.email } } })).toBe(1)
    // Nothing of the password is kept beside the account.
    expect(await shop.db.prisma.idempotencyKey.findFirst({ where: { caller: 'visitor' } })).toMatchObject({ procedure: 'auth.signUp' })
    await expect(shop.visitor.auth.signUp({ ...account, email: 'other@example.com' })).rejects.toMatchObject({ code: 'CONFLICT' })
    // Asked for in so many words, a further email goes out.
    await shop.visitor.auth.signUp({ ...account, idempotencyKey: undefined })
    expect(shop.emails.filter(({ to }) => to === account.email)).toHaveLength(2)
  })
})

it('makes one row where two processes get the same submit', async () => {
  const { url, ...db } = await openPostgresTestDatabase()
  const [one, two] = [await openTestShop({ db }), await openTestShop({ db: openPostgres(url) })]
  const { caller, sessionId } = await one.signIn('admin')
  const [callers, key] = [[caller, two.callerOf(sessionId)], randomUUID()]
  const answers = await twentyTimes((index) => creators['products.create'].call(callers[index % 2] ?? caller, key))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await creators['products.create'].rows(two)).toBe(1)
  await one.close()
  await two.close()
})
