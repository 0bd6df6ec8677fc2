import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Prisma } from '~/generated/prisma/client'
import { expectSoundBooks } from '../setup/billing-model/histories'
import { describeOnEngines, openOn, openPostgresTestDatabase } from '../setup/database'
import { standingClock } from '../setup/factors'
import { openPaymentsShop, type PaymentsShop } from '../setup/payments-shop'
import { retireAdministrators } from '../setup/shop'

/** Two customers who turn out to be one person (docs/decisions/031). */

type Person = Awaited<ReturnType<PaymentsShop['signIn']>>
const day = '2026-11-19'
const clock = standingClock('2026-11-20T12:00:00Z')
let numbers = 8000

let shop: PaymentsShop
let admin: Person
let keep: Person
let gone: Person
const customers = () => admin.caller.customers
const begin = async () => {
  await retireAdministrators(shop)
  keep = await shop.signIn('customer')
  gone = await shop.signIn('customer')
  // The clock goes on: a proof counts for ten minutes.
  admin = await shop.signIn('admin')
}
const give = (userId: string, amount: number) => admin.caller.credit.adjust({ userId, amount, reason: 'Given' })
const merge = () => customers().merge({ keep: keep.userId, merge: gone.userId })
const unmerge = () => customers().unmerge({ id: gone.userId })
const balance = async (userId: string) => {
  const { balance: available, held } = await customers().credit({ id: userId, limit: 5 })
  return { available, held }
}
const owners = async (table: string, ids: string[]) =>
  (
    await shop.db.prisma.$queryRaw<{ owner: string | null }[]>`
      SELECT user_id::text AS owner FROM ${Prisma.raw(table)} WHERE id = ANY (${ids}::uuid[]) ORDER BY id`
  ).map(({ owner }) => owner)
const sound = async () => {
  expect(await admin.caller.credit.verify({})).toMatchObject({ faults: [] })
  await expectSoundBooks(shop)
}

