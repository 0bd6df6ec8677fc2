import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Scope } from '~/contracts/identity/api-keys'
import { createApiHandler } from '~/server/api/request-handler'
import { anywhere } from '~/server/platform/network/post-to-stranger'
import { setServices } from '~/server/services'
import { listenBehindProxy } from '../setup/api-server'
import { openCapturedLog } from '../setup/captured-log'
import { openTestShop, type TestShop } from '../setup/shop'
import { openWebhookReceiver, type WebhookReceiver } from '../setup/webhook-receiver'

const captured = openCapturedLog()

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
/** Behind a proxy on this machine, and open to anybody. */
let proxied: Awaited<ReturnType<typeof listenBehindProxy>>
let open: Awaited<ReturnType<typeof listenBehindProxy>>
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await openWebhookReceiver()
  shop = await openTestShop({ log: captured.log, webhookRules: anywhere, now: () => new Date() })
  setServices(shop.services)
  admin = await shop.signIn('admin')
  proxied = await listenBehindProxy(createApiHandler())
  open = await listenBehindProxy(createApiHandler(), [])
})
afterAll(async () => {
  await proxied.close()
  await open.close()
  await shop.close()
  await receiver.close()
})

const make = async (scopes: Scope[], networks: string[] = []) => (await admin.caller.keys.create({ name: 'Program', scopes, networks })).key
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const statusOf = async (url: string, headers: Record<string, string> = {}) => (await fetch(url, { headers })).status

it('a key counts in its own header alone, and is in no log and no audit entry, wherever it was sent', async () => {
  const key = await make(['orders:read'])
  const list = `${proxied.url}/api/trpc/orders.list`
  expect(await statusOf(list, bearer(key))).toBe(200)
  for (const name of ['key', 'api_key', 'access_token', 'authorization']) expect(await statusOf(`${list}?${name}=${key}`)).toBe(401)
  const elsewhere: Record<string, string>[] = [
    { 'x-api-key': key },
    { cookie: `next-auth.session-token=${key}` },
    { authorization: `Basic ${Buffer.from(`${key}:${key}`).toString('base64')}` },
  ]
  for (const headers of elsewhere) expect(await statusOf(list, headers)).toBe(401)
  expect(
    await statusOf(`${proxied.url}/api/trpc/orders.list?input=${encodeURIComponent(JSON.stringify({ json: { search: 1 } }))}`, bearer(key)),
  ).toBe(400)
  await shop.services.jobs.settled()
  expect(captured.lines.length).toBeGreaterThan(0)
  // Behind the prefix; the rest may have such signs too.
  const secret = key.slice(key.indexOf('_') + 1)
  expect(captured.text()).not.toContain(secret)
  const entries = await shop.db.prisma.auditEntry.findMany({ select: { before: true, after: true, userAgent: true } })
  expect(JSON.stringify(entries)).not.toContain(secret)
})

it('a key’s call that its scopes do not name is refused in a batch too, beside one that they do', async () => {
  const answer = await fetch(`${proxied.url}/api/trpc/orders.list,credit.accounts,users.list?batch=1`, {
    headers: bearer(await make(['orders:write'])),
  })
  const answers = (await answer.json()) as { error?: { json: { data: { code: string } } } }[]
  expect(answers.map(({ error }) => error?.json.data.code ?? 'OK')).toEqual(['OK', 'FORBIDDEN', 'FORBIDDEN'])
})

it('a key’s networks are those of the connection: a header that a stranger sends does not move them', async () => {
  const headers = { ...bearer(await make(['orders:read'], ['198.51.100.0/24'])), 'x-forwarded-for': '198.51.100.7' }
  expect(await statusOf(`${proxied.url}/api/trpc/orders.list`, headers)).toBe(200)
  const { authorization } = headers
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip'])
    expect(await statusOf(`${open.url}/api/trpc/orders.list`, { authorization, [name]: '198.51.100.7' }), name).toBe(403)
})

it('a webhook’s secrets are in no log, audit entry or message, whatever its receiver answers', async () => {
  receiver.answer((request, response) => response.writeHead(500).end(JSON.stringify(request.headers)))
  const { id, secret } = await admin.caller.webhooks.create({ url: receiver.url, events: ['order.created'] })
  const { secret: other } = await admin.caller.webhooks.rotate({ id })
  await shop.db.prisma.$executeRaw`INSERT INTO orders (order_number) VALUES ('S-1')`
  await shop.services.jobs.poll()
  await shop.services.jobs.settled()
  expect(receiver.take()).toHaveLength(1)
  const { prisma } = shop.db
  const kept = JSON.stringify([
    await prisma.auditEntry.findMany({ select: { before: true, after: true } }),
    await prisma.webhookMessage.findMany(),
    await prisma.webhookEndpoint.findMany(),
    await prisma.$queryRaw`SELECT data, output FROM shop_queue.job`,
    (await admin.caller.webhooks.deliveries({ id })).rows,
  ])
  expect(kept).toContain('webhook-signature')
  for (const text of [kept, captured.text()]) for (const one of [secret, other]) expect(text).not.toContain(one.slice('whsec_'.length, -1))
})
