import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { BilledNoun } from '~/contracts/billing/invoices'
import type { Prisma } from '~/generated/prisma/client'
import { readOwed } from '~/server/billing/invoices/read-owed'
import type { Database } from '~/server/platform/database/database'
import { makeFactories } from '~/server/demo/factories'
import { startDemoShop } from '~/server/demo/customer'
import { DEMO_CUSTOMER } from '~/server/demo/factories/names'
import { loadDemoShop } from '~/server/demo/load'
import { addDemoPayments } from '~/server/demo/payments'
import { hashPassword, passwordMatches } from '~/server/identity/auth/password-hashes'
import { startMessage } from '~/server/http/start'
import { verifyCredit } from '~/server/billing/store-credit/verify-ledger'
import { makeDemoShop } from '~/server/demo/shop'
import { describeOnEngines, openOn } from '../setup/database'

const now = new Date('2026-11-21T10:00:00Z')

describeOnEngines('loading the demo shop (%s)', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openOn(engine)
  })
  afterEach(
    () =>
      db.prisma
        .$executeRaw`TRUNCATE users, website_settings, device_models, part_types, trade_in_machines, products, orders, repairs, trade_ins, seller_details, exchange_rates CASCADE`,
  )
  afterAll(() => db.close())

  const everything = async () => ({
    users: await db.prisma.user.findMany({ orderBy: { id: 'asc' } }),
    profiles: await db.prisma.profile.findMany({ orderBy: { id: 'asc' } }),
    settings: await db.prisma.websiteSetting.findMany({ orderBy: { settingKey: 'asc' } }),
    machines: await db.prisma.tradeInMachine.findMany({ orderBy: { id: 'asc' } }),
    products: await db.prisma.product.findMany({ orderBy: { id: 'asc' } }),
    orders: await db.prisma.order.findMany({ orderBy: { id: 'asc' } }),
    repairs: await db.prisma.repair.findMany({ orderBy: { id: 'asc' } }),
    tradeIns: await db.prisma.tradeIn.findMany({ orderBy: { id: 'asc' } }),
  })

  const administrator = async () => {
    const { user, profile } = makeFactories({ seed: 9, now }).person({ role: 'admin', email: 'admin@example.com' })
    await db.prisma.user.create({ data: user })
    await db.prisma.profile.create({ data: profile })
  }

  it('fills an empty database with every row as built, and does nothing the second time', async () => {
    const shop = makeDemoShop({ seed: 1, now })
    const counts = await loadDemoShop(db.prisma, { now })
    expect(counts).toEqual(Object.fromEntries(Object.entries(shop).map(([table, rows]) => [table, rows.length])))

    const loaded = await everything()
    const order = shop.orders[0]
    const found = loaded.orders.find(({ id }) => id === order?.id)
    expect(found).toMatchObject({
      orderNumber: order?.orderNumber,
      userId: order?.userId,
      status: order?.status,
      createdAt: order?.createdAt,
    })
    expect(found?.totalAmount.toNumber()).toBe(order?.totalAmount)
    expect(loaded.repairs.map(({ deviceInfo }) => deviceInfo)).toEqual(
      [...shop.repairs].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ deviceInfo }) => deviceInfo),
    )
    expect(loaded.products.map(({ name, collections }) => ({ name, collections }))).toEqual(
      [...shop.products].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ name, collections }) => ({ name, collections })),
    )

    // Completed trade-ins have brought credit, and some of it is spent.
    const brought = shop.tradeIns.filter(
      ({ status, userId, finalValue }) => status === 'completed' && userId !== null && Number(finalValue) > 0,
    )
    expect(await db.prisma.ledgerEntry.count({ where: { kind: 'issue', causeId: { in: brought.map(({ id }) => id) } } })).toBe(
      brought.length,
    )
    expect(await db.prisma.ledgerEntry.count({ where: { kind: 'capture' } })).toBeGreaterThan(0)
    const soon = { gt: now, lt: new Date(now.getTime() + 60 * 24 * 60 * 60 * 1000) }
    expect(await db.prisma.creditLot.count({ where: { expiresAt: soon, available: { gt: 0 } } })).toBeGreaterThan(0)
    expect(await db.prisma.creditPayment.count({ where: { noun: 'repairs', held: { gt: 0 } } })).toBe(1)
    expect((await verifyCredit({ db }, {})).faults).toEqual([])

    expect(await loadDemoShop(db.prisma, { now: new Date('2026-12-24T10:00:00Z'), seed: 2 })).toBeNull()
    expect(await everything()).toEqual(loaded)
  })

  it('has nothing delivered and unpaid without a word', async () => {
    await loadDemoShop(db.prisma, { now })
    expect(await addDemoPayments({ db, now: () => now })).toBeGreaterThan(20)
    const delivered = { userId: { not: null } } as const
    const orders = await db.prisma.order.findMany({ where: { ...delivered, status: 'completed' }, select: { id: true } })
    const done = { ...delivered, status: { in: ['completed', 'shipped'] } } satisfies Prisma.RepairWhereInput
    const repairs = await db.prisma.repair.findMany({ where: done, select: { id: true } })
    const unpaid = async (noun: BilledNoun, works: { id: string }[]) => {
      const ids = works.map(({ id }) => id)
      const owed = await readOwed(db.prisma, noun, ids)
      return ids.filter((id) => (owed.get(id)?.due ?? 0) > 0)
    }
    expect(await unpaid('orders', orders)).toEqual([])
    const [open, ...others] = await unpaid('repairs', repairs)
    expect(others).toEqual([])
    expect(await db.prisma.caseNote.count({ where: { caseId: open ?? '', body: { contains: 'Pays' } } })).toBe(1)
    expect(await db.prisma.payment.count({ where: { toldAt: null } })).toBe(0)
  })

  it('gives one customer something of everything that customers see', async () => {
    await loadDemoShop(db.prisma, { now })
    const { id: userId } = await db.prisma.user.findUniqueOrThrow({ where: { email: DEMO_CUSTOMER.email } })
    const open = { case: { quotes: { some: { state: 'sent', expiresAt: { gt: now } } } } } as const
    expect(await db.prisma.repair.count({ where: { userId, ...open } })).toBeGreaterThan(0)
    expect(await db.prisma.tradeIn.count({ where: { userId, ...open } })).toBeGreaterThan(0)
    expect(await db.prisma.order.count({ where: { userId } })).toBeGreaterThan(0)
    expect(await db.prisma.creditLot.count({ where: { account: { userId }, available: { gt: 0 } } })).toBeGreaterThan(0)
    // Nobody has a password where none is asked for.
    expect(await db.prisma.user.count({ where: { passwordHash: { not: null } } })).toBe(0)
  })

  it('leaves the first administrator alone', async () => {
    await administrator()
    expect(await loadDemoShop(db.prisma, { now })).toMatchObject({ users: 30 })
    expect(await db.prisma.profile.count({ where: { role: 'admin' } })).toBe(1)
    expect(await db.prisma.user.count()).toBe(31)
    // But for store credit: nobody else can sign in to look at an account.
    const { userId } = await db.prisma.profile.findFirstOrThrow({ where: { role: 'admin' } })
    expect(await db.prisma.ledgerAccount.findUnique({ where: { userId } })).toMatchObject({ entries: 2 })
  })

  it.each([
    ['a customer', () => db.prisma.user.create({ data: { email: 'someone@example.com' } })],
    ['a setting', () => db.prisma.websiteSetting.create({ data: { settingKey: 'hero_title' } })],
    ['a machine', () => db.prisma.tradeInMachine.create({ data: { manufacturer: 'Bitmain', model: 'Antminer S9' } })],
    ['a product', () => db.prisma.product.create({ data: { name: 'Fan', category: 'Accessories' } })],
    ['an order', () => db.prisma.order.create({ data: { orderNumber: 'A-1' } })],
    ['a repair', () => db.prisma.repair.create({ data: { repairNumber: 'A-1' } })],
    ['a trade-in', () => db.prisma.tradeIn.create({ data: { tradeInNumber: 'A-1' } })],
  ])('keeps out of a database that has %s beside the administrator', async (_what, make) => {
    await administrator()
    await make()
    const before = await everything()
    expect(await loadDemoShop(db.prisma, { now })).toBeNull()
    expect(await everything()).toEqual(before)
  })

  it('loads all or nothing', async () => {
    // The last table refuses, after everything else has been written.
    await db.prisma.$executeRaw`ALTER TABLE trade_ins ADD CONSTRAINT refuse CHECK (trade_in_number = '')`
    try {
      await expect(loadDemoShop(db.prisma, { now })).rejects.toThrow()
    } finally {
      await db.prisma.$executeRaw`ALTER TABLE trade_ins DROP CONSTRAINT refuse`
    }
    const left = await everything()
    expect(Object.values(left).flat()).toEqual([])
  })
})

