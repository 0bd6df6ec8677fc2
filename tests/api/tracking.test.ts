import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseRef } from '~/contracts/cases'
import { caseOfToken, createTrackingLink } from '~/server/cases/tracking-links'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const DAY_MS = 24 * 60 * 60 * 1000
const NOBODY = '00000000-0000-0000-0000-000000000000'

let shop: TestShop
let customer: Awaited<ReturnType<TestShop['signIn']>>

beforeAll(async () => {
  shop = await openTestShop()
  customer = await shop.signIn('customer')
})
afterAll(() => shop.close())

/** A repair by plain SQL with no more than the spec's columns. */
async function insertRepair(): Promise<CaseRef> {
  const [row] = await shop.db.prisma.$queryRaw<{ id: string }[]>`
    INSERT INTO repairs (user_id, status, device_info)
    VALUES (${customer.userId}::uuid, 'diagnosing', '{"manufacturer": "Bitmain", "model": "Antminer S19"}') RETURNING id::text`
  return { noun: 'repairs', id: row?.id ?? NOBODY }
}
async function insertTradeIn(): Promise<CaseRef> {
  const [row] = await shop.db.prisma.$queryRaw<{ id: string }[]>`
    INSERT INTO trade_ins (user_id, device_info)
    VALUES (${customer.userId}::uuid, '{"manufacturer": "Bitmain", "model": "Antminer S19"}') RETURNING id::text`
  return { noun: 'tradeIns', id: row?.id ?? NOBODY }
}

/** The secret of a new link. */
async function link(ref: CaseRef): Promise<string> {
  const address = await shop.db.prisma.$transaction((tx) => createTrackingLink(tx, ref, 'https://shop.example'))
  return address.replace('https://shop.example/track/', '')
}
const opens = (token: string, now = TEST_NOW) => caseOfToken(shop.db.prisma, now, token)

describe('a link', () => {
  it('opens its own case by a secret that is kept nowhere', async () => {
    const [repair, tradeIn] = [await insertRepair(), await insertTradeIn()]
    const [first, second, third] = [await link(repair), await link(repair), await link(tradeIn)]
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await opens(first)).toEqual(repair)
    expect(await opens(second)).toEqual(repair)
    expect(await opens(third)).toEqual(tradeIn)
    const rows = JSON.stringify(await shop.db.prisma.caseLink.findMany())
    expect(rows).not.toContain(first)
    for (const foreign of ['', first.slice(1), `${first} `, first.toLowerCase(), repair.id]) expect(await opens(foreign)).toBeNull()
  })

  it.each([
    ['a completed repair', insertRepair, 'repairs', 'completed'],
    ['a shipped repair', insertRepair, 'repairs', 'shipped'],
    ['a completed trade-in', insertTradeIn, 'trade_ins', 'completed'],
    ['a rejected trade-in', insertTradeIn, 'trade_ins', 'rejected'],
  ] as const)('ends 90 days after %s, and goes on with one that is worked on again', async (_name, insert, table, status) => {
    const ref = await insert()
    const before = await link(ref)
    const far = new Date(Date.now() + 1000 * DAY_MS)
    expect(await opens(before, far)).toEqual(ref)
    const set = (to: string) => shop.db.prisma.$executeRawUnsafe(`UPDATE ${table} SET status = '${to}' WHERE id = '${ref.id}'`)
    await set(status)
    const after = await link(ref)
    for (const token of [before, after]) {
      expect(await opens(token, new Date(Date.now() + 89 * DAY_MS))).toEqual(ref)
      expect(await opens(token, new Date(Date.now() + 90 * DAY_MS))).toBeNull()
    }
    await set(table === 'repairs' ? 'testing' : 'evaluated')
    expect(await opens(before, far)).toEqual(ref)
  })
})
