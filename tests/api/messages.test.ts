import { TRPCError } from '@trpc/server'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CaseRef } from '~/contracts/case-ref'
import { defaultSettings } from '~/contracts/site/settings'
import * as fileRoute from '~/pages/api/customer-files/[fileId]'
import * as uploadRoute from '~/pages/api/customer-files/index'
import { networkOf } from '~/server/identity/auth/limits'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { emailUnreadMessages } from '~/server/cases/messages/unread-emails'
import { ownTables } from '~/server/office/own-data/own-data-tables'
import type { FileStore } from '~/server/platform/files/file-store'
import { serveRoutes } from '../setup/routes'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const KEY = 'a key of one message'.replaceAll(' ', '-')
const DEAD_LINK = 'This link does not work, or has expired. Ask for a new one.'

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let customer: Awaited<ReturnType<TestShop['signIn']>>
let otherCustomer: Awaited<ReturnType<TestShop['signIn']>>
let now = TEST_NOW

beforeAll(async () => {
  const stored = new Map<string, Uint8Array>()
  const files: FileStore = {
    place: 'the memory of a test',
    put: (key, bytes) => Promise.resolve(void stored.set(key, bytes)),
    get: (key) => Promise.resolve(Buffer.from(stored.get(key) ?? [])),
    remove: (key) => Promise.resolve(void stored.delete(key)),
  }
  shop = await openTestShop({ files, now: () => now, contactInbox: 'desk@shop.example' })
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
  otherCustomer = await shop.signIn('customer')
})
beforeEach(() => {
  now = TEST_NOW
})
afterAll(() => shop.close())

const later = (minutes: number) => {
  now = new Date(TEST_NOW.getTime() + minutes * MINUTE_MS)
}

interface Opened {
  ref: CaseRef
  number: string
  token: string
}

/** A case of the customer, by plain SQL with no more than the requirements' columns, and a link to it. */
async function open(noun: CaseRef['noun'] = 'repairs', userId: string | null = customer.userId): Promise<Opened> {
  const { prisma } = shop.db
  const data = { userId, deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' }, createdAt: TEST_NOW, updatedAt: TEST_NOW }
  const row =
    noun === 'repairs'
      ? await prisma.repair.create({ data }).then(({ id, repairNumber }) => ({ id, number: repairNumber }))
      : await prisma.tradeIn.create({ data }).then(({ id, tradeInNumber }) => ({ id, number: tradeInNumber }))
  const ref = { noun, id: row.id }
  const address = await prisma.$transaction((tx) => createTrackingLink(tx, ref, 'https://shop.example'))
  return { ref, number: row.number, token: address.replace('https://shop.example/track/', '') }
}

const desk = {
  says: (of: Opened, body: string, pictures: string[] = []) => admin.caller.cases.sendMessage({ ...of.ref, body, pictures }),
  reads: (of: Opened, page: { cursor?: string | null; limit?: number } = {}) => admin.caller.cases.messages({ ...of.ref, ...page }),
}
const byLink = {
  says: ({ token }: Opened, body: string, pictures: string[] = []) => shop.visitor.cases.sendTrackedMessage({ token, body, pictures }),
  reads: ({ token }: Opened) => shop.visitor.cases.trackedMessages({ token }),
}
const own = ({ ref: { noun }, number }: Opened) => ({ noun, number })

/** Marks all that stands on a thread as read. */
const deskHasRead = async (of: Opened) => {
  const [newest] = (await desk.reads(of)).rows
  return admin.caller.cases.markMessagesRead({ ...of.ref, until: newest?.id ?? '' })
}

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof TRPCError ? error.code : String(error)),
  )
const messageOf = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => (error instanceof Error ? error.message : ''))
const bodies = (rows: readonly { body: string }[]) => rows.map(({ body }) => body)

