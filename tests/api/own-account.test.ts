import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followOwnRecords } from '~/server/cases/account/own-records'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { hashPassword } from '~/server/identity/auth/password-hashes'
import { linkOf } from '../setup/emails'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const PASSWORD = 'correct horse battery staple'

let shop: TestShop
let visitor: TestShop['visitor']
beforeAll(async () => {
  shop = await openTestShop()
  visitor = createCaller(createInnerTRPCContext({ services: shop.services, client: { ip: '203.0.113.7', userAgent: 'A browser' } }))
})
afterAll(() => shop.close())

const lastLink = () => linkOf(shop.emails.at(-1)).token
const refusal = (code: string, errorCode: string): unknown =>
  expect.objectContaining({ code, cause: expect.objectContaining({ errorCode }) as unknown })

describe('one’s own account', () => {
  const enter = async () => {
    const person = await shop.signIn('customer', { passwordHash: await hashPassword(PASSWORD) })
    const second = await visitor.auth.signIn({ email: person.email, password: PASSWORD })
    return { ...person, second: second.session }
  }

  it('has a name and a phone number, whose changes are kept in the history', async () => {
    const { caller, email } = await enter()
    const before = await caller.account.profile()
    expect(before).toMatchObject({ email, role: 'customer' })
    const after = await caller.account.update({ fullName: ' New Name ', phone: '+44 20 7946 0958' })
    expect(after).toEqual({ ...before, fullName: 'New Name', phone: '+44 20 7946 0958' })
    expect(await caller.account.update({ fullName: 'New Name', phone: '' })).toMatchObject({ phone: null })
    await caller.account.update({ fullName: 'New Name', phone: null })
    const entries = await shop.db.prisma.auditEntry.findMany({
      where: { actorEmail: email, action: 'account.updated' },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ before: was, after: is }) => ({ was, is }))).toEqual([
      { was: { fullName: before.fullName, phone: before.phone }, is: { fullName: 'New Name', phone: '+44 20 7946 0958' } },
      { was: { phone: '+44 20 7946 0958' }, is: { phone: null } },
    ])
    for (const phone of ['call me', '<b>', '+44\0']) {
      await expect(caller.account.update({ fullName: 'New Name', phone })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  it('changes its password with the current one; other sessions end', async () => {
    const { caller, email, userId, sessionId, second } = await enter()
    const newPassword = 'another fine password'
    await expect(caller.account.changePassword({ currentPassword: 'wrong', newPassword })).rejects.toEqual(
      refusal('BAD_REQUEST', 'invalid_credentials'),
    )
    await expect(caller.account.changePassword({ currentPassword: PASSWORD, newPassword: PASSWORD })).rejects.toEqual(
      refusal('BAD_REQUEST', 'same_password'),
    )
    await expect(caller.account.changePassword({ currentPassword: PASSWORD, newPassword: 'Password' })).rejects.toEqual(
      refusal('BAD_REQUEST', 'weak_password'),
    )
    await caller.account.changePassword({ currentPassword: PASSWORD, newPassword })
    expect((await caller.account.sessions()).map(({ id }) => id)).toEqual([sessionId])
    await expect(visitor.auth.refresh({ refreshToken: second.refreshToken })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(shop.emails.at(-1)).toMatchObject({ to: email, subject: expect.stringMatching(/was changed$/) as unknown })
    expect(await shop.db.prisma.auditEntry.count({ where: { actorId: userId, action: 'account.password_changed' } })).toBe(1)
    await visitor.auth.signIn({ email, password: newPassword })
  })

  it('of two changes at once one holds, and an email that was asked for before is worthless after', async () => {
    const { caller, email } = await enter()
    await visitor.auth.requestPasswordReset({ email })
    const token = lastLink()
    const calls = ['first new password', 'second new password'].map((newPassword) =>
      caller.account.changePassword({ currentPassword: PASSWORD, newPassword }),
    )
    expect((await Promise.allSettled(calls)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(visitor.auth.resetPassword({ token, password: 'a third password' })).rejects.toEqual(refusal('BAD_REQUEST', 'otp_expired'))
  })

  it('cannot be guessed at from a session that was left open', async () => {
    const { caller } = await enter()
    const guess = () => caller.account.changePassword({ currentPassword: 'wrong', newPassword: 'another fine password' })
    for (let n = 0; n < 10; n += 1) await expect(guess()).rejects.toEqual(refusal('BAD_REQUEST', 'invalid_credentials'))
    await expect(guess()).rejects.toEqual(refusal('TOO_MANY_REQUESTS', 'over_request_rate_limit'))
  })

  it('lists its sessions and ends them, and nobody else’s', async () => {
    const { caller, sessionId } = await enter()
    const otherPerson = await enter()
    const sessions = await caller.account.sessions()
    expect(sessions.map(({ id, isCurrent }) => [id === sessionId, isCurrent])).toEqual([
      [true, true],
      [false, false],
    ])
    expect(sessions[1]).toMatchObject({ ip: '203.0.113.7', userAgent: 'A browser', aal: 'aal1' })
    const other = sessions[1]?.id ?? ''
    await expect(otherPerson.caller.account.endSession({ sessionId: other })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await caller.account.endSession({ sessionId: other })
    await expect(caller.account.endSession({ sessionId: other })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(shop.callerOf(other).account.profile()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })

    expect(await otherPerson.caller.account.endOtherSessions()).toEqual({ ended: 1 })
    expect(await otherPerson.caller.account.sessions()).toHaveLength(1)
    expect(await caller.account.sessions()).toHaveLength(1)
  })

  it('is nobody’s who is not signed in', async () => {
    const calls = [
      visitor.account.profile(),
      visitor.account.update({ fullName: 'X', phone: null }),
      visitor.account.changePassword({ currentPassword: PASSWORD, newPassword: PASSWORD }),
      visitor.account.sessions(),
      visitor.account.endSession({ sessionId: '00000000-0000-4000-8000-000000000000' }),
      visitor.account.endOtherSessions(),
    ]
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('one’s own orders, repairs, trade-ins and devices', () => {
  /** Rows by plain SQL with the requirements' columns alone. */
  const insert = async (userId: string, serialNumber: string) => {
    const device = (serial: string) => JSON.stringify({ manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: serial })
    await shop.db.prisma
      .$executeRaw`INSERT INTO orders (order_number, user_id, total_amount) VALUES (${`ORD-${serialNumber}`}, ${userId}::uuid, 120.5)`
    await shop.db.prisma.$executeRaw`INSERT INTO repairs (user_id, device_info) VALUES (${userId}::uuid, ${device(serialNumber)}::jsonb)`
    await shop.db.prisma
      .$executeRaw`INSERT INTO trade_ins (user_id, device_info) VALUES (${userId}::uuid, ${device(serialNumber.toLowerCase())}::jsonb)`
    await shop.db.prisma.$executeRaw`INSERT INTO repairs (user_id, device_info) VALUES (${userId}::uuid, '"none"')`
  }

  it('are listed for their owner alone, page by page', async () => {
    const [mine, other] = [await shop.signIn('customer'), await shop.signIn('customer')]
    await insert(mine.userId, 'SN-1')
    await insert(other.userId, 'SN-2')
    const { account } = mine.caller
    expect(await account.orders()).toMatchObject({ rows: [{ totalAmount: 120.5, status: 'pending' }], nextCursor: null, total: 1 })
    const first = await account.repairs({ limit: 1 })
    expect(first).toMatchObject({ rows: [{ deviceInfo: 'none' }], total: 2 })
    const rest = await account.repairs({ cursor: first.nextCursor })
    expect(rest).toMatchObject({ rows: [{ deviceInfo: { model: 'Antminer S19' }, estimatedCost: null }], nextCursor: null })
    expect(await account.tradeIns()).toMatchObject({ total: 1, rows: [{ status: 'submitted', finalValue: null }] })
    await expect(account.orders({ cursor: 'foreign' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    // One serial number, however it is written.
    const devices = await account.devices()
    expect(devices).toMatchObject({ total: 1, rows: [{ model: 'Antminer S19' }] })
    expect(devices.rows[0]?.cases.map(({ noun }) => noun).toSorted()).toEqual(['repairs', 'tradeIns'])
    expect(JSON.stringify(devices)).not.toContain('SN-2')
  })

  it('tell when one’s own change, and not when others’ do', async () => {
    const [mine, other] = [await shop.signIn('customer'), await shop.signIn('customer')]
    await insert(mine.userId, 'SN-3')
    const events = (await mine.caller.account.onChange())[Symbol.asyncIterator]()
    await events.next()
    let told = false
    const next = events.next().then(() => (told = true))
    const theirs = (await other.caller.account.onChange())[Symbol.asyncIterator]()
    await theirs.next()
    await insert(other.userId, 'SN-4')
    // Its own person has been told by now.
    await theirs.next()
    expect(told).toBe(false)
    await shop.db.prisma.$executeRaw`UPDATE repairs SET status = 'testing' WHERE user_id = ${mine.userId}::uuid`
    await next
    expect(told).toBe(true)
    await Promise.all([events.return?.(), theirs.return?.()])
  })

  it('open on what waits for their owner, the most urgent first, and on a few of what is open', async () => {
    const [mine, other] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const { prisma } = shop.db
    const deviceInfo = { manufacturer: 'Bitmain', model: 'Antminer S19' }
    const day = (days: number) => new Date(TEST_NOW.getTime() + days * 86_400_000)
    expect(await mine.caller.account.overview()).toMatchObject({ tasks: [], repairs: { rows: [], total: 0 }, tradeIns: { total: 0 } })
    for (const { userId } of [other, mine]) {
      const request = await prisma.caseRequest.create({ data: { noun: 'repairs', sentAt: TEST_NOW } })
      const expected = await prisma.repair.create({ data: { userId, deviceInfo, requestId: request.id } })
      const estimated = await prisma.repair.create({ data: { userId, deviceInfo, status: 'diagnosing' } })
      const over = await prisma.repair.create({ data: { userId, deviceInfo, status: 'shipped' } })
      const offered = await prisma.tradeIn.create({ data: { userId, deviceInfo, status: 'evaluated' } })
      const waiting = { number: 2, state: 'sent' as const, total: 150, sentAt: TEST_NOW }
      await prisma.caseQuote.createMany({
        data: [
          { ...waiting, number: 1, caseId: estimated.id, state: 'declined' },
          { ...waiting, caseId: estimated.id, expiresAt: day(9) },
          { ...waiting, caseId: over.id, expiresAt: day(1) },
          { ...waiting, caseId: expected.id, number: 1, expiresAt: day(-1) },
          { ...waiting, caseId: expected.id, state: 'draft' },
        ],
      })
      await prisma.caseQuote.create({
        data: { caseId: offered.id, number: 1, state: 'sent', total: 475, expiresAt: day(3), offer: { create: {} } },
      })
      await prisma.caseMessage.createMany({
        data: ['desk' as const, 'desk' as const, 'customer' as const].map((side) => ({
          caseId: over.id,
          customerId: userId,
          side,
          body: 'Hello',
        })),
      })
    }
    const overview = await mine.caller.account.overview()
    expect(overview.tasks).toMatchObject([
      { kind: 'offer', amount: 475, until: day(3) },
      { kind: 'estimate', amount: 150, until: day(9) },
      { kind: 'messages', unread: 2 },
    ])
    expect(overview).toMatchObject({ repairs: { total: 2 }, tradeIns: { total: 1, rows: [{ hasArrived: true }] } })
    expect(JSON.stringify(overview)).not.toContain(other.email)
    // One that was asked for online, and is still with its customer.
    const request = await prisma.caseRequest.create({ data: { noun: 'repairs', sentAt: TEST_NOW } })
    await prisma.repair.create({ data: { userId: mine.userId, deviceInfo, requestId: request.id } })
    expect((await mine.caller.account.overview()).tasks.at(-1)).toMatchObject({ kind: 'parcel', noun: 'repairs', amount: null })
    await prisma.repair.createMany({
      data: Array.from({ length: 30 }, () => ({ userId: mine.userId, deviceInfo, status: 'testing' as const })),
    })
    const many = await mine.caller.account.overview()
    expect([many.repairs.rows.length, many.repairs.total]).toEqual([5, 33])
  })

  it('tell of an estimate that is sent, and of its answer', async () => {
    const mine = await shop.signIn('customer')
    await insert(mine.userId, 'SN-9')
    const { id } = await shop.db.prisma.repair.findFirstOrThrow({ where: { userId: mine.userId } })
    const { id: quoteId } = await shop.db.prisma.caseQuote.create({ data: { caseId: id, number: 1, state: 'sent', total: 150 } })
    const events = (await mine.caller.account.onChange())[Symbol.asyncIterator]()
    await events.next()
    const next = events.next()
    await shop.db.prisma.caseQuote.update({ where: { id: quoteId }, data: { state: 'declined' } })
    expect((await next).done).toBe(false)
    await events.return?.()
  })

  it('cost the open pages of all others nothing when they change, pass on, or go', async () => {
    const [mine, next, admin] = [await shop.signIn('customer'), await shop.signIn('customer'), await shop.signIn('admin')]
    const others = Array.from({ length: 28 }, () => randomUUID())
    const everybody = [mine.userId, next.userId, ...others]
    /** Counts the statements that a change costs pages opened before it, once those whom it is about have been told. */
    const change = async (work: () => Promise<unknown>, about: string[]) => {
      let reads = 0
      const told: string[] = []
      const over = new AbortController()
      setMaxListeners(0, over.signal)
      const db = { ...shop.db, readJson: (query: Parameters<typeof shop.db.readJson>[0]) => ((reads += 1), shop.db.readJson(query)) }
      const open = async (userId: string) => {
        for await (const { id } of followOwnRecords({ db, hub: shop.services.hub }, userId, { signal: over.signal }))
          if (id) told.push(userId)
      }
      const pages = everybody.map(open)
      await expect.poll(() => told.length).toBe(everybody.length)
      ;[reads, told.length] = [0, 0]
      await work()
      await expect.poll(() => [...new Set(told)].toSorted()).toEqual(about.toSorted())
      over.abort()
      await Promise.all(pages)
      return reads
    }
    await change(() => insert(mine.userId, 'SN-5'), [mine.userId])
    const where = { where: { deviceInfo: { path: ['serialNumber'], equals: 'SN-5' } } } as const
    const { repair } = shop.db.prisma
    expect(await change(() => repair.updateMany({ ...where, data: { status: 'testing' } }), [mine.userId])).toBe(1)
    const both = [mine.userId, next.userId]
    expect(await change(() => repair.updateMany({ ...where, data: { userId: next.userId } }), both)).toBe(2)
    expect(await change(() => repair.deleteMany(where), [next.userId])).toBe(1)
    const give = () => admin.caller.credit.adjust({ userId: mine.userId, amount: 5, reason: 'Goodwill' })
    await change(give, [mine.userId])
    expect(await change(give, [mine.userId])).toBe(1)
  })
})
