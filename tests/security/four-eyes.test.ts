import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSession } from '~/server/identity/auth/sessions'
import { notifyMissedRoleChanges } from '~/server/identity/users/role-changes'
import { noAddressOf } from '~/server/identity/users/no-address'
import { ensureFirstAdmin } from '~/server/identity/auth/first-admin'
import { describeOnEngines, openOn } from '../setup/database'
import { refusal, standingClock } from '../setup/factors'
import { openTestShop, retireAdministrators, type TestShop } from '../setup/shop'

/** Ways for one administrator to act as two. */

const HOUR = 60 * 60
const DAY = 24 * HOUR
const rules = { requireAdminMfa: false, adminSeconds: 12 * HOUR, adminIdleSeconds: 12 * HOUR }

const clock = standingClock('2026-11-20T12:00:00Z')
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ now: clock.now, creditLimit: 1000, offerLimit: 5000, sessionRules: rules })
})
beforeEach(() => retireAdministrators(shop))
afterAll(() => shop.close())

type Person = Awaited<ReturnType<TestShop['signIn']>>

/** Signed in anew, as after days; from an address. */
async function again({ userId }: Pick<Person, 'userId'>, ip: string | null = null) {
  const sessionId = await startSession(shop.services, userId)
  return shop.callerOf(sessionId, { client: { ip, userAgent: null } })
}
const give = async (admin: Pick<Person, 'userId'>, userId: string, amount: number) =>
  (await (await again(admin)).credit.adjust({ userId, amount, reason: 'Goodwill' })).state

/** Credit that waits for a second administrator. */
async function asked(admin: Pick<Person, 'userId'>, ip: string | null = null): Promise<string> {
  const { userId } = await shop.signIn('customer')
  const { request } = await (await again(admin, ip)).credit.adjust({ userId, amount: 1000.01, reason: 'Goodwill' })
  return request?.id ?? ''
}
const approve = async (admin: Pick<Person, 'userId'>, id: string) => (await (await again(admin)).credit.approve({ id })).state
const setRole = async (by: Pick<Person, 'userId'>, { userId }: Pick<Person, 'userId'>, role: 'admin' | 'customer') =>
  (await again(by)).users.updateRole({ userId, role })
const forbidden = (words: RegExp) => ({ code: 'FORBIDDEN', message: expect.stringMatching(words) as unknown })

