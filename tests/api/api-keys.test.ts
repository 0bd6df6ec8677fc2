import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keysOf } from '~/contracts/keys'
import { scopedRouters, type Scope } from '~/contracts/identity/api-keys'
import { procedures } from '../../scripts/api-docs/procedures'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const MINUTE_MS = 60_000
const OFFICE = { ip: '198.51.100.7', userAgent: 'curl' }

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let now = TEST_NOW
beforeAll(async () => {
  shop = await openTestShop({ now: () => now })
  admin = await shop.signIn('admin')
})
afterAll(() => shop.close())

const make = (scopes: Scope[], more: { networks?: string[]; expiresAt?: Date } = {}, by = admin) =>
  by.caller.keys.create({ name: 'Bookkeeping', scopes, ...more })
const program = (key: string, client = OFFICE) => shop.callerOf(null, { apiKey: key, client })
const audited = (subjectId: string) =>
  shop.db.prisma.auditEntry.findMany({ where: { subjectType: 'api_key', subjectId }, orderBy: { id: 'asc' } })
const refused = (code: string, errorCode: string) => ({ code, cause: { errorCode } })
const noKey = refused('UNAUTHORIZED', 'session_not_found')
const noScope = refused('FORBIDDEN', 'insufficient_scope')

it('the routers that a scope can name are those of administrators', () => {
  const routers = procedures.flatMap(({ path, access }) => (access === 'administrator' ? [path.split('.')[0] ?? ''] : []))
  expect(keysOf(scopedRouters).toSorted()).toEqual([...new Set(routers)].toSorted())
})