describe('a conversation', () => {
  it('is written by both sides, read by link and account alike, newest first, without who of the desk wrote', async () => {
    const repair = await open()
    await desk.says(repair, 'Your board is on the bench.')
    await byLink.says(repair, '  Which board?  ')
    await customer.caller.account.sendMessage({ ...own(repair), body: 'And when is it done?' })
    const expected = ['And when is it done?', 'Which board?', 'Your board is on the bench.']
    const seenByDesk = await desk.reads(repair)
    expect(bodies(seenByDesk.rows)).toEqual(expected)
    expect(seenByDesk).toMatchObject({
      unread: 2,
      end: null,
      rows: [{ side: 'customer', author: null }, {}, { side: 'desk', author: admin.email }],
    })
    for (const seen of [await byLink.reads(repair), await customer.caller.account.caseMessages(own(repair))]) {
      expect(bodies(seen.rows)).toEqual(expected)
      expect(seen.unread).toBe(1)
      const text = JSON.stringify(seen)
      for (const secret of [admin.email, admin.userId, repair.ref.id]) {
        if (secret !== repair.ref.id || seen.uploadAddress?.includes('token')) expect(text).not.toContain(secret)
      }
    }
    expect(
      bodies(
        (await admin.caller.cases.timeline({ ...repair.ref })).rows.flatMap((entry) => (entry.kind === 'message' ? [entry.detail] : [])),
      ),
    ).toEqual(expected)
    const tracked = await shop.visitor.cases.track({ token: repair.token })
    expect(tracked.events.map(({ kind }) => kind)).toEqual(['opened'])
  })

  it('comes by pages, none twice, also of one moment', async () => {
    const tradeIn = await open('tradeIns')
    for (const body of ['1', '2', '3', '4', '5']) await desk.says(tradeIn, body)
    const first = await desk.reads(tradeIn, { limit: 2 })
    const second = await desk.reads(tradeIn, { limit: 2, cursor: first.nextCursor })
    const third = await desk.reads(tradeIn, { limit: 2, cursor: second.nextCursor })
    expect([first, second, third].map(({ rows }) => bodies(rows))).toEqual([['5', '4'], ['3', '2'], ['1']])
    expect(third.nextCursor).toBeNull()
    expect(await code(desk.reads(tradeIn, { cursor: 'none of ours' }))).toBe('BAD_REQUEST')
  })

  it('takes a message once for its key, and refuses an empty and an endless one', async () => {
    const repair = await open()
    const input = { token: repair.token, body: 'Once', idempotencyKey: KEY }
    const sent = await Promise.all(Array.from({ length: 5 }, () => shop.visitor.cases.sendTrackedMessage(input)))
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
    expect((await desk.reads(repair)).rows).toHaveLength(1)
    expect(await code(shop.visitor.cases.sendTrackedMessage({ ...input, body: 'Other words' }))).toBe('CONFLICT')
    for (const body of [' \n ', 'x'.repeat(4001)]) expect(await code(byLink.says(repair, body))).toBe('BAD_REQUEST')
  })

  it('is marked as read up to what was on the screen, and by nothing that only reads', async () => {
    const repair = await open()
    await byLink.says(repair, 'First')
    const [first] = (await desk.reads(repair)).rows
    await byLink.says(repair, 'Second')
    const marks = async () => (await admin.caller.repairs.byId({ id: repair.ref.id })).unreadMessages
    expect(await marks()).toBe(2)
    expect(await admin.caller.cases.markMessagesRead({ ...repair.ref, until: first?.id ?? '' })).toEqual({ unread: 1 })
    expect(await marks()).toBe(1)
    await desk.says(repair, 'Answer')
    expect(await deskHasRead(repair)).toEqual({ unread: 0 })
    expect((await byLink.reads(repair)).unread).toBe(1)
    const [answer] = (await byLink.reads(repair)).rows
    // The message of another case marks nothing.
    const other = await open()
    await desk.says(other, 'Elsewhere')
    const [elsewhere] = (await byLink.reads(other)).rows
    await shop.visitor.cases.markTrackedMessagesRead({ token: repair.token, until: elsewhere?.id ?? '' })
    expect((await byLink.reads(repair)).unread).toBe(1)
    expect(await shop.visitor.cases.markTrackedMessagesRead({ token: repair.token, until: answer?.id ?? '' })).toEqual({ unread: 0 })
    expect((await desk.reads(repair)).rows[0]?.readAt).toEqual(now)
    expect((await byLink.reads(other)).unread).toBe(1)
  })

  it('is open for 90 days after the case, and goes on with the trade-in that a repair becomes', async () => {
    const repair = await open()
    const overSince = async (days: number) => {
      const data = { completedAt: new Date(TEST_NOW.getTime() - days * DAY_MS), status: 'completed' as const }
      await shop.db.prisma.repair.update({ where: { id: repair.ref.id }, data: { status: 'testing' } })
      await shop.db.prisma.repair.update({ where: { id: repair.ref.id }, data: { status: 'completed' } })
      await shop.db.prisma.repair.update({ where: { id: repair.ref.id }, data })
      await shop.db.prisma.caseLink.updateMany({
        where: { caseId: repair.ref.id },
        data: { expiresAt: new Date(data.completedAt.getTime() + 90 * DAY_MS) },
      })
    }
    await overSince(89)
    await byLink.says(repair, 'It hums again')
    await overSince(90)
    expect(await messageOf(customer.caller.account.sendMessage({ ...own(repair), body: 'Still' }))).toContain('ended on 20 November 2026')
    expect(await code(desk.says(repair, 'Hello?'))).toBe('CONFLICT')
    expect(await customer.caller.account.caseMessages(own(repair))).toMatchObject({
      end: { reason: 'ended' },
      uploadAddress: null,
      rows: [{}],
    })
    expect(await messageOf(byLink.reads(repair))).toBe(DEAD_LINK)

    const estimated = await open()
    await admin.caller.repairs.saveEstimate({ id: estimated.ref.id, lines: [{ kind: 'labour', label: 'Board', quantity: 1, price: 150 }] })
    await admin.caller.repairs.sendEstimate({ id: estimated.ref.id })
    await byLink.says(estimated, 'What would you pay for it?')
    const { number } = await shop.visitor.cases.convert({ token: estimated.token })
    expect(bodies((await byLink.reads(estimated)).rows)).toEqual(['What would you pay for it?'])
    const { tradeIn } = await admin.caller.tradeIns.byNumber({ number })
    expect(tradeIn.unreadMessages).toBe(1)
    expect((await desk.reads(estimated)).end).toEqual({ reason: 'moved', number })
    expect(await messageOf(desk.says(estimated, 'Here?'))).toBe(`This repair is trade-in ${number} now. Write there.`)
  })
})