describe('credit by one administrator', () => {
  it('is counted over all customers, with either sign, within 24 hours and within 30 days', async () => {
    const admin = await shop.signIn('admin')
    const customers = [await shop.signIn('customer'), await shop.signIn('customer'), await shop.signIn('customer')]
    const [first, second, third] = customers.map(({ userId }) => userId) as [string, string, string]
    expect(await give(admin, first, 600)).toBe('applied')
    expect(await give(admin, second, 300)).toBe('applied')
    expect(await give(admin, first, -100)).toBe('applied')
    const { request } = await (await again(admin)).credit.adjust({ userId: third, amount: 0.01, reason: 'One cent more' })
    expect(request).toMatchObject({ because: '€1,000.01 by one administrator in 24 hours, which is more than €1,000.00', isMine: true })
    // Taking away is no way around it, nor is waiting a day.
    expect(await give(admin, first, -0.01)).toBe('waiting')
    clock.pass(25 * HOUR)
    const later = await (await again(admin)).credit.adjust({ userId: third, amount: 500, reason: 'A day later' })
    expect(later.request?.because).toBe('€1,500.00 by one administrator in 30 days, which is more than €1,000.00')
    clock.pass(30 * DAY)
    expect(await give(admin, third, 1000)).toBe('applied')
  })

  it('is counted for one customer over all administrators', async () => {
    const { userId } = await shop.signIn('customer')
    const [one, other] = [await shop.signIn('admin'), await shop.signIn('admin')]
    expect(await give(one, userId, 700)).toBe('applied')
    const { request } = await (await again(other)).credit.adjust({ userId, amount: 400, reason: 'Goodwill' })
    expect(request?.because).toBe('€1,100.00 for one customer in 24 hours, which is more than €1,000.00')
    // An amount that two have agreed to counts against nobody's word.
    expect(await approve(one, request?.id ?? '')).toBe('applied')
    expect(await give(other, userId, 300)).toBe('applied')
  })

  it('counts trade-ins and refunds, and no more what was taken back of them', async () => {
    const admin = await shop.signIn('admin')
    const customer = await shop.signIn('customer')
    const complete = async (finalValue: number, userId = customer.userId) => {
      const row = shop.factories.tradeIn({ userId, status: 'approved', finalValue })
      await shop.db.prisma.tradeIn.create({ data: row })
      return {
        id: row.id,
        notices: (await (await again(admin)).tradeIns.updateStatus({ id: row.id, status: 'completed', email: false })).notices,
      }
    }
    const { id, notices } = await complete(900)
    expect(notices).toEqual(['€900.00 of store credit was issued.'])
    expect((await (await again(admin)).credit.issueRefund({ userId: customer.userId, amount: 100, reason: 'ORD-1' })).state).toBe('waiting')
    await (await again(admin)).tradeIns.updateStatus({ id, status: 'approved', email: false })
    expect((await (await again(admin)).credit.issueRefund({ userId: customer.userId, amount: 100, reason: 'ORD-1' })).state).toBe('applied')
    // Ten at once are ten.
    const ids = []
    for (let n = 0; n < 10; n += 1) {
      const row = shop.factories.tradeIn({ userId: (await shop.signIn('customer')).userId, status: 'approved', finalValue: 300 })
      await shop.db.prisma.tradeIn.create({ data: row })
      ids.push(row.id)
    }
    const other = await shop.signIn('admin')
    await (await again(other)).tradeIns.updateStatuses({ ids, status: 'completed' })
    expect(await shop.db.prisma.ledgerEntry.count({ where: { causeId: { in: ids } } })).toBe(3)
    expect(await shop.db.prisma.creditRequest.count({ where: { causeId: { in: ids }, state: 'waiting', requestedBy: other.userId } })).toBe(
      7,
    )
  })

  it('above the limit wants a recent proof, whichever sum it is', async () => {
    const admin = await shop.signIn('admin')
    const { userId } = await shop.signIn('customer')
    const open = await again(admin)
    await open.credit.adjust({ userId, amount: 1000, reason: 'Goodwill' })
    clock.pass(11 * 60)
    await expect(open.credit.adjust({ userId, amount: 1, reason: 'Goodwill' })).rejects.toMatchObject(
      refusal('FORBIDDEN', 'reauthentication_needed'),
    )
    expect((await open.credit.requests({ state: 'waiting', limit: 100 })).rows.filter((row) => row.userId === userId)).toEqual([])
  })

  it('is counted with the accounts that they have made administrators in the last 90 days, and with those of these', async () => {
    const [one, second, third, customer] = [
      await shop.signIn('admin'),
      await shop.signIn('customer'),
      await shop.signIn('customer'),
      await shop.signIn('customer'),
    ]
    await setRole(one, second, 'admin')
    await setRole(second, third, 'admin')
    expect(await give(second, customer.userId, 600)).toBe('applied')
    const others = [await shop.signIn('customer'), await shop.signIn('customer'), await shop.signIn('customer')]
    expect(await (await again(one)).credit.leftToGive({})).toEqual({ limit: 1000, left: 400 })
    expect(await give(third, others[0]?.userId ?? '', 401)).toBe('waiting')
    expect(await give(third, others[0]?.userId ?? '', 400)).toBe('applied')
    expect(await give(one, others[1]?.userId ?? '', 1)).toBe('waiting')
    // Somebody else has sums of their own.
    expect(await give(await shop.signIn('admin'), others[2]?.userId ?? '', 1000)).toBe('applied')
    clock.pass(91 * DAY)
    expect(await give(second, (await shop.signIn('customer')).userId, 600)).toBe('applied')
    expect(await (await again(one)).credit.leftToGive({})).toEqual({ limit: 1000, left: 1000 })
  })
})

