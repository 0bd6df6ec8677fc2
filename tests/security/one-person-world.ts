import { randomUUID } from 'node:crypto'
import type { Scope } from '~/contracts/identity/api-keys'
import { noAddressOf } from '~/server/identity/users/no-address'
import type { TestShop } from '../setup/shop'

/** The columns of the table in one-person.ts. */
export const people = [
  'visitor',
  'customer',
  /** An administrator who made a key and a webhook, and has lost the role since. */
  'former owner',
  /** Has write access to the procedure's router, and the scopes that the row names. */
  'limited administrator',
  /** A key of an unlimited administrator, with write access to the procedure's router. */
  'key with one scope',
  'one administrator',
  /** One asks and another approves, if the row has `approve`. */
  'two administrators',
] as const
export type Person = (typeof people)[number]

export type Caller = TestShop['visitor']

/** The rows that each cell of the table can use. */
export interface OnePersonWorld {
  /** The account that tries: of a key its maker, of a visitor nobody. */
  caller: { userId: string }
  /** An unlimited administrator with a second factor and a single session. */
  boss: { userId: string }
  /** A limited administrator, who is not the caller. */
  bench: { userId: string }
  /** A customer with a second factor. */
  customer: { userId: string }
  /** Accounts without an address. */
  phoneAdmin: string
  phoneCustomer: string
  /** A customer who is merged into `customer`. */
  mergedCustomer: string
  /** Keys of the boss: one for orders and store credit, and one that only lists keys. */
  keyId: string
  narrowKeyId: string
  /** Webhooks of the boss for orders and store credit, and a message of the first. */
  webhookId: string
  disabledWebhookId: string
  deliveryId: string
}

/** Tables that a refused try leaves unchanged, apart from the last-used times of keys and sessions. */
const GUARDED = [
  'users',
  'profiles',
  'customer_merges',
  'sessions',
  'mfa_factors',
  'recovery_codes',
  'api_keys',
  'webhook_endpoints',
  'webhook_messages',
]
const USED = ['last_seen_at', 'last_used_at', 'last_used_ip']

/** A digest of each table, for comparison. */
export const guardedRows = ({ db }: TestShop): Promise<unknown> =>
  db.prisma.$queryRawUnsafe(
    GUARDED.map((name) => {
      const row = `(to_jsonb(t) - '{${USED.join(',')}}'::text[])::text`
      return `SELECT '${name}' AS name, md5(string_agg(${row}, ' ' ORDER BY ${row})) AS rows FROM ${name} AS t`
    }).join(' UNION ALL '),
  )

async function withoutAddress({ db: { prisma } }: TestShop, role: 'admin' | 'customer'): Promise<string> {
  const id = randomUUID()
  await prisma.user.create({ data: { id, email: noAddressOf(id) } })
  await prisma.profile.create({ data: { userId: id, email: '', role } })
  return id
}

async function withFactor(shop: TestShop, role: 'admin' | 'customer') {
  const person = await shop.signIn(role)
  await shop.db.prisma.mfaFactor.create({
    data: { userId: person.userId, friendlyName: 'App', factorType: 'totp', status: 'verified' },
  })
  return person
}

const limit = ({ db }: TestShop, userId: string, scopes: Scope[]) => db.prisma.profile.update({ where: { userId }, data: { scopes } })

export async function makeWorld(shop: TestShop): Promise<Omit<OnePersonWorld, 'caller'>> {
  const { prisma } = shop.db
  // Their number is limited.
  await prisma.webhookEndpoint.deleteMany()
  await prisma.apiKey.deleteMany()
  const [boss, customer, bench] = [await shop.signIn('admin'), await withFactor(shop, 'customer'), await shop.signIn('admin')]
  const { id: keyId } = await boss.caller.keys.create({ name: 'Books', scopes: ['orders:write', 'credit:read'] })
  const { id: narrowKeyId } = await boss.caller.keys.create({ name: 'Lists keys', scopes: ['keys:read'] })
  const hook = { url: 'http://127.0.0.1:9/', events: ['order.created' as const, 'credit.changed' as const] }
  const { id: webhookId } = await boss.caller.webhooks.create(hook)
  const { id: disabledWebhookId } = await boss.caller.webhooks.create(hook)
  await prisma.webhookEndpoint.update({ where: { id: disabledWebhookId }, data: { isEnabled: false } })
  // Already delivered, so that no job is queued for it.
  const message = { endpointId: webhookId, type: 'order.created', subjectId: randomUUID(), state: 'delivered' }
  const { id: deliveryId } = await prisma.webhookMessage.create({ data: message })
  await shop.services.jobs.settled()
  await prisma.mfaFactor.create({
    data: { userId: boss.userId, friendlyName: 'App', factorType: 'totp', status: 'verified' },
  })
  await limit(shop, bench.userId, ['orders:read'])
  const mergedCustomer = await withoutAddress(shop, 'customer')
  await shop.db.prisma.customerMerge.create({ data: { keepId: customer.userId, mergedId: mergedCustomer, mergedAt: shop.services.now() } })
  return {
    boss,
    customer,
    bench,
    phoneAdmin: await withoutAddress(shop, 'admin'),
    phoneCustomer: await withoutAddress(shop, 'customer'),
    mergedCustomer,
    keyId,
    narrowKeyId,
    webhookId,
    disabledWebhookId,
    deliveryId,
  }
}

/** The caller of a column, with a recently proven session. */
export async function callerFor(
  shop: TestShop,
  person: Person,
  scopes: { one: Scope; more: Scope[] },
): Promise<{ caller: Caller; userId: string }> {
  switch (person) {
    case 'visitor':
      return { caller: shop.visitor, userId: randomUUID() }
    case 'customer':
      return shop.signIn('customer')
    case 'former owner': {
      const former = await shop.signIn('admin')
      await former.caller.keys.create({ name: 'Of before', scopes: [scopes.one] })
      await former.caller.webhooks.create({ url: 'http://127.0.0.1:9/', events: ['order.created'] })
      await shop.db.prisma.profile.update({ where: { userId: former.userId }, data: { role: 'customer' } })
      return former
    }
    case 'limited administrator': {
      const limited = await shop.signIn('admin')
      await limit(shop, limited.userId, [scopes.one, ...scopes.more])
      return limited
    }
    case 'key with one scope': {
      const maker = await shop.signIn('admin')
      const { key } = await maker.caller.keys.create({ name: 'Program', scopes: [scopes.one] })
      return { caller: shop.callerOf(null, { apiKey: key }), userId: maker.userId }
    }
    case 'one administrator':
    case 'two administrators':
      return shop.signIn('admin')
  }
}