describe('pictures of a message', () => {
  const picture = () =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()

  it('are had by both sides, belong to one message, and are nobody else’s', async () => {
    const routes = await serveRoutes(shop, [
      { path: /^\/api\/customer-files$/, module: uploadRoute },
      { path: /^\/api\/customer-files\/(?<fileId>[^/]+)$/, module: fileRoute },
    ])
    try {
      const repair = await open()
      const upload = async (address: string | null) => {
        const answer = await fetch(`${routes.url}${address ?? ''}&name=board.png`, {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: new Uint8Array(await picture()),
        })
        return { status: answer.status, ...((await answer.json()) as { id?: string; message?: string }) }
      }
      const { uploadAddress } = await byLink.reads(repair)
      const { id = '' } = await upload(uploadAddress)
      await byLink.says(repair, '', [id])
      const [seen] = (await byLink.reads(repair)).rows
      expect(seen).toMatchObject({ body: '', pictures: [{ id, name: 'board.png' }] })
      expect((await fetch(`${routes.url}${seen?.pictures[0]?.address ?? ''}`)).status).toBe(200)
      expect((await desk.reads(repair)).rows[0]?.pictures).toMatchObject([
        { id, address: expect.stringContaining('/api/case-files/') as string },
      ])
      // Not twice, and not of another case.
      expect(await code(byLink.says(repair, 'Again', [id]))).toBe('BAD_REQUEST')
      const other = await open()
      const { id: free = '' } = await upload(uploadAddress)
      expect(await code(byLink.says(other, 'Mine', [free]))).toBe('BAD_REQUEST')
      expect((await desk.reads(other)).rows).toEqual([])
      const foreign = seen?.pictures[0]?.address.replace(repair.token, other.token) ?? ''
      expect((await fetch(`${routes.url}${foreign}`)).status).toBe(404)
      // A case that is over takes pictures of messages as long as messages.
      await shop.db.prisma.repair.update({ where: { id: repair.ref.id }, data: { status: 'completed' } })
      expect((await upload(uploadAddress)).status).toBe(201)
      expect((await upload(uploadAddress?.replace('&for=message', '').replace('for=message&', '') ?? '')).status).toBe(409)
    } finally {
      await routes.close()
    }
  })
})

