import type { RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '~/contracts/identity/api-keys'
import { keysOf } from '~/contracts/keys'
import { MOST_ENDPOINTS, webhookEvents, type WebhookEvent } from '~/contracts/office/webhooks'
import { removeExpired } from '~/server/office/housekeeping/remove-expired'
import { queueForgotten } from '~/server/office/webhooks/deliveries'
import { metrics } from '~/server/platform/metrics/metrics'
import { openPostgres } from '~/server/platform/database/postgres'
import { anywhere, postToStranger, publicInternet, type StrangerRules } from '~/server/platform/network/post-to-stranger'
import { isPublicAddress } from '~/server/platform/network/public-address'
import { openPostgresTestDatabase } from '../setup/database'
import { isSignedBy, openWebhookReceiver, type WebhookReceiver } from '../setup/webhook-receiver'
import { openTestShop, type TestShop } from '../setup/shop'

const HOUR_MS = 60 * 60 * 1000
/** A test of who stalls waits less long. */
const rules: StrangerRules = { ...anywhere }

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await openWebhookReceiver()
})
afterEach(() => {
  rules.timeoutMs = anywhere.timeoutMs
  receiver.answer()
  receiver.take()
})
afterAll(() => receiver.close())

/** A shop whose clock the test moves on, and which delivers to loopback. */
async function openShop(options: Parameters<typeof openTestShop>[0] = {}) {
  const clock = { ahead: 0 }
  const shop = await openTestShop({ now: () => new Date(Date.now() + clock.ahead), webhookRules: rules, ...options })
  const admin = await shop.signIn('admin')
  return {
    ...shop,
    admin,
    clock,
    make: (events: WebhookEvent[]) => admin.caller.webhooks.create({ url: receiver.url, events }),
    /** Resolves when everything that is due was tried. */
    settle: () => settle(shop),
    order: (number: string) => shop.db.prisma.$executeRaw`INSERT INTO orders (order_number) VALUES (${number})`,
    log: async (id: string) => (await admin.caller.webhooks.deliveries({ id })).rows,
  }
}
async function settle({ services: { jobs } }: Pick<TestShop, 'services'>) {
  await jobs.poll()
  await jobs.settled()
}