describeOnEngines('sums on %s', (engine) => {
  it('are counted once where many are given at the same time', async () => {
    const own = await openTestShop({ db: await openOn(engine), creditLimit: 1000, offerLimit: 5000 })
    try {
      const [boss, one, two] = [await own.signIn('admin'), await own.signIn('admin'), await own.signIn('admin')]
      const { userId } = await own.signIn('customer')
      const others = await Promise.all(Array.from({ length: 10 }, () => own.signIn('customer')))
      const states = async (calls: Promise<{ state: string }>[]) =>
        (await Promise.all(calls)).filter(({ state }) => state === 'applied').length
      // One administrator to many customers; then two to one.
      expect(
        await states(others.map((customer) => boss.caller.credit.adjust({ userId: customer.userId, amount: 300, reason: 'At once' }))),
      ).toBe(3)
      const calls = Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? one : two).caller.credit.adjust({ userId, amount: 300, reason: 'At once' }),
      )
      expect(await states(calls)).toBe(3)
      const machine = own.factories.machine({ baseValueExcellent: 2000 })
      await own.db.prisma.tradeInMachine.create({ data: machine })
      const third = await own.signIn('admin')
      const ids = await Promise.all(
        others.slice(0, 5).map(async (customer) => {
          const device = { manufacturer: 'Bitmain', model: 'S19' }
          const { id } = await third.caller.tradeIns.create({
            customer: { userId: customer.userId },
            machineId: machine.id,
            deviceInfo: device,
            grade: 'excellent',
          })
          await third.caller.tradeIns.saveEvaluation({ id, grade: 'excellent' })
          return id
        }),
      )
      const sent = await Promise.all(ids.map((id) => third.caller.tradeIns.sendOffer({ id, email: null })))
      expect(sent.map(({ offers }) => offers[0]?.state).sort()).toEqual(['draft', 'draft', 'draft', 'sent', 'sent'])
    } finally {
      await own.close()
    }
  })
})