describe('somebody else', () => {
  it('reads, writes and marks nothing: another customer, a link that ended, a new owner of the case', async () => {
    const repair = await open()
    await desk.says(repair, 'For one customer alone')
    const [message] = (await byLink.reads(repair)).rows
    const until = message?.id ?? ''
    for (const each of [otherCustomer, admin]) {
      const { account } = each.caller
      expect(await code(account.caseMessages(own(repair)))).toBe('NOT_FOUND')
      expect(await code(account.sendMessage({ ...own(repair), body: 'Hello' }))).toBe('NOT_FOUND')
      expect(await code(account.markMessagesRead({ ...own(repair), until }))).toBe('NOT_FOUND')
      expect(await account.conversations({})).toMatchObject({ rows: [], total: 0 })
      expect(await account.unreadMessages()).toEqual({ unread: 0 })
    }
    await admin.caller.cases.revokeLinks(repair.ref)
    for (const token of [repair.token, 'a guess', repair.ref.id]) {
      const { cases } = shop.visitor
      expect(await messageOf(cases.trackedMessages({ token }))).toBe(DEAD_LINK)
      expect(await messageOf(cases.sendTrackedMessage({ token, body: 'Hello' }))).toBe(DEAD_LINK)
      expect(await messageOf(cases.markTrackedMessagesRead({ token, until }))).toBe(DEAD_LINK)
    }
    await admin.caller.repairs.update({ id: repair.ref.id, customer: { userId: otherCustomer.userId } })
    expect(await otherCustomer.caller.account.caseMessages(own(repair))).toMatchObject({ rows: [], unread: 0 })
    expect(await otherCustomer.caller.account.repairs({})).toMatchObject({ rows: [{ unreadMessages: 0 }] })
    expect(await otherCustomer.caller.account.conversations({})).toMatchObject({ rows: [] })
    expect((await desk.reads(repair)).rows).toHaveLength(1)
    later(11)
    shop.emails.length = 0
    await emailUnreadMessages(shop.services)
    await shop.services.jobs.settled()
    expect(shop.emails.filter(({ to }) => to === otherCustomer.email)).toEqual([])
  })

  it('is limited by case and by network', async () => {
    const repair = await open()
    const most = shop.services.limits.most('messagesOfCase')
    await shop.services.limits.note('messagesOfCase', repair.ref.id)
    for (let count = 1; count < most; count += 1) await shop.services.limits.note('messagesOfCase', repair.ref.id)
    expect(await code(byLink.says(repair, 'One more'))).toBe('TOO_MANY_REQUESTS')
    expect(await code(desk.says(repair, 'The desk is not'))).toBe('fine')

    const client = { ip: '198.51.100.17', userAgent: null }
    const [here, there] = [client, { ...client, ip: '203.0.113.17' }].map((of) => shop.callerOf(null, { client: of }))
    const says = async (caller: typeof here, body: string) => {
      const { token } = await open()
      return code(caller?.cases.sendTrackedMessage({ token, body }) ?? Promise.resolve())
    }
    expect(shop.services.limits.most('messagesOfNetwork')).toBe(120)
    for (let count = 1; count < 120; count += 1) await shop.services.limits.note('messagesOfNetwork', networkOf(client))
    expect(await says(here, 'The last of this hour')).toBe('fine')
    expect(await says(here, 'One more')).toBe('TOO_MANY_REQUESTS')
    expect(await says(there, 'From elsewhere')).toBe('fine')
    // An account is not its neighbours: what one case takes holds for it.
    const own = shop.callerOf(customer.sessionId, { client })
    const { number } = await open()
    expect(await code(own.account.sendMessage({ noun: 'repairs', number, body: 'Signed in' }))).toBe('fine')
  })
})