describeOnEngines('the sign-in of the demo customer (%s)', (engine) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-demo-'))
  const file = path.join(dataDir, 'demo-customer-password')
  const { email } = DEMO_CUSTOMER
  let db: Database
  const start = () => startDemoShop(db, dataDir, now)
  const hashOf = async () => (await db.prisma.user.findUniqueOrThrow({ where: { email } })).passwordHash
  beforeAll(async () => {
    db = await openOn(engine)
  })
  afterAll(async () => {
    await db.close()
    rmSync(dataDir, { recursive: true })
  })

  it.runIf(engine !== 'embedded')('is not made beside a server that other shops may share', async () => {
    expect(await start()).toMatchObject({ loaded: { users: 30 }, customer: null })
    expect([await hashOf(), existsSync(file)]).toEqual([null, false])
  })

  it.runIf(engine === 'embedded')('is made with the shop, said at each start, and forgotten with another password', async () => {
    const { customer } = await start()
    const password = readFileSync(file, 'utf8').trim()
    expect(customer).toEqual({ email, password, passwordFile: file })
    expect(await passwordMatches((await hashOf()) ?? '', password)).toBe(true)
    expect(startMessage(3000, { admin: null, customer }, true)).toContain(`as a customer at http://localhost:3000/auth with ${email}`)
    expect(startMessage(3000, { admin: null, customer }, true)).toContain(password)
    expect(startMessage(3000, { admin: null, customer }, false)).not.toContain(password)

    expect(await start()).toEqual({ loaded: null, customer: { email, passwordFile: file } })

    await db.prisma.user.update({ where: { email }, data: { passwordHash: await hashPassword('a passphrase of her own') } })
    expect(await start()).toEqual({ loaded: null, customer: null })
    expect(existsSync(file)).toBe(false)
    expect(await start()).toEqual({ loaded: null, customer: null })
  })
})