describe('offers', () => {
  const tradeIn = async (admin: Pick<Person, 'userId'>, userId: string, value: number) => {
    const caller = await again(admin)
    const { id } = await caller.tradeIns.create({ customer: { userId }, deviceInfo: { manufacturer: 'Bitmain', model: 'S19' } })
    await caller.tradeIns.saveEvaluation({ id, grade: null, override: { value, reason: 'As agreed' } })
    return id
  }
  const send = async (admin: Pick<Person, 'userId'>, id: string) =>
    (await (await again(admin)).tradeIns.sendOffer({ id, email: null })).offers[0]

  it('are counted by administrator and by customer, each trade-in once', async () => {
    const [admin, other] = [await shop.signIn('admin'), await shop.signIn('admin')]
    const [one, two] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const first = await tradeIn(admin, one.userId, 3000)
    expect((await send(admin, first))?.state).toBe('sent')
    expect((await (await again(admin)).tradeIns.evaluation({ id: await tradeIn(admin, two.userId, 1) })).limit).toBe(2000)
    // A later offer takes the place of the first.
    await (await again(admin)).tradeIns.saveEvaluation({ id: first, grade: null, override: { value: 3500, reason: 'Better' } })
    expect((await send(admin, first))?.state).toBe('sent')
    const second = await tradeIn(admin, two.userId, 1500.01)
    expect(await send(admin, second)).toMatchObject({
      state: 'draft',
      requested: { because: '€5,000.01 by one administrator in 24 hours, which is more than €5,000.00' },
    })
    // Another administrator, whose draft it is not, counts for themselves; for the customer it is the same.
    expect((await send(other, await tradeIn(admin, one.userId, 1500)))?.state).toBe('sent')
    expect((await send(other, await tradeIn(other, one.userId, 0.01)))?.requested?.because).toContain('for one customer in 24 hours')
  })

  it('are approved and refused with a recent proof, by another person', async () => {
    const [admin, other] = [await shop.signIn('admin'), await shop.signIn('admin')]
    const { userId } = await shop.signIn('customer')
    const id = await tradeIn(admin, userId, 6000)
    await (await again(admin, '203.0.113.7')).tradeIns.sendOffer({ id, email: null })
    const open = await again(other, '203.0.113.7')
    expect((await open.tradeIns.evaluation({ id })).offers[0]?.requested).toMatchObject({
      isFromOwnNetwork: true,
      because: 'More than €5,000.00',
    })
    clock.pass(11 * 60)
    const stale = refusal('FORBIDDEN', 'reauthentication_needed')
    await expect(open.tradeIns.approveOffer({ id })).rejects.toMatchObject(stale)
    await expect(open.tradeIns.refuseOffer({ id, note: 'Too much' })).rejects.toMatchObject(stale)
    await expect((await again(other)).tradeIns.refuseOffer({ id, note: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const refused = await (await again(other)).tradeIns.refuseOffer({ id, note: 'Too much for a broken one' })
    expect(refused.offers[0]).toMatchObject({
      state: 'draft',
      requested: null,
      refused: { by: other.email, note: 'Too much for a broken one' },
    })
    await expect((await again(other)).tradeIns.approveOffer({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    const { rows } = await (await again(admin)).audit.history({ subjectType: 'trade_in', subjectId: id })
    expect(rows[0]).toMatchObject({ action: 'trade_in.offer_refused', actor: other.email, after: { note: 'Too much for a broken one' } })
    expect((await send(admin, id))?.refused).toBeNull()
    await setRole(admin, other, 'customer')
    await setRole(admin, other, 'admin')
    await expect((await again(other)).tradeIns.approveOffer({ id })).rejects.toMatchObject(forbidden(/less than 7 days/))
    const third = await shop.signIn('admin')
    expect((await (await again(third)).tradeIns.approveOffer({ id })).offers[0]).toMatchObject({ state: 'sent', finalValue: 6000 })
  })
})

describe('whoever approves', () => {
  it('is nobody who became an administrator in the last 7 days, or whom the one who asks has made one', async () => {
    const [asks, other, maker] = [await shop.signIn('admin'), await shop.signIn('customer'), await shop.signIn('admin')]
    await setRole(maker, other, 'admin')
    const id = await asked(asks)
    await expect(approve(other, id)).rejects.toMatchObject(forbidden(/less than 7 days/))
    clock.pass(7 * DAY)
    // The maker's own request it is not to approve, another's it is.
    const own = await asked(maker)
    await expect(approve(other, own)).rejects.toMatchObject(forbidden(/made you an administrator/))
    expect(await approve(other, id)).toBe('applied')
    expect(await approve(asks, own)).toBe('applied')
  })

  it('is nobody made by way of others, whether they are there still or not', async () => {
    const [asks, second, third] = [await shop.signIn('admin'), await shop.signIn('customer'), await shop.signIn('customer')]
    await setRole(asks, second, 'admin')
    await setRole(second, third, 'admin')
    await shop.db.prisma.user.delete({ where: { id: second.userId } })
    clock.pass(8 * DAY)
    await expect(approve(third, await asked(asks))).rejects.toMatchObject(forbidden(/directly or through others/))
  })

  it('is nobody who was made one anew, by whomever, since the one who asks has made them one', async () => {
    const [asks, friend, account] = [await shop.signIn('admin'), await shop.signIn('admin'), await shop.signIn('customer')]
    await setRole(asks, account, 'admin')
    await setRole(friend, account, 'customer')
    await setRole(friend, account, 'admin')
    clock.pass(8 * DAY)
    await expect(approve(account, await asked(asks))).rejects.toMatchObject(forbidden(/made you/))
    // Nor does a circle end otherwise than in no.
    await setRole(account, asks, 'customer')
    await setRole(account, asks, 'admin')
    clock.pass(8 * DAY)
    await expect(approve(account, await asked(asks))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('approves nothing that somebody asks whom they have made an administrator in the last 7 days', async () => {
    const [maker, account] = [await shop.signIn('admin'), await shop.signIn('customer')]
    await setRole(maker, account, 'admin')
    const id = await asked(account)
    await expect(approve(maker, id)).rejects.toMatchObject(forbidden(/You made/))
    clock.pass(7 * DAY)
    expect(await approve(maker, id)).toBe('applied')
  })

  it('may approve what their maker asks once they have been an administrator for long', async () => {
    const [maker, account] = [await shop.signIn('admin'), await shop.signIn('customer')]
    await setRole(maker, account, 'admin')
    clock.pass(89 * DAY)
    const id = await asked(maker)
    await expect(approve(account, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    clock.pass(1 * DAY)
    expect(await approve(account, id)).toBe('applied')
  })

  it('has waited for 7 days also after a change by plain SQL, and after one that nothing wrote down', async () => {
    const asks = await shop.signIn('admin')
    const { prisma } = shop.db
    const plain = await shop.signIn('customer')
    await prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT set_config('shop.role_changed_at', ${clock.now().toISOString()}, true)`
      await tx.$executeRaw`UPDATE profiles SET role = 'admin' WHERE user_id = ${plain.userId}::uuid`
    })
    const id = await asked(asks)
    await expect(approve(plain, id)).rejects.toMatchObject(forbidden(/less than 7 days/))
    const unseen = await shop.signIn('customer')
    await prisma.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica')
      await tx.$executeRaw`UPDATE profiles SET role = 'admin', updated_at = ${clock.now()} WHERE user_id = ${unseen.userId}::uuid`
    })
    await expect(approve(unseen, id)).rejects.toMatchObject(forbidden(/less than 7 days/))
    clock.pass(7 * DAY)
    expect(await approve(unseen, await asked(asks))).toBe('applied')
    expect(await approve(plain, id)).toBe('applied')
  })

  it('sees whether it was asked for from their own network', async () => {
    const [asks, other] = [await shop.signIn('admin'), await shop.signIn('admin')]
    const seen = async (id: string, ip: string | null) =>
      (await (await again(other, ip)).credit.requests({ state: 'waiting', limit: 100 })).rows.find((row) => row.id === id)?.isFromOwnNetwork
    const four = await asked(asks, '203.0.113.7')
    expect([await seen(four, '203.0.113.7'), await seen(four, '203.0.113.8'), await seen(four, null)]).toEqual([true, false, null])
    const six = await asked(asks, '2001:db8:1:2::7')
    expect([await seen(six, '2001:db8:1:2:ffff::1'), await seen(six, '2001:db8:1:3::1'), await seen(six, '2001:db8:2::1')]).toEqual([
      true,
      true,
      false,
    ])
    await (await again(other, '2001:db8:1:2::9')).credit.approve({ id: six })
    const [entry] = await shop.db.prisma.auditEntry.findMany({ where: { subjectId: six, action: 'credit_request.approved' } })
    expect(entry?.after).toMatchObject({ sameNetwork: true })
  })
})

describe('whoever was let into an account', () => {
  it('approves nothing that the one asks who gave it its address or removed its second factor, and gives with them', async () => {
    // The audit log has the database's clock.
    const today = standingClock(new Date().toISOString())
    const own = await openTestShop({ now: today.now, creditLimit: 1000, sessionRules: rules })
    try {
      const [asks, entered, locked, other] = [
        await own.signIn('admin'),
        await own.signIn('admin'),
        await own.signIn('admin'),
        await own.signIn('admin'),
      ]
      const anew = async ({ userId }: Pick<Person, 'userId'>) => own.callerOf(await startSession(own.services, userId))
      const wait = async (by: Person) => {
        const { userId } = await own.signIn('customer')
        return (await (await anew(by)).credit.adjust({ userId, amount: 1000.01, reason: 'Goodwill' })).request?.id ?? ''
      }
      const { prisma } = own.db
      await prisma.user.update({ where: { id: entered.userId }, data: { email: noAddressOf(entered.userId) } })
      await prisma.mfaFactor.create({ data: { userId: locked.userId, factorType: 'totp', friendlyName: 'Phone', status: 'verified' } })
      await asks.caller.customers.addEmail({ id: entered.userId, email: `${entered.userId}@example.com` })
      await asks.caller.users.resetFactors({ userId: locked.userId })
      const [first, second] = [await wait(asks), await wait(other)]
      const approved = async (by: Person, id: string) => (await (await anew(by)).credit.approve({ id })).state
      await expect(approved(entered, first)).rejects.toMatchObject(forbidden(/gave your account its address in the last 90 days/))
      await expect(approved(locked, first)).rejects.toMatchObject(forbidden(/removed your second factor in the last 7 days/))
      expect(await approved(entered, second)).toBe('applied')
      await (await anew(entered)).credit.adjust({ userId: (await own.signIn('customer')).userId, amount: 700, reason: 'Goodwill' })
      expect((await (await anew(asks)).credit.leftToGive({})).left).toBe(300)
      today.pass(7 * DAY + HOUR)
      await expect(approved(entered, first)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      expect(await approved(locked, first)).toBe('applied')
    } finally {
      await own.close()
    }
  })
})

describe('a new shop', () => {
  it('has a first administrator who need not wait, and any other who must', async () => {
    const own = await openTestShop({ now: clock.now, creditLimit: 1000, sessionRules: rules })
    const env = { ADMIN_EMAIL: 'first@example.com', ADMIN_PASSWORD: 'a long enough password', DATA_DIR: '/nowhere' }
    await ensureFirstAdmin(own.services, env)
    await ensureFirstAdmin(own.services, { ...env, ADMIN_EMAIL: 'second@example.com' })
    const changes = await own.db.prisma.roleChange.findMany({ orderBy: { at: 'asc' } })
    expect(changes.map(({ was, role, changedBy, at }) => [was, role, changedBy, at.getTime() === 0])).toEqual([
      [null, 'admin', null, true],
      [null, 'admin', null, false],
    ])
    // Of the second the first is told, and of the first there is nobody to tell.
    expect(await notifyMissedRoleChanges(own.services)).toBe(1)
    await own.services.jobs.settled()
    expect(own.emails.map(({ to }) => to).sort()).toEqual(['first@example.com', 'second@example.com'])
    await own.close()
  })
})

describe('every change of a role', () => {
  it('is told to all administrators at once, and to whoever it is about', async () => {
    const own = await openTestShop({ now: clock.now, sessionRules: rules })
    const [one, two, person] = [await own.signIn('admin'), await own.signIn('admin'), await own.signIn('customer')]
    await own.db.prisma.roleChange.updateMany({ data: { toldAt: clock.now() } })
    const toldOf = (words: string) =>
      own.emails
        .filter(({ text }) => text.includes(words))
        .map(({ to }) => to)
        .sort()
    await one.caller.users.updateRole({ userId: person.userId, role: 'admin' })
    expect(toldOf(`${person.email} was made an administrator`)).toEqual([one.email, two.email, person.email].sort())
    expect(own.emails[0]?.text).toContain(`by ${one.email}`)
    expect(own.emails[0]?.text).toContain('http://localhost:3000/admin/users')
    own.emails.length = 0
    // Again the same is no change.
    await one.caller.users.updateRole({ userId: person.userId, role: 'admin' })
    expect(own.emails).toEqual([])
    await two.caller.users.updateRole({ userId: person.userId, role: 'customer' })
    expect(toldOf(`${person.email} is no longer an administrator`)).toEqual([one.email, two.email, person.email].sort())
    own.emails.length = 0
    await own.db.prisma.$executeRaw`UPDATE profiles SET role = 'admin' WHERE user_id = ${person.userId}::uuid`
    expect(await notifyMissedRoleChanges(own.services)).toBe(1)
    expect(await notifyMissedRoleChanges(own.services)).toBe(0)
    await own.services.jobs.settled()
    expect(toldOf('in the database, past the back office')).toEqual([one.email, two.email, person.email].sort())
    await own.close()
  })
})