describe('lists', () => {
  it.each(['repairs', 'tradeIns'] as const)('mark unread %s at the desk, and are narrowed to them', async (noun) => {
    const [quiet, loud] = [await open(noun), await open(noun)]
    await desk.says(quiet, 'Nothing to read for the desk')
    await byLink.says(loud, 'Hello?')
    await byLink.says(loud, 'Anybody?')
    const { rows } = await admin.caller[noun].list({ messages: 'unread' })
    const found = rows.find(({ id }) => id === loud.ref.id)
    expect(found?.unreadMessages).toBe(2)
    expect(rows.some(({ id }) => id === quiet.ref.id)).toBe(false)
    expect(await admin.caller[noun].countMatching({ messages: 'unread' })).toEqual({ matching: rows.length })
    // Once for each case, however much its customer has written.
    expect((await admin.caller.cases.unread())[noun]).toBe(rows.length)
    await deskHasRead(loud)
    expect((await admin.caller.cases.unread())[noun]).toBe(rows.length - 1)
    expect((await admin.caller[noun].list({ messages: 'unread' })).rows.some(({ id }) => id === loud.ref.id)).toBe(false)
  })

  it('tell a customer where something was written, the latest first, and tell again while they look', async () => {
    const reader = await shop.signIn('customer')
    const [repair, tradeIn] = [await open('repairs', reader.userId), await open('tradeIns', reader.userId)]
    await open('repairs', reader.userId)
    const events = (await reader.caller.account.onChange({}))[Symbol.asyncIterator]()
    await events.next()
    await desk.says(repair, 'One')
    expect(await events.next()).toMatchObject({ done: false })
    await desk.says(repair, 'Two')
    later(1)
    await reader.caller.account.sendMessage({ ...own(tradeIn), body: 'A question' })
    const { account } = reader.caller
    expect(await account.conversations({})).toMatchObject({
      rows: [
        { noun: 'tradeIns', number: tradeIn.number, side: 'customer', excerpt: 'A question', unread: 0 },
        { noun: 'repairs', number: repair.number, side: 'desk', excerpt: 'Two', unread: 2 },
      ],
      total: 2,
      nextCursor: null,
    })
    expect(await account.conversations({ limit: 1 })).toMatchObject({ rows: [{ number: tradeIn.number }] })
    expect(await account.unreadMessages()).toEqual({ unread: 2 })
    expect((await account.repairs({})).rows.map(({ unreadMessages }) => unreadMessages).sort()).toEqual([0, 2])
    await events.return?.()
  })
})

