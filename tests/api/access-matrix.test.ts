import type { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Access } from '~/server/api/procedure-meta'
import { endSession, raiseSession, startSession } from '~/server/identity/auth/sessions'
import { procedures as described } from '../../scripts/api-docs/procedures'
import { dearPayment } from '../setup/dear-payment'
import { dearThings } from '../setup/gifts'
import { faultOf, procedures, refusalOf } from '../setup/procedures'
import { openTestShop, type TestShop } from '../setup/shop'
import { access, type AccessWorld } from './access-matrix'

/**
 * Access to every procedure, by everybody (contract.md, Procedures; requirements §6). The table is in access-matrix.ts; a procedure
 * without a row fails here.
 */

const actors = ['visitor', 'customer', 'other customer', 'administrator without the code', 'administrator', 'ended session'] as const
type Actor = (typeof actors)[number]

/** How a guard answers: it lets pass (whatever becomes of the call then), or names what is missing. */
type Verdict = 'passes' | 'no session' | 'no administrator' | 'no second factor'

const signedIn: Record<Actor, Verdict> = {
  visitor: 'no session',
  customer: 'passes',
  'other customer': 'passes',
  'administrator without the code': 'no second factor',
  administrator: 'passes',
  'ended session': 'no session',
}

const verdicts: Record<Access, Record<Actor, Verdict>> = {
  public: {
    visitor: 'passes',
    customer: 'passes',
    'other customer': 'passes',
    'administrator without the code': 'passes',
    administrator: 'passes',
    'ended session': 'passes',
  },
  session: {
    visitor: 'no session',
    customer: 'passes',
    'other customer': 'passes',
    'administrator without the code': 'passes',
    administrator: 'passes',
    'ended session': 'no session',
  },
  enrolling: signedIn,
  'signed in': signedIn,
  'second factor': {
    visitor: 'no session',
    customer: 'no second factor',
    'other customer': 'no second factor',
    'administrator without the code': 'no second factor',
    administrator: 'passes',
    'ended session': 'no session',
  },
  administrator: {
    visitor: 'no session',
    customer: 'no administrator',
    'other customer': 'no administrator',
    'administrator without the code': 'no second factor',
    administrator: 'passes',
    'ended session': 'no session',
  },
}

let shop: TestShop
let world: AccessWorld
let people: Record<'customer' | 'other' | 'admin', { userId: string }>

beforeAll(async () => {
  shop = await openTestShop()
  const { prisma } = shop.db
  const [customer, other, admin] = [await shop.signIn('customer'), await shop.signIn('customer'), await shop.signIn('admin')]
  await prisma.mfaFactor.create({ data: { userId: admin.userId, friendlyName: 'App', factorType: 'totp', status: 'verified' } })
  const factor = await prisma.mfaFactor.create({ data: { userId: customer.userId, friendlyName: 'Begun', factorType: 'totp' } })
  people = { customer, other, admin }
  const bystanderId = (await shop.signIn('customer')).userId
  world = {
    bystanderId,
    dearPaymentId: await dearPayment(shop, bystanderId),
    ...(await dearThings(shop, bystanderId)),
    dearTradeInId: (await shop.db.prisma.tradeIn.create({ data: {} })).id,
    customerId: customer.userId,
    customerSessionId: customer.sessionId,
    customerFactorId: factor.id,
  }
})
afterAll(() => shop.close())

/** A session for one call, since some calls end it. */
async function sessionOf(actor: Actor): Promise<string | null> {
  const { services } = shop
  switch (actor) {
    case 'visitor':
      return null
    case 'customer':
      return startSession(services, people.customer.userId)
    case 'other customer':
      return startSession(services, people.other.userId)
    case 'administrator without the code':
      return startSession(services, people.admin.userId)
    case 'administrator': {
      const id = await startSession(services, people.admin.userId)
      await raiseSession(services.db.prisma, id, 'totp', services.now())
      return id
    }
    case 'ended session': {
      const id = await startSession(services, people.admin.userId)
      await endSession(services, id)
      return id
    }
  }
}

/** Calls a procedure as somebody. @returns the refusal, null when there was none */
async function call(path: string, actor: Actor): Promise<TRPCError | null> {
  const input = access[path]?.input
  return refusalOf(shop, path, await sessionOf(actor), typeof input === 'function' ? input(world) : input)
}

/** Reads the guards' verdict: a refusal that comes from elsewhere means that they let the call pass. */
function verdictOf(error: TRPCError | null): Verdict {
  const fault = faultOf(error)
  if (error?.code === 'UNAUTHORIZED' && fault === 'session_not_found') return 'no session'
  if (error?.code === 'FORBIDDEN') return fault === 'insufficient_aal' ? 'no second factor' : 'no administrator'
  return 'passes'
}

it('has a row for every procedure, and no other rows', () => {
  expect(Object.keys(access).sort()).toEqual(Object.keys(procedures).sort())
})

it('is what each procedure says of itself, from which the page of the API is made', () => {
  const said = Object.fromEntries(described.map(({ path, access: rule, recentProof }) => [path, { rule, recent: recentProof }]))
  expect(said).toEqual(Object.fromEntries(Object.entries(access).map(([path, { rule, recent = false }]) => [path, { rule, recent }])))
})

describe.each(Object.keys(procedures).sort())('%s', (path) => {
  it('lets those pass who may call it, and nobody else', async () => {
    const row = access[path]
    expect(row, 'a row in tests/api/access-matrix.ts').toBeDefined()
    if (!row) return
    const seen: Partial<Record<Actor, Verdict>> = {}
    for (const actor of actors) {
      const error = await call(path, actor)
      expect(error?.code, `${actor}: ${error?.cause?.message ?? ''}`).not.toBe('INTERNAL_SERVER_ERROR')
      seen[actor] = verdictOf(error)
      // Somebody else's belongings are as good as not there.
      if (row.belongsToCustomer && seen[actor] === 'passes' && actor !== 'customer') expect(error?.code, actor).toBe('NOT_FOUND')
    }
    expect(seen).toEqual(verdicts[row.rule])
  })
})