describeOnEngines('a merge of two customers (%s)', (engine) => {
  beforeAll(async () => {
    shop = await openPaymentsShop({ db: await openOn(engine), now: clock.now })
    await begin()
  })
  afterAll(() => shop.close())
  beforeEach(begin)

  /** A repair that is billed and partly paid, one that store credit is held for, a trade-in, an order, a unit and a message. */
  async function fill() {
    const { prisma } = shop.db
    await give(gone.userId, 300)
    const billed = await shop.agreed(gone.userId, 200)
    const invoice = await admin.caller.invoices.issue({ repairId: billed.id })
    await admin.caller.payments.record({ invoiceId: invoice.id, amount: 50, method: 'cash', reference: null, receivedOn: day })
    const held = await shop.agreed(gone.userId, 80)
    await admin.caller.credit.payRepairFor({ repairId: held.id, amount: 80 })
    const tradeIn = await admin.caller.tradeIns.create({
      customer: { userId: gone.userId },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: `SN${++numbers}` },
    })
    await prisma.tradeIn.update({ where: { id: tradeIn.id }, data: { returnAddress: '1 High Street\nLeeds' } })
    const order = await prisma.order.create({ data: { userId: gone.userId, totalAmount: 10, orderNumber: `ORD-M${++numbers}` } })
    const unit = await prisma.unit.findFirstOrThrow({ where: { userId: gone.userId } })
    await admin.caller.cases.sendMessage({ noun: 'tradeIns', id: tradeIn.id, body: 'Hello' })
    return { billed, held, tradeIn, order, unit, invoice }
  }

  it('says before what moves, moves it, and moves it back', async () => {
    const { billed, held, tradeIn, order, unit, invoice } = await fill()
    const preview = await customers().previewMerge({ keep: keep.userId, merge: gone.userId })
    expect(preview).toMatchObject({
      keep: { userId: keep.userId },
      merge: { userId: gone.userId, email: gone.email },
      moves: { repairs: 2, tradeIns: 1, orders: 1, units: 1, invoices: 1, payments: 1, messages: 1, credit: 220, held: 80 },
      account: 'ends',
      whyNot: null,
    })
    const frozen = await shop.db.prisma.billingDocument.findUniqueOrThrow({ where: { id: invoice.id } })

    expect(await merge()).toMatchObject({ userId: keep.userId, merges: [{ userId: gone.userId, mergedBy: admin.email }] })
    const all = async () => [
      ...(await owners('repairs', [billed.id, held.id])),
      ...(await owners('trade_ins', [tradeIn.id])),
      ...(await owners('orders', [order.id])),
      ...(await owners('units', [unit.id])),
    ]
    expect(new Set(await all())).toEqual(new Set([keep.userId]))
    expect(await balance(keep.userId)).toEqual({ available: 220, held: 80 })
    expect((await customers().repairs({ id: keep.userId, limit: 5 })).rows).toHaveLength(2)
    expect((await customers().messages({ id: keep.userId, limit: 5 })).rows).toHaveLength(1)
    expect((await admin.caller.invoices.list({ userId: keep.userId })).rows.map(({ number }) => number)).toEqual([invoice.number])
    expect(await keep.caller.invoices.ownById({ id: invoice.id })).toMatchObject({ number: invoice.number })
    // Nothing is given on: the address stays, and so do the owner's history and the words of the document.
    expect(await shop.db.prisma.tradeIn.findUniqueOrThrow({ where: { id: tradeIn.id } })).toMatchObject({
      returnAddress: '1 High Street\nLeeds',
    })
    expect(await shop.db.prisma.unitOwnership.count({ where: { unitId: unit.id } })).toBe(1)
    const { updatedAt: _at, version: _version, ...words } = frozen
    expect(await shop.db.prisma.billingDocument.findUniqueOrThrow({ where: { id: invoice.id } })).toMatchObject(words)
    // The merged one is nobody any more: not listed, not signed in, and their page is the other's.
    expect((await admin.caller.users.list({ search: gone.email })).rows).toEqual([])
    expect(await customers().byId({ id: gone.userId })).toMatchObject({ userId: keep.userId })
    await expect(gone.caller.account.repairs({ limit: 5 })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await sound()

    expect(await unmerge()).toMatchObject({ userId: gone.userId, email: gone.email, merges: [] })
    expect(new Set(await all())).toEqual(new Set([gone.userId]))
    expect([await balance(gone.userId), await balance(keep.userId)]).toEqual([
      { available: 220, held: 80 },
      { available: 0, held: 0 },
    ])
    expect((await admin.caller.users.list({ search: gone.email })).rows).toHaveLength(1)
    await sound()
  })

  it('passes credit on that a hold gives back, and captures what it holds', async () => {
    const { held } = await fill()
    await merge()
    await admin.caller.repairs.updateStatus({ id: held.id, status: 'completed' })
    expect(await balance(keep.userId)).toEqual({ available: 220, held: 0 })
    await admin.caller.repairs.updateStatus({ id: held.id, status: 'repairing' })
    const { payments } = await admin.caller.credit.payments({ noun: 'repairs', id: held.id })
    await admin.caller.credit.release({ paymentId: payments[0]?.id ?? '' })
    expect(await balance(keep.userId)).toEqual({ available: 300, held: 0 })
    await sound()
  })

  it('bills work that was paid before in the name of whoever paid', async () => {
    const repair = await shop.agreed(gone.userId, 100)
    await admin.caller.payments.record({ repairId: repair.id, amount: 100, method: 'cash', reference: null, receivedOn: day })
    await merge()
    const invoice = await admin.caller.invoices.issue({ repairId: repair.id })
    expect(await admin.caller.invoices.byId({ id: invoice.id })).toMatchObject({ owed: 0 })
    await sound()
  })

  it('keeps what was spent and billed since where it is, when it is undone', async () => {
    await give(gone.userId, 300)
    const later = await shop.agreed(gone.userId, 60)
    await merge()
    await admin.caller.invoices.issue({ repairId: later.id })
    const own = await shop.agreed(keep.userId, 100)
    await admin.caller.credit.payRepairFor({ repairId: own.id, amount: 100 })
    await unmerge()
    expect(await owners('repairs', [later.id])).toEqual([keep.userId])
    expect(await owners('repairs', [own.id])).toEqual([keep.userId])
    expect([await balance(gone.userId), await balance(keep.userId)]).toEqual([
      { available: 200, held: 0 },
      { available: 0, held: 100 },
    ])
    await sound()
  })

  it('counts what both were given as one sum, and moving it as nothing', async () => {
    const second = await shop.signIn('admin')
    await second.caller.credit.adjust({ userId: gone.userId, amount: 900, reason: 'Given' })
    await merge()
    expect(await admin.caller.credit.leftToGive({ userId: keep.userId })).toEqual({ limit: 1000, left: 100 })
    expect(await give(keep.userId, 200)).toMatchObject({ state: 'waiting' })
    expect(await give(keep.userId, 100)).toMatchObject({ state: 'applied' })
  })

  it('gives what comes later for the merged one to the other', async () => {
    await merge()
    const repair = await admin.caller.repairs.create({
      customer: { email: gone.email, fullName: null, phone: null },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
      problemDescription: 'No hash',
    })
    expect(repair.userId).toBe(keep.userId)
    const { id } = await shop.db.prisma.order.create({ data: { userId: gone.userId, orderNumber: `ORD-M${++numbers}` } })
    expect(await owners('orders', [id])).toEqual([keep.userId])
    await give(gone.userId, 5)
    expect(await balance(keep.userId)).toMatchObject({ available: 5 })
    expect((await admin.caller.users.list({ search: gone.email })).rows).toEqual([])
  })

  it('moves the account to somebody who has none, and back', async () => {
    const { userId } = await shop.db.prisma.repair.findUniqueOrThrow({
      where: {
        id: (
          await admin.caller.repairs.create({
            customer: { fullName: 'Ada Phone', phone: '020 7946 0182' },
            deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
            problemDescription: 'No hash',
          })
        ).id,
      },
    })
    const phoneOnly = userId ?? ''
    await shop.db.prisma.user.update({ where: { id: gone.userId }, data: { passwordHash: 'scrypt$' } })
    expect(await customers().merge({ keep: phoneOnly, merge: gone.userId })).toMatchObject({
      userId: phoneOnly,
      email: gone.email,
      hasAccount: true,
    })
    expect(await customers().unmerge({ id: gone.userId })).toMatchObject({ userId: gone.userId, email: gone.email })
    expect(await customers().byId({ id: phoneOnly })).toMatchObject({ email: null, hasAccount: false, fullName: 'Ada Phone' })
  })

  it('is refused for staff, second factors of both, one who was merged, and after 30 days', async () => {
    const staff = await shop.signIn('admin')
    const refusal = (input: { keep: string; merge: string }) => customers().merge(input)
    const conflict = (message: RegExp) => ({ code: 'CONFLICT', message: expect.stringMatching(message) as string })
    await expect(refusal({ keep: keep.userId, merge: staff.userId })).rejects.toMatchObject(conflict(/administrator/))
    await expect(refusal({ keep: staff.userId, merge: keep.userId })).rejects.toMatchObject(conflict(/administrator/))
    await expect(refusal({ keep: keep.userId, merge: crypto.randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(refusal({ keep: keep.userId, merge: keep.userId })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const factor = (userId: string) =>
      shop.db.prisma.mfaFactor.create({ data: { userId, friendlyName: 'App', factorType: 'totp', status: 'verified' } })
    await factor(gone.userId)
    await expect(merge()).rejects.toMatchObject(conflict(/Keep .* instead/))
    await factor(keep.userId)
    await expect(merge()).rejects.toMatchObject(conflict(/second factor of their own/))
    await shop.db.prisma.mfaFactor.deleteMany({ where: { userId: gone.userId } })
    await merge()
    await expect(merge()).rejects.toMatchObject(conflict(/already/))
    await shop.db.prisma.customerMerge.updateMany({ data: { mergedAt: new Date(clock.now().getTime() - 31 * 24 * 60 * 60 * 1000) } })
    await expect(unmerge()).rejects.toMatchObject(conflict(/30 days/))
    await expect(customers().unmerge({ id: keep.userId })).rejects.toMatchObject(conflict(/not merged/))
  })

  it('moves no more store credit than one administrator may give', async () => {
    await give(gone.userId, 900)
    clock.pass(31 * 24 * 60 * 60)
    admin = await shop.signIn('admin')
    await give(gone.userId, 900)
    const { whyNot } = await customers().previewMerge({ keep: keep.userId, merge: gone.userId })
    expect(whyNot).toMatch(/^€1,800\.00 of store credit would move, and one administrator may move €1,000\.00\. Keep .+ instead\.$/)
    await expect(merge()).rejects.toMatchObject({ code: 'CONFLICT', message: whyNot })
    expect(await balance(gone.userId)).toMatchObject({ available: 1800 })
    await customers().merge({ keep: gone.userId, merge: keep.userId })
    expect(await balance(gone.userId)).toMatchObject({ available: 1800 })
  })

  it('adds up what one administrator moves in 30 days, but for what was undone', async () => {
    const third = await shop.signIn('customer')
    await give(gone.userId, 600)
    await merge()
    clock.pass(31 * 24 * 60 * 60)
    admin = await shop.signIn('admin')
    await give(third.userId, 600)
    const second = { keep: keep.userId, merge: third.userId }
    await customers().merge(second)
    await customers().unmerge({ id: third.userId })
    await customers().merge(second)
    const fourth = await shop.signIn('customer')
    const other = await shop.signIn('admin')
    await other.caller.credit.adjust({ userId: fourth.userId, amount: 600, reason: 'Given' })
    const next = { keep: keep.userId, merge: fourth.userId }
    const { whyNot } = await customers().previewMerge(next)
    expect(whyNot).toMatch(/^You would have moved €1,200\.00 of store credit in 30 days, and one administrator may move €1,000\.00\./)
    await expect(customers().merge(next)).rejects.toMatchObject({ code: 'CONFLICT', message: whyNot })
    await other.caller.customers.merge(next)
    expect(await balance(keep.userId)).toMatchObject({ available: 1800 })
  })

  it('is undone from the last one on', async () => {
    const third = await shop.signIn('customer')
    await give(gone.userId, 40)
    await merge()
    await customers().merge({ keep: third.userId, merge: keep.userId })
    expect(await balance(third.userId)).toMatchObject({ available: 40 })
    await expect(unmerge()).rejects.toMatchObject({ code: 'CONFLICT' })
    await customers().unmerge({ id: keep.userId })
    expect(await balance(keep.userId)).toMatchObject({ available: 40 })
    await unmerge()
    expect(await balance(gone.userId)).toMatchObject({ available: 40 })
    await sound()
  })

  it('needs the right to change all that moves', async () => {
    await give(gone.userId, 40)
    const limited = await shop.signIn('admin')
    const scopes = (list: string[]) => shop.db.prisma.profile.update({ where: { userId: limited.userId }, data: { scopes: list } })
    await scopes(['customers:write'])
    const ask = () => limited.caller.customers.merge({ keep: keep.userId, merge: gone.userId })
    const preview = () => limited.caller.customers.previewMerge({ keep: keep.userId, merge: gone.userId })
    const why = 'Your access does not include changing store credit, which would move. Somebody with more access must merge the two.'
    await expect(ask()).rejects.toMatchObject({ code: 'FORBIDDEN', message: why })
    // It is said before anything is confirmed.
    expect((await preview()).whyNot).toBe(why)
    await scopes(['customers:write', 'credit:write'])
    expect((await preview()).whyNot).toBeNull()
    expect(await ask()).toMatchObject({ userId: keep.userId })
  })

  it('is written down for both, and told to both', async () => {
    shop.emails.length = 0
    await shop.db.prisma.user.updateMany({ where: { id: { in: [keep.userId, gone.userId] } }, data: { emailVerifiedAt: clock.now() } })
    await merge()
    expect(shop.emails.map(({ to }) => to).toSorted()).toEqual([keep.email, gone.email].toSorted())
    await unmerge()
    const told = await shop.db.prisma.auditEntry.findMany({
      where: { subjectType: 'user', subjectId: { in: [keep.userId, gone.userId] }, action: { contains: 'merged' } },
      orderBy: { id: 'asc' },
    })
    expect(told.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['user.merged', gone.userId],
      ['user.merged_with', keep.userId],
      ['user.unmerged', gone.userId],
      ['user.unmerged_from', keep.userId],
    ])
  })
})

describe('a merge beside a payment', () => {
  beforeAll(async () => {
    shop = await openPaymentsShop({ db: await openPostgresTestDatabase(), now: clock.now })
    await begin()
  })
  afterAll(() => shop.close())
  beforeEach(begin)

  const settled = async (calls: Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map((one) => (one.status === 'fulfilled' ? 'fine' : String(one.reason)))

  it.each([
    ['the payment first', 0],
    ['the merge first', 1],
  ])('loses nothing: %s', async (_order, turn) => {
    for (let round = 0; round < 4; round += 1) {
      await begin()
      await give(gone.userId, 100)
      const repair = await shop.agreed(gone.userId, 100)
      const invoice = await admin.caller.invoices.issue({ repairId: repair.id })
      const other = await shop.agreed(gone.userId, 50)
      const calls = [
        () => admin.caller.payments.record({ invoiceId: invoice.id, amount: 30, method: 'cash', reference: null, receivedOn: day }),
        merge,
        () => admin.caller.credit.payRepairFor({ repairId: other.id, amount: 20 }),
        () => give(gone.userId, 7),
      ]
      const [first, second, ...more] = turn === 0 ? calls : [calls[1], calls[0], ...calls.slice(2)]
      expect(await settled([first, second, ...more].flatMap((call) => (call ? [call()] : [])))).toEqual(['fine', 'fine', 'fine', 'fine'])
      expect(await balance(keep.userId)).toEqual({ available: 87, held: 20 })
      expect(await balance(gone.userId)).toEqual({ available: 87, held: 20 })
      expect(await admin.caller.invoices.byId({ id: invoice.id })).toMatchObject({ paid: 30, userId: keep.userId })
      await sound()
    }
  })
})

it('knows every column that names a customer', async () => {
  const { prisma } = (shop = await openPaymentsShop({ db: await openPostgresTestDatabase() })).db
  const rows = await prisma.$queryRaw<{ place: string }[]>`
    SELECT c.relname || '.' || a.attname AS place FROM pg_constraint AS k
    JOIN pg_class AS c ON c.oid = k.conrelid JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND k.confrelid = 'users'::regclass
    UNION SELECT table_name || '.' || column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND data_type = 'uuid' AND column_name IN ('user_id', 'customer_id')`
  const moved = await prisma.$queryRaw<{ place: string }[]>`
    SELECT named || '.' || held_in AS place FROM columns_of_customers() UNION SELECT named || '.' || held_in FROM columns_of_accounts()`
  const stays = {
    'sessions.user_id': 'they are ended',
    'profiles.user_id': 'it is kept with the merge, and put back',
    'customer_merges.keep_id': 'the merge itself',
    'customer_merges.merged_id': 'the merge itself',
    'audit_forgotten.user_id': 'of deleted accounts',
  }
  /** What staff do is theirs: staff accounts are not merged. */
  const ofStaff =
    /_by$|assigned_to$|saved_views|import_batches|applied_imports|api_keys|role_changes|author_id|uploaded_by|created_by|requested_by|answered_by_user/
  const left = rows.filter(({ place }) => !moved.some((one) => one.place === place) && !(place in stays) && !ofStaff.test(place))
  expect(left.map(({ place }) => place)).toEqual([])
  await shop.close()
})