describe('an email of what was not read', () => {
  const sent = async () => {
    shop.emails.length = 0
    const told = await emailUnreadMessages(shop.services)
    await shop.services.jobs.settled()
    return { told, emails: [...shop.emails] }
  }
  beforeEach(async () => {
    await shop.db.prisma.caseMessage.updateMany({ data: { readAt: TEST_NOW } })
  })

  it('goes once after ten minutes, with all that was written, and never for what was read', async () => {
    const [repair, readMeanwhile] = [await open(), await open()]
    await desk.says(repair, 'Your board has arrived.')
    await desk.says(readMeanwhile, 'Seen at once')
    const [message] = (await byLink.reads(readMeanwhile)).rows
    await shop.visitor.cases.markTrackedMessagesRead({ token: readMeanwhile.token, until: message?.id ?? '' })
    later(9)
    expect(await sent()).toEqual({ told: 0, emails: [] })
    await desk.says(repair, 'It needs a new fan.')
    later(10)
    const { told, emails } = await sent()
    expect(told).toBe(1)
    expect(emails).toHaveLength(1)
    const [email] = emails
    expect(email).toMatchObject({ to: customer.email, subject: `2 new messages about your repair ${repair.number}` })
    expect(email?.text).toMatch(/Your board has arrived\.[^]*It needs a new fan\.[^]*http:\/\/localhost:3000\/track\/[\w-]{43}/)
    later(60)
    expect(await sent()).toEqual({ told: 0, emails: [] })
  })

  it('is written once by several processes, and not at all where the transaction comes to nothing', async () => {
    const repair = await open()
    await desk.says(repair, 'Only once')
    later(10)
    const broken = {
      ...shop.services,
      outbox: Object.assign(Object.create(shop.services.outbox) as typeof shop.services.outbox, {
        emails: () => Promise.reject(new Error('The process dies here')),
      }),
    }
    expect(await emailUnreadMessages(broken)).toBe(0)
    shop.emails.length = 0
    const told = await Promise.all([
      emailUnreadMessages(shop.services),
      emailUnreadMessages(shop.services),
      emailUnreadMessages(shop.services),
    ])
    await shop.services.jobs.settled()
    expect(told.sort()).toEqual([0, 0, 1])
    expect(shop.emails).toHaveLength(1)
  })

  it('goes to nobody who does not want it', async () => {
    const [reader, repair] = [customer, await open('tradeIns')]
    await reader.caller.account.chooseEmails({ reminders: true, messages: false, newsletter: false })
    await desk.says(repair, 'On the page alone')
    later(10)
    expect(await sent()).toEqual({ told: 1, emails: [] })
    // A choice that is left out stays.
    expect(await reader.caller.account.chooseEmails({ reminders: true, newsletter: false })).toMatchObject({ messages: false })
    await reader.caller.account.chooseEmails({ reminders: true, messages: true, newsletter: false })
    expect(await sent()).toEqual({ told: 0, emails: [] })
  })

  it('goes at the desk to whoever has the case, else to the inbox', async () => {
    const [mine, nobodys] = [await open(), await open()]
    await admin.caller.repairs.update({ id: mine.ref.id, assignedTo: admin.userId })
    await byLink.says(mine, 'Hello, you')
    await byLink.says(nobodys, 'Hello, anybody')
    later(10)
    const { emails } = await sent()
    expect(emails.map(({ to }) => to).sort()).toEqual([admin.email, 'desk@shop.example'].sort())
    const toAdmin = emails.find(({ to }) => to === admin.email)
    expect(toAdmin).toMatchObject({ subject: `New message about repair ${mine.number}` })
    expect(toAdmin?.text).toContain(`http://localhost:3000/admin/repairs/${mine.number}#messages`)
    expect(toAdmin?.text).toContain('Hello, you')
  })

  it('goes without an inbox to the address that the shop shows, and to nobody where that is none', async () => {
    const services = { ...shop.services, contactInbox: null }
    const shown = (address: string) =>
      shop.db.prisma.websiteSetting.upsert({
        where: { settingKey: 'contact_email' },
        create: { settingKey: 'contact_email', settingValue: address },
        update: { settingValue: address },
      })
    const told = async (address: string) => {
      await shown(address)
      const repair = await open()
      await byLink.says(repair, `To ${address}`)
      // The person who has the case and is no longer an administrator gets no emails of staff.
      await shop.db.prisma.repair.update({ where: { id: repair.ref.id }, data: { assignedTo: otherCustomer.userId } })
      later(10)
      shop.emails.length = 0
      expect(await emailUnreadMessages(services)).toBe(1)
      await shop.services.jobs.settled()
      now = TEST_NOW
      return shop.emails.map(({ to }) => to)
    }
    expect(await told('hello@shop.example')).toEqual(['hello@shop.example'])
    // Of nothing the site shows what it was made with.
    expect(await told('')).toEqual([defaultSettings.contact_email])
    for (const address of ['not an address', 'two@shop.example, three@shop.example\r\nBcc: x@y.example']) {
      expect(await told(address), address).toEqual([])
    }
    await shop.db.prisma.websiteSetting.delete({ where: { settingKey: 'contact_email' } })
  })
})

async function rowsOf(table: AsyncIterable<object> | object[]): Promise<object[]> {
  const rows: object[] = []
  for await (const row of table) rows.push(row)
  return rows
}

describe('one’s own data', () => {
  it('have the messages, and an account that goes takes them along', async () => {
    const leaver = await shop.signIn('customer')
    const repair = await open('repairs', leaver.userId)
    await desk.says(repair, 'Dear leaver')
    await leaver.caller.account.sendMessage({ ...own(repair), body: 'I am off' })
    const rows = await rowsOf(ownTables(shop.db.prisma, leaver.userId, leaver.email).messages())
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(expect.arrayContaining([expect.objectContaining({ side: 'desk', body: 'Dear leaver' })]))
    expect(JSON.stringify(rows)).not.toContain(admin.userId)
    await shop.db.prisma.repair.update({ where: { id: repair.ref.id }, data: { status: 'completed' } })
    await leaver.caller.account.delete({ email: leaver.email })
    expect((await desk.reads(repair)).rows).toEqual([])
  })
})