describe('an API key', () => {
  it('is shown once, stored hashed, and known again by its first letters', async () => {
    const { id, key } = await make(['orders:read'])
    expect(key).toMatch(/^mhs_[\w-]{43}$/)
    const [row] = await admin.caller.keys.list()
    expect(row).toMatchObject({ id, name: 'Bookkeeping', prefix: key.slice(0, 12), createdBy: admin.email, lastUsedAt: null })
    const entries = (await audited(id)).map(({ before, after }) => ({ before, after }))
    const stored = JSON.stringify([await shop.db.prisma.apiKey.findMany(), entries, await admin.caller.keys.list()])
    expect(stored).not.toContain(key.slice(12))
    expect(await audited(id)).toMatchObject([{ action: 'api_key.created', actorId: admin.userId, after: { scopes: ['orders:read'] } }])
  })

  it('opens what its scopes say, reading and changing apart, and in its name', async () => {
    const { orders, repairs } = program((await make(['orders:read', 'repairs:write'])).key)
    const order = await shop.db.prisma.order.create({ data: { orderNumber: 'K-1' } })
    const repair = await shop.db.prisma.repair.create({ data: { repairNumber: 'K-2' } })
    expect((await orders.byId({ id: order.id })).orderNumber).toBe('K-1')
    await expect(orders.updateStatus({ id: order.id, status: 'completed' })).rejects.toMatchObject(noScope)
    expect((await repairs.byId({ id: repair.id })).repairNumber).toBe('K-2')
    await repairs.updateStatus({ id: repair.id, status: 'diagnosing' })
    const entry = await shop.db.prisma.auditEntry.findFirst({ where: { subjectId: repair.id }, orderBy: { id: 'desc' } })
    expect(entry).toMatchObject({ actorId: admin.userId, userAgent: "API key 'Bookkeeping', curl", ip: OFFICE.ip })
  })

  it('opens nothing of a person, no stream, and nothing that asks for a recent proof', async () => {
    const every = keysOf(scopedRouters).map((router) => `${router}:write` as const)
    const caller = program((await make(every)).key)
    const no = refused('FORBIDDEN', 'api_key_refused')
    await expect(caller.account.orders()).rejects.toMatchObject(no)
    await expect(caller.admin.onChange({})).rejects.toMatchObject(no)
    await expect(caller.keys.create({ name: 'Another', scopes: ['orders:read'] })).rejects.toMatchObject(no)
    await expect(caller.users.updateRole({ userId: admin.userId, role: 'admin' })).rejects.toMatchObject(no)
    expect((await caller.machines.active()).length).toBe(0)
  })

  it('ends when it is revoked, when its time is over, and with its creator’s role for good', async () => {
    const revoked = await make(['orders:read'])
    await admin.caller.keys.revoke({ id: revoked.id })
    await expect(program(revoked.key).orders.list({})).rejects.toMatchObject(noKey)
    await admin.caller.keys.revoke({ id: revoked.id })
    expect((await audited(revoked.id)).map(({ action }) => action)).toEqual(['api_key.created', 'api_key.revoked'])

    const short = await make(['orders:read'], { expiresAt: new Date(now.getTime() + MINUTE_MS) })
    await program(short.key).orders.list({})
    now = new Date(now.getTime() + 2 * MINUTE_MS)
    await expect(program(short.key).orders.list({})).rejects.toMatchObject(noKey)
    await expect(make(['orders:read'], { expiresAt: TEST_NOW })).rejects.toMatchObject({ code: 'BAD_REQUEST' })

    const other = await shop.signIn('admin')
    const theirs = await make(['orders:read'], {}, other)
    await program(theirs.key).orders.list({})
    // By plain SQL, past the back office.
    await shop.db.prisma.$executeRaw`UPDATE profiles SET role = 'customer' WHERE user_id = ${other.userId}::uuid`
    await expect(program(theirs.key).orders.list({})).rejects.toMatchObject(noKey)
    await shop.db.prisma.$executeRaw`UPDATE profiles SET role = 'admin' WHERE user_id = ${other.userId}::uuid`
    await expect(program(theirs.key).orders.list({})).rejects.toMatchObject(noKey)
    await expect(program(`${theirs.key}x`).orders.list({})).rejects.toMatchObject(noKey)
    await expect(admin.caller.keys.revoke({ id: admin.userId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('counts from its own networks alone; each that is new is written down', async () => {
    const { id, key } = await make(['orders:read'], { networks: ['198.51.100.0/24', '2001:db8::/32'] })
    await program(key).orders.list({})
    await program(key, { ip: '198.51.100.8', userAgent: 'curl' }).orders.list({})
    await program(key).orders.list({})
    await program(key, { ip: '2001:db8::1', userAgent: 'curl' }).orders.list({})
    const elsewhere = refused('FORBIDDEN', 'api_key_network')
    await expect(program(key, { ip: '203.0.113.1', userAgent: 'curl' }).orders.list({})).rejects.toMatchObject(elsewhere)
    await expect(shop.callerOf(null, { apiKey: key }).orders.list({})).rejects.toMatchObject(elsewhere)
    const entries = (await audited(id)).filter(({ action }) => action === 'api_key.used_from_network')
    expect(entries.map(({ after }) => after)).toEqual(
      ['198.51.100.7', '198.51.100.8', '2001:db8::/64'].map((network) => ({ name: 'Bookkeeping', network })),
    )
    const row = (await admin.caller.keys.list()).find((found) => found.id === id)
    expect(row).toMatchObject({ lastUsedIp: '2001:db8::1', lastUsedAt: now })
    expect(row?.usedFrom.toSorted()).toEqual(['198.51.100.7', '198.51.100.8', '2001:db8::/64'])
  })

  it('has limits of its own', async () => {
    const { id, key } = await make(['orders:read'])
    await shop.services.limits.note('callsOfKey', id)
    await shop.db.prisma.rateLimit.updateMany({ where: { key: { startsWith: 'callsOfKey' } }, data: { points: 3_000 } })
    await expect(program(key).orders.list({})).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await admin.caller.orders.list({})
  })

  it('is ended by its maker, by itself, and by whoever may do as much, and says so before', async () => {
    const maker = await shop.signIn('admin')
    const [wide, narrow] = [await make(['orders:write', 'keys:read'], {}, maker), await make(['keys:read'], {}, maker)]
    const limited = await shop.signIn('admin')
    await admin.caller.users.updateScopes({ userId: limited.userId, scopes: ['keys:write', 'orders:read'] })
    const why = async (caller: typeof limited.caller) =>
      new Map((await caller.keys.list()).map(({ id, whyNotRevoke }) => [id, whyNotRevoke]))
    const words = 'This key may do more than you may. The person who made it can revoke it, and administrators who may do as much.'
    expect([(await why(limited.caller)).get(wide.id), (await why(limited.caller)).get(narrow.id)]).toEqual([words, null])
    await expect(limited.caller.keys.revoke({ id: wide.id })).rejects.toMatchObject({ ...noScope, message: words })
    await limited.caller.keys.revoke({ id: narrow.id })
    // Its maker has fewer scopes now: the key stays theirs and is limited to those.
    await admin.caller.users.updateScopes({ userId: maker.userId, scopes: ['keys:write'] })
    const row = (await maker.caller.keys.list()).find(({ id }) => id === wide.id)
    expect(row).toMatchObject({ scopes: ['keys:read', 'orders:write'], withheld: ['orders:write'], whyNotRevoke: null })
    await maker.caller.keys.revoke({ id: wide.id })

    const [own, other] = [await make(['keys:write', 'orders:read']), await make(['keys:write', 'credit:read'])]
    await expect(program(own.key).keys.revoke({ id: other.id })).rejects.toMatchObject(noScope)
    await program(own.key).keys.revoke({ id: own.id })
    await expect(program(own.key).orders.list({})).rejects.toMatchObject(noKey)
    await admin.caller.keys.revoke({ id: other.id })
  })

  it('takes no role away, not even its maker’s', async () => {
    const { key } = await make(['users:write'])
    const other = await shop.signIn('admin')
    for (const { userId } of [other, admin])
      await expect(program(key).users.updateRole({ userId, role: 'customer' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await admin.caller.users.byId({ userId: other.userId })).toMatchObject({ role: 'admin' })
  })

  it('says which field is wrong', async () => {
    const wrong = { name: ' ', scopes: [], networks: ['everywhere'] }
    const failure = await admin.caller.keys.create(wrong).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'BAD_REQUEST' })
    for (const field of ['name', 'scopes', 'networks']) expect(String(failure)).toContain(field)
  })
})

describe('an administrator who is limited', () => {
  it('does what the scopes say, and so do their keys, from the next call on', async () => {
    const bench = await shop.signIn('admin')
    const { key } = await make(['orders:read', 'repairs:read'], {}, bench)
    await admin.caller.users.updateScopes({ userId: bench.userId, scopes: ['repairs:write', 'cases:write'] })
    await bench.caller.repairs.list({})
    await program(key).repairs.list({})
    await expect(bench.caller.credit.accounts({})).rejects.toMatchObject(noScope)
    await expect(bench.caller.orders.list({})).rejects.toMatchObject(noScope)
    await expect(program(key).orders.list({})).rejects.toMatchObject(noScope)
    expect(await admin.caller.users.byId({ userId: bench.userId })).toMatchObject({ scopes: ['cases:write', 'repairs:write'] })

    await admin.caller.users.updateScopes({ userId: bench.userId, scopes: null })
    await bench.caller.orders.list({})
    const entries = await shop.db.prisma.auditEntry.findMany({
      where: { action: 'user.scopes_changed', subjectId: bench.userId },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [{ scopes: null }, { scopes: ['cases:write', 'repairs:write'] }],
      [{ scopes: ['cases:write', 'repairs:write'] }, { scopes: null }],
    ])
  })

  it('widens nobody’s access, nor their own', async () => {
    const limited = await shop.signIn('admin')
    const friend = await shop.signIn('customer')
    await admin.caller.users.updateScopes({ userId: limited.userId, scopes: ['users:write', 'keys:write'] })
    const { users, keys } = limited.caller
    await expect(users.updateScopes({ userId: limited.userId, scopes: null })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(users.updateRole({ userId: friend.userId, role: 'admin' })).rejects.toMatchObject(noScope)
    await expect(users.updateScopes({ userId: friend.userId, scopes: null })).rejects.toMatchObject(noScope)
    await expect(keys.create({ name: 'Wide', scopes: ['credit:write'] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await keys.create({ name: 'Narrow', scopes: ['users:read'] })).toMatchObject({ key: expect.stringMatching(/^mhs_/) as string })
    await expect(admin.caller.users.updateScopes({ userId: admin.userId, scopes: [] })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
