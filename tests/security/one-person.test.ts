import { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scope } from '~/contracts/identity/api-keys'
import { ErrorDetail } from '~/server/platform/errors'
import { anywhere } from '~/server/platform/network/post-to-stranger'
import { procedures } from '../../scripts/api-docs/procedures'
import { openTestShop, retireAdministrators, TEST_NOW, type TestShop } from '../setup/shop'
import { routerProcedures, schemasIn } from './input-schemas'
import { namesAUserOnly, table, wholeRouters, type Verdict } from './one-person'
import { callerFor, guardedRows, makeWorld, people, type Person } from './one-person-world'

/** Tries every cell of the table in one-person.ts, and checks that every change of access in the router has a row. */

let shop: TestShop
let now = TEST_NOW
beforeAll(async () => {
  shop = await openTestShop({ now: () => now, webhookRules: anywhere })
})
afterAll(() => shop.close())

/** A refused try leaves its world unchanged, so that the next try can use it. */
let world: Awaited<ReturnType<typeof makeWorld>> | null = null
const untouched = async () => (world ??= await makeWorld(shop))

/** Codes that count as a refusal; a BAD_REQUEST names the field that the caller may not grant. */
const REFUSED = ['UNAUTHORIZED', 'FORBIDDEN', 'BAD_REQUEST']
const detailOf = (error: unknown) => (error instanceof TRPCError && error.cause instanceof ErrorDetail ? error.cause.errorCode : undefined)

async function verdictOf(run: () => Promise<unknown>): Promise<Verdict> {
  try {
    return (await run()) === 'waits' ? 'waits' : 'done'
  } catch (error) {
    if (error instanceof TRPCError && REFUSED.includes(error.code)) return 'refused'
    throw error
  }
}

const rows = Object.entries(table).flatMap(([path, all]) => all.map((row) => ({ path, ...row })))

describe.each(rows)('$path: $what', ({ path, run, approve, scopes: more = [], who, withoutProof }) => {
  const scopes = { one: scope.parse(`${path.split('.')[0] ?? ''}:write`), more }

  beforeAll(() => retireAdministrators(shop, world ? [world.boss.userId, world.bench.userId, world.phoneAdmin] : []))

  // Two do what one does where nothing waits for the second.
  it.each(approve ? people : people.filter((person) => person !== 'two administrators'))('%s', async (person: Person) => {
    const made = await untouched()
    const { caller, userId } = await callerFor(shop, person, scopes)
    const given = { ...made, caller: { userId } }
    const before = await guardedRows(shop)
    let verdict = await verdictOf(() => run(caller, given))
    if (verdict === 'waits' && person === 'two administrators' && approve) {
      const second = await callerFor(shop, person, scopes)
      verdict = await verdictOf(() => approve(second.caller, given))
    }
    expect(verdict).toBe(who[person] ?? 'refused')
    if (verdict === 'done') world = null
    else expect(await guardedRows(shop)).toEqual(before)
  })

  it(withoutProof ? 'wants no recent proof' : 'wants a recent proof', async () => {
    const made = await untouched()
    const { caller, userId } = await callerFor(shop, 'one administrator', scopes)
    const given = { ...made, caller: { userId } }
    world = null
    now = new Date(now.getTime() + 11 * 60 * 1000)
    const error = await run(caller, given).catch((refusal: unknown) => refusal)
    expect(detailOf(error)).toBe(withoutProof ? undefined : 'reauthentication_needed')
  })
})

describe('the table', () => {
  const changes = new Map(routerProcedures.filter(({ type }) => type === 'mutation').map((procedure) => [procedure.path, procedure]))
  const byAdministrators = procedures.flatMap(({ path, access }) => (access === 'administrator' && changes.has(path) ? [path] : []))

  it('has a row for every change of users, customers, keys and webhooks, and no procedure that is not there', () => {
    const wanted = byAdministrators.filter((path) => wholeRouters.includes(path.split('.')[0] ?? ''))
    expect(wanted.filter((path) => !table[path])).toEqual([])
    expect(Object.keys(table).filter((path) => !procedures.some((known) => known.path === path))).toEqual([])
  })

  it('has every other change that names a user, or says why it touches nobody’s access', () => {
    const naming = byAdministrators.filter((path) => {
      const input = changes.get(path)?.input
      return input !== undefined && schemasIn(input).some(({ path: steps }) => steps.at(-1) === 'userId')
    })
    expect(naming.filter((path) => !table[path] && !namesAUserOnly[path])).toEqual([])
    expect(Object.keys(namesAUserOnly).filter((path) => !naming.includes(path))).toEqual([])
  })
})

describe('the modules that write to accounts, sessions, factors and addresses', () => {
  const sources = import.meta.glob<string>('../../src/server/**/*.ts', { query: '?raw', import: 'default', eager: true })
  const writes =
    /\b(user|profile|session|mfaFactor|recoveryCode)\.(update|updateMany|upsert|delete|deleteMany)\(|\b(UPDATE|DELETE FROM) (users|profiles|sessions|mfa_factors|recovery_codes)\b|\bendSessions\(tx/
  /** Modules for people's own accounts, which take no other person as input. */
  const own = /\/server\/(identity\/(accounts|auth)|office\/own-data)\/|\/server\/demo\//
  /** Other modules, which change no access. */
  const others: Record<string, string> = {
    'identity/users/customer-of.ts': 'adds the profile that plain SQL has left out',
    'stock/sale/checkout/place-order.ts': 'adds the profile of an address that has ordered, and changes none',
    'stock/sale/checkout/settle-sales.ts': 'names a customer without an account by the name that they have paid under',
    'office/import/undo-import.ts': 'removes customers that an import has made and nobody has used',
    'cases/intake/confirm-request.ts': 'completes the profile of the one who confirms their request',
    'office/housekeeping/remove-expired.ts': 'removes what is over',
  }

  it('ask whether this person may change that account’s access', () => {
    const found = Object.entries(sources).flatMap(([path, text]) => {
      if (own.test(path) || !writes.test(text) || text.includes("from './account-access'")) return []
      return [path.replace(/^.*\/src\/server\//, '')]
    })
    expect(found.toSorted()).toEqual(Object.keys(others).toSorted())
  })
})