describe('a webhook', () => {
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => {
    shop = await openShop()
  })
  afterEach(async () => {
    await shop.db.prisma.webhookEndpoint.deleteMany()
    await shop.db.prisma.order.deleteMany()
  })
  afterAll(() => shop.close())

  it('is told of what is committed, by type, id, version and time, and signed', async () => {
    const { secret, id } = await shop.make(['order.created', 'order.status_changed'])
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const undone = shop.db.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO orders (order_number) VALUES ('W-0')`
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await shop.order('W-1')
    await shop.settle()
    const order = await shop.db.prisma.order.findFirstOrThrow({ where: { orderNumber: 'W-1' } })
    const [created, ...none] = receiver.take()
    expect(none).toEqual([])
    expect(created?.content).toMatchObject({ type: 'order.created', data: { id: order.id, version: 1 } })
    expect(created && [isSignedBy(secret, created), isSignedBy(`whsec_${'A'.repeat(43)}=`, created)]).toEqual([true, false])

    await shop.admin.caller.orders.updateStatus({ id: order.id, status: 'completed' })
    // A change that changes nothing, and one that nobody wants to hear of.
    await shop.db.prisma.$executeRaw`UPDATE orders SET order_number = order_number`
    await shop.db.prisma.$executeRaw`UPDATE orders SET order_number = 'W-1a'`
    await shop.settle()
    expect(receiver.take().map(({ content }) => [content.type, content.data])).toEqual([
      ['order.status_changed', { id: order.id, version: 2 }],
    ])
    expect(await shop.log(id)).toMatchObject([
      { type: 'order.status_changed', state: 'delivered', status: 204, tries: 1 },
      { id: created?.id, type: 'order.created', state: 'delivered', fault: null },
    ])
    const stored = JSON.stringify([await shop.db.prisma.webhookEndpoint.findMany(), await shop.admin.caller.webhooks.list()])
    expect(stored).not.toContain(secret.slice('whsec_'.length))
    const entries = await shop.db.prisma.auditEntry.findMany({ where: { subjectType: 'webhook', subjectId: id } })
    expect(entries).toMatchObject([{ action: 'webhook.created', actorId: shop.admin.userId, after: { url: receiver.url } }])
    expect(JSON.stringify(entries.map(({ after }) => after))).not.toContain('whsec')
  })

  it('is told of every event, by plain SQL too', async () => {
    await shop.make(keysOf(webhookEvents))
    const { prisma } = shop.db
    await shop.order('W-2')
    await prisma.$executeRaw`UPDATE orders SET status = 'completed' WHERE order_number = 'W-2'`
    await prisma.$executeRaw`INSERT INTO repairs (repair_number) VALUES ('W-3')`
    await prisma.$executeRaw`UPDATE repairs SET status = 'testing' WHERE repair_number = 'W-3'`
    await prisma.$executeRaw`INSERT INTO trade_ins (trade_in_number) VALUES ('W-4')`
    await prisma.$executeRaw`UPDATE trade_ins SET status = 'evaluated' WHERE trade_in_number = 'W-4'`
    await prisma.$executeRaw`INSERT INTO products (name, category, price) VALUES ('W-5', 'Miners', 5)`
    await prisma.$executeRaw`UPDATE products SET name = 'W-6' WHERE name = 'W-5'`
    await prisma.$executeRaw`INSERT INTO units (model) VALUES ('W-7')`
    await prisma.$executeRaw`UPDATE units SET location = 'Shelf' WHERE model = 'W-7'`
    await prisma.$executeRaw`INSERT INTO case_quotes (case_id, number) SELECT id, 1 FROM repairs WHERE repair_number = 'W-3'`
    await prisma.$executeRaw`UPDATE case_quotes SET state = 'sent', sent_at = now()`
    await prisma.$executeRaw`INSERT INTO billing_documents (purpose, reason) VALUES ('repair', 'W-8')`
    await prisma.$executeRaw`UPDATE billing_documents SET reason = 'W-9' WHERE reason = 'W-8'`
    const customer = await shop.signIn('customer')
    await shop.admin.caller.credit.adjust({ userId: customer.userId, amount: 5, reason: 'Goodwill' })
    await shop.settle()
    const told = new Set(receiver.take().map(({ content }) => content.type))
    expect([...told].toSorted()).toEqual(keysOf(webhookEvents).toSorted())
  })

  it('is signed by the old secret too for 24 hours after a new one', async () => {
    const { id, secret: old } = await shop.make(['order.created'])
    const { secret } = await shop.admin.caller.webhooks.rotate({ id })
    await shop.order('R-1')
    await shop.settle()
    const [first] = receiver.take()
    expect(first && [isSignedBy(secret, first), isSignedBy(old, first)]).toEqual([true, true])
    await shop.db.prisma.webhookEndpoint.update({ where: { id }, data: { formerUntil: new Date(Date.now() - 1) } })
    await shop.order('R-2')
    await shop.settle()
    const [second] = receiver.take()
    expect(second && [isSignedBy(secret, second), isSignedBy(old, second)]).toEqual([true, false])
  })

  const behaviours: [string, RequestListener, object][] = [
    ['lies', (_request, response) => response.writeHead(500).end('\0Oops'.repeat(1_000)), { fault: 'HTTP 500', status: 500 }],
    ['stalls', () => undefined, { fault: 'timeout', status: null, answer: null }],
    ['dies', (request) => request.socket.destroy(), { fault: 'unreachable', status: null }],
    [
      'redirects',
      (_request, response) => response.writeHead(307, { location: receiver.url }).end(),
      { fault: 'HTTP 307', status: 307, answer: '' },
    ],
  ]
  it.each(behaviours)('that %s waits for another try, in the log and not for long, and can be sent again', async (what, how, told) => {
    receiver.answer(how)
    if (what === 'stalls') rules.timeoutMs = 200
    const { id } = await shop.make(['order.created'])
    await shop.order('F-1')
    await shop.settle()
    const [failed] = await shop.log(id)
    expect(failed).toMatchObject({ state: 'waiting', tries: 1, ...told })
    expect(failed?.answer?.length ?? 0).toBeLessThanOrEqual(500)
    expect((await shop.admin.caller.webhooks.list())[0]?.failingSince).not.toBeNull()
    // Whatever else there is for it rests, so that nobody else waits.
    await shop.order('F-2')
    await shop.settle()
    expect(await shop.log(id)).toMatchObject([{ state: 'waiting', tries: 0 }, { tries: 1 }])

    receiver.answer()
    const deliveryId = failed?.id ?? ''
    await shop.admin.caller.webhooks.resend({ deliveryId })
    await shop.settle()
    expect((await shop.log(id))[1]).toMatchObject({ id: deliveryId, state: 'delivered', tries: 2, status: 204 })
    await shop.admin.caller.webhooks.resend({ deliveryId })
    await shop.settle()
    expect(receiver.take().map((message) => message.id)).toEqual([deliveryId, deliveryId, deliveryId])
    expect((await shop.admin.caller.webhooks.list())[0]?.failingSince).toBeNull()
    const audited = await shop.db.prisma.auditEntry.count({ where: { action: 'webhook.sent_again', subjectId: id } })
    expect(audited).toBe(2)
  })

  it('that answers without an end is cut short', async () => {
    receiver.answer((_request, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
        response.once('drain', more)
      }
      more()
    })
    const { id } = await shop.make(['order.created'])
    await shop.order('E-1')
    await shop.settle()
    expect(await shop.log(id)).toMatchObject([{ state: 'delivered', answer: 'x'.repeat(500) }])
  })

  it('that says it is gone is disabled at once, sends nothing while it is, and begins afresh', async () => {
    receiver.answer((_request, response) => response.writeHead(410).end())
    const { id } = await shop.make(['order.created'])
    await shop.order('G-1')
    await shop.settle()
    const [row] = await shop.admin.caller.webhooks.list()
    expect(row).toMatchObject({ isEnabled: false, disabledBecause: expect.stringContaining('410') as string })
    const [failed] = await shop.log(id)
    expect(failed).toMatchObject({ state: 'failed', fault: 'HTTP 410' })
    const deliveryId = failed?.id ?? ''
    await expect(shop.admin.caller.webhooks.resend({ deliveryId })).rejects.toMatchObject({ code: 'CONFLICT' })
    receiver.answer()
    receiver.take()
    await shop.order('G-2')
    await shop.settle()
    await expect(shop.admin.caller.webhooks.update({ id, isEnabled: true, version: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    const changed = await shop.admin.caller.webhooks.update({ id, isEnabled: true, version: row?.version })
    expect(changed).toMatchObject({ isEnabled: true, disabledBecause: null, failingSince: null })
    await shop.order('G-3')
    await shop.settle()
    expect(await shop.log(id)).toMatchObject([{ state: 'delivered' }, { state: 'failed' }])
  })

  it('loses nothing with a process that dies over it, nor with its job', async () => {
    receiver.answer((request) => request.socket.destroy())
    const { id } = await shop.make(['order.created'])
    await shop.order('K-1')
    await shop.settle()
    receiver.answer()
    // The process had taken the job, and is gone.
    await shop.db.prisma.webhookEndpoint.updateMany({ data: { restsUntil: null } })
    await shop.db.prisma.$executeRaw`
      UPDATE shop_queue.job SET state = 'active', retry_limit = 100, retry_delay = 0, started_on = now() - interval '1 hour' WHERE name = 'webhooks'`
    await shop.settle()
    await expect.poll(() => shop.log(id)).toMatchObject([{ state: 'delivered', tries: 2 }])
    const ids = receiver.take().map((message) => message.id)
    expect(new Set(ids).size).toBe(1)

    await shop.db.prisma.webhookMessage.updateMany({ data: { state: 'waiting' } })
    expect(await queueForgotten(shop.services)).toBe(1)
    await shop.settle()
    expect(await queueForgotten(shop.services)).toBe(0)
    expect(receiver.take().map((message) => message.id)).toEqual(ids.slice(0, 1))
  })

  it('is one of few, has a log in pages, and is removed with it', async () => {
    const { id } = await shop.make(['order.created'])
    for (const number of ['L-1', 'L-2', 'L-3']) await shop.order(number)
    await shop.settle()
    const first = await shop.admin.caller.webhooks.deliveries({ id, limit: 2 })
    const second = await shop.admin.caller.webhooks.deliveries({ id, limit: 2, cursor: first.nextCursor })
    expect([first.rows.length, second.rows.length, second.nextCursor]).toEqual([2, 1, null])

    await shop.db.prisma.webhookEndpoint.createMany({
      data: Array.from({ length: MOST_ENDPOINTS - 1 }, () => ({ url: receiver.url, secret: 'none' })),
    })
    await expect(shop.make(['order.created'])).rejects.toMatchObject({ code: 'CONFLICT' })
    await shop.admin.caller.webhooks.remove({ id })
    const { webhooks } = shop.admin.caller
    for (const call of ['remove', 'rotate', 'update', 'deliveries'] as const)
      await expect(webhooks[call]({ id }), call).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(webhooks.resend({ deliveryId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('tells a limited administrator nothing that they may not read', async () => {
    const bench = await shop.signIn('admin')
    await shop.admin.caller.users.updateScopes({ userId: bench.userId, scopes: ['repairs:read', 'webhooks:write'] })
    const { webhooks } = bench.caller
    const forbidden = webhooks.create({ url: receiver.url, events: ['repair.created', 'credit.changed'] })
    await expect(forbidden).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ path: ['events'] }] } })
    const { id } = await webhooks.create({ url: receiver.url, events: ['repair.created'] })
    await expect(webhooks.update({ id, events: ['order.created'] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('the one who answers for a webhook', () => {
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => {
    shop = await openShop()
  })
  afterEach(async () => {
    await shop.db.prisma.webhookEndpoint.deleteMany()
    await shop.db.prisma.order.deleteMany()
    shop.emails.splice(0)
  })
  afterAll(() => shop.close())

  const limit = (userId: string, scopes: Scope[] | null) => shop.admin.caller.users.updateScopes({ userId, scopes })
  const webhook = async (id: string) => (await shop.admin.caller.webhooks.list()).find((row) => row.id === id)
  const types = () => receiver.take().map(({ content }) => content.type)

  const losses: [string, (maker: { userId: string; email: string }) => Promise<unknown>, RegExp][] = [
    ['may read no more', ({ userId }) => limit(userId, ['repairs:read']), /may no longer read: Store credit, Orders\./],
    [
      'may read only a part',
      ({ userId }) => limit(userId, ['orders:read']),
      /may no longer read: Store credit\. An administrator who may read all of its events can enable it again\./,
    ],
    [
      'is an administrator no more',
      ({ userId }) => shop.admin.caller.users.updateRole({ userId, role: 'customer' }),
      /is no longer an administrator/,
    ],
    [
      'has lost the role by plain SQL',
      ({ userId }) => shop.db.prisma.profile.update({ where: { userId }, data: { role: 'customer' } }),
      /no longer an administrator/,
    ],
    ['is gone', ({ userId }) => shop.db.prisma.user.delete({ where: { id: userId } }), /The account that answered for it was deleted\./],
  ]
  it.each(losses)('who %s: nothing is sent any more, everybody is told why, and another may enable it', async (_what, lose, words) => {
    const maker = await shop.signIn('admin')
    const { id } = await maker.caller.webhooks.create({ url: receiver.url, events: ['order.created', 'credit.changed'] })
    await shop.order('A-1')
    await shop.settle()
    expect(types()).toEqual(['order.created'])

    await lose(maker)
    const stopped = { isEnabled: false, disabledBecause: expect.stringMatching(words) as unknown }
    expect(await webhook(id)).toMatchObject(stopped)
    shop.emails.splice(0)
    await shop.order('A-2')
    await shop.order('A-3')
    await shop.settle()
    expect(types()).toEqual([])
    expect(await webhook(id)).toMatchObject(stopped)
    expect((await shop.log(id)).map(({ state, fault }) => [state, fault]).sort()).toEqual([
      ['delivered', null],
      ['failed', expect.stringMatching(/^(disabled|not_readable)$/)],
      ['failed', expect.stringMatching(/^(disabled|not_readable)$/)],
    ])
    await expect
      .poll(() => shop.emails.filter(({ to }) => to === shop.admin.email).map(({ text }) => text))
      .toEqual([expect.stringMatching(words)])

    const version = (await webhook(id))?.version
    expect(await shop.admin.caller.webhooks.update({ id, isEnabled: true, version })).toMatchObject({
      isEnabled: true,
      disabledBecause: null,
      createdBy: shop.admin.email,
    })
    await shop.order('A-4')
    await shop.settle()
    expect(types()).toEqual(['order.created'])
  })

  it('may read no event of a message from before: it is not sent to an address of theirs', async () => {
    const bench = await shop.signIn('admin')
    await limit(bench.userId, ['orders:read', 'webhooks:write'])
    const { id } = await shop.make(['credit.changed', 'order.created'])
    receiver.answer((_request, response) => response.writeHead(500).end())
    const customer = await shop.signIn('customer')
    await shop.admin.caller.credit.adjust({ userId: customer.userId, amount: 5, reason: 'Goodwill' })
    await shop.settle()
    expect(types()).toEqual(['credit.changed'])
    receiver.answer()
    await shop.admin.caller.webhooks.update({ id, events: ['order.created'] })
    await bench.caller.webhooks.update({ id, url: `${receiver.url}&of=bench` })
    const [waiting] = await shop.log(id)
    expect((await bench.caller.webhooks.deliveries({ id })).rows).toEqual([])
    await expect(bench.caller.webhooks.resend({ deliveryId: waiting?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await shop.admin.caller.webhooks.resend({ deliveryId: waiting?.id ?? '' })
    await shop.order('O-1')
    await shop.settle()
    expect(types()).toEqual(['order.created'])
    expect(await shop.log(id)).toMatchObject([
      { type: 'order.created', state: 'delivered' },
      { state: 'failed', fault: 'not_readable' },
    ])
    expect(await webhook(id)).toMatchObject({ isEnabled: true, createdBy: bench.email })
  })

  it('may always remove it, and stays the same when another only disables it or makes a new secret', async () => {
    const maker = await shop.signIn('admin')
    const { id } = await maker.caller.webhooks.create({ url: receiver.url, events: ['order.created'] })
    await shop.admin.caller.webhooks.rotate({ id })
    expect(await shop.admin.caller.webhooks.update({ id, isEnabled: false })).toMatchObject({
      createdBy: maker.email,
      disabledBecause: null,
    })
    await limit(maker.userId, ['webhooks:write'])
    const [row] = await maker.caller.webhooks.list()
    expect(row).toMatchObject({ whyNotChange: 'This webhook tells of what you may not read: Orders.', whyNotRemove: null })
    await expect(maker.caller.webhooks.update({ id, isEnabled: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This webhook tells of what you may not read: Orders.',
    })
    await maker.caller.webhooks.remove({ id })
    expect(await webhook(id)).toBeUndefined()
  })

  it('is a person: a key of theirs removes nothing that it may not read, and changes nothing', async () => {
    const { id } = await shop.make(['order.created'])
    const { key } = await shop.admin.caller.keys.create({ name: 'Program', scopes: ['webhooks:write'] })
    const { webhooks } = shop.callerOf(null, { apiKey: key })
    await expect(webhooks.remove({ id })).rejects.toMatchObject({ code: 'FORBIDDEN', cause: { errorCode: 'insufficient_scope' } })
    await expect(webhooks.deliveries({ id })).rejects.toMatchObject({ cause: { errorCode: 'insufficient_scope' } })
    for (const change of [{ url: receiver.url }, { events: ['order.changed' as const] }, { isEnabled: false }])
      await expect(webhooks.update({ id, ...change })).rejects.toMatchObject({ cause: { errorCode: 'api_key_refused' } })
  })
})

it('a webhook that fails for 24 hours is disabled, the administrators are told by one email, and its log is kept for 30 days', async () => {
  const shop = await openShop()
  const messages = () => shop.db.prisma.webhookMessage.findMany()
  const tried = async (): Promise<Record<string, number>> =>
    Object.fromEntries((await metrics().deliveries.get()).values.map(({ labels, value }) => [String(labels.result), value]))
  const before = await tried()
  receiver.answer((_request, response) => response.writeHead(503).end())
  const { id } = await shop.make(['order.created'])
  shop.emails.splice(0)
  await shop.order('D-1')
  await shop.settle()
  for (let hours = 2; hours <= 24; hours += 2) {
    expect(await messages()).toMatchObject([{ state: 'waiting', tries: hours / 2 }])
    shop.clock.ahead = hours * HOUR_MS
    // Its pause is over.
    await shop.db.prisma
      .$executeRaw`UPDATE shop_queue.job SET start_after = now() - interval '1 second' WHERE name = 'webhooks' AND state = 'retry'`
    await shop.settle()
  }
  expect(await messages()).toMatchObject([{ state: 'failed', tries: 13 }])
  const { delivered, retried = 0, failed = 0 } = before
  expect(await tried()).toEqual({ delivered, retried: retried + 12, failed: failed + 1 })
  expect(new Set(receiver.take().map((message) => message.id)).size).toBe(1)
  expect(await shop.db.prisma.webhookEndpoint.findMany()).toMatchObject([
    { isEnabled: false, disabledBecause: 'Nothing has come through for 24 hours.' },
  ])
  await expect.poll(() => shop.emails.map(({ to }) => to)).toEqual([shop.admin.email])
  expect(shop.emails[0]?.subject).toContain('webhook')
  expect(shop.emails[0]?.text).toContain(receiver.url)
  expect(await shop.db.prisma.auditEntry.findFirst({ where: { action: 'webhook.disabled' } })).toMatchObject({
    subjectId: id,
    actorId: null,
  })
  shop.clock.ahead += 30 * 24 * HOUR_MS
  await removeExpired(shop.services)
  expect(await messages()).toEqual([])
  await shop.close()
})

it('of several processes one delivers each change, once', async () => {
  const { url, ...db } = await openPostgresTestDatabase()
  const shop = await openShop({ db })
  const other = await openTestShop({ db: openPostgres(url), webhookRules: rules })
  await shop.make(['order.created'])
  await shop.db.prisma.$executeRaw`INSERT INTO orders (order_number) SELECT 'P-' || n FROM generate_series(1, 40) AS n`
  await Promise.all([settle(shop), settle(other)])
  await expect.poll(() => shop.db.prisma.webhookMessage.count({ where: { state: 'delivered' } }), { timeout: 10_000 }).toBe(40)
  const ids = receiver.take().map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([40, 40])
  await other.close()
  await shop.close()
})

describe('an address that a webhook leads to', () => {
  it.each([
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '100.100.100.200'],
    ...['168.63.129.16', '192.0.0.192', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '203.0.113.7', 'localhost', ''],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', 'fe80::1'],
    ...['fc00::1', 'fd00:ec2::254', 'fec0::1', 'ff02::1', '2001:db8::1', '4000::1'],
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])('may be %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  const body = { headers: {}, body: '{}' }
  it.each([
    ['http://example.com/', [], 'not_https'],
    ['https://127.0.0.1/', [], 'private_address'],
    ['https://0x7f.1/', [], 'private_address'],
    ['https://2130706433/', [], 'private_address'],
    ['https://[::ffff:10.0.0.1]/', [], 'private_address'],
    ['https://inside.example.com/', ['10.0.0.1'], 'private_address'],
    ['https://both.example.com/', ['8.8.8.8', '::1'], 'private_address'],
    ['https://nowhere.example.com/', [], 'unknown_host'],
  ])('is refused: %s at %j', async (url, addresses, reason) => {
    const rules = { ...publicInternet, resolve: () => Promise.resolve(addresses) }
    await expect(postToStranger(url, body, rules)).rejects.toMatchObject({ reason })
  })

  it('is looked up once: a name that means something else by then is connected to where it was checked', async () => {
    const signs = { 'webhook-id': 'm', 'webhook-timestamp': '1', 'webhook-signature': 'v1,' }
    const content = JSON.stringify({ type: 't', timestamp: new Date().toISOString(), data: { id: 'i', version: 1 } })
    const looked: string[] = []
    const resolve = (name: string) => {
      looked.push(name)
      return Promise.resolve([looked.length === 1 ? '127.0.0.1' : '127.0.0.2'])
    }
    const checked = { ...anywhere, resolve, isAllowed: (address: string) => address === '127.0.0.1' }
    const url = `http://rebinding.example.com:${receiver.port}/`
    expect(await postToStranger(url, { headers: signs, body: content }, checked)).toMatchObject({ status: 204 })
    expect([looked, receiver.take().length]).toEqual([['rebinding.example.com'], 1])
    await expect(postToStranger(url, { headers: signs, body: content }, checked)).rejects.toMatchObject({ reason: 'private_address' })
    expect(receiver.take()).toEqual([])
  })

  it('is asked for by field when a webhook is made or changed', async () => {
    const shop = await openTestShop({
      webhookRules: { ...publicInternet, resolve: () => Promise.resolve([]) },
    })
    const { webhooks } = (await shop.signIn('admin')).caller
    const events: WebhookEvent[] = ['order.created']
    const wrong = { code: 'BAD_REQUEST', cause: { issues: [{ path: ['url'] }] } }
    for (const url of ['http://example.com/', 'https://10.0.0.1/', 'https://[::1]/'])
      await expect(webhooks.create({ url, events })).rejects.toMatchObject(wrong)
    const { id } = await webhooks.create({ url: 'https://example.com/hook', events })
    await expect(webhooks.update({ id, url: 'https://192.168.0.1/' })).rejects.toMatchObject(wrong)
    for (const url of ['ftp://example.com/', 'https://me:secret@example.com/', 'https://example.com/#part', 'nothing'])
      await expect(webhooks.create({ url, events })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(webhooks.create({ url: 'https://example.com/', events: [] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await shop.close()
  })
})
