import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

/** HMRC's service on loopback: answers by the number that is asked for, until something else is set. */
let answer: { status: number; body: string } | 'stall' | null = null
const asked: string[] = []
let hmrc: Server
let shop: TestShop

beforeAll(async () => {
  hmrc = createServer((req, res) => {
    const number = /^\/base\/organisations\/vat\/check-vat-number\/lookup\/(\d+)$/.exec(req.url ?? '')?.[1] ?? ''
    asked.push(number)
    if (answer === 'stall') return
    const { status, body } = answer ?? {
      status: 200,
      body: JSON.stringify({ target: { name: 'Ada Ltd', vatNumber: number }, processingDate: '' }),
    }
    res.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((ready) => hmrc.listen(0, '127.0.0.1', ready))
  const address = hmrc.address()
  const { port } = typeof address === 'string' || address === null ? ({ port: 0 } satisfies Partial<AddressInfo>) : address
  shop = await openTestShop({
    now: () => TEST_NOW,
    db: await openOn('postgres'),
    vatNumberUrl: `http://127.0.0.1:${port}/base`,
    vatNumberMs: 200,
    outboxPauses: [0],
  })
})
afterAll(async () => {
  await shop.close()
  hmrc.closeAllConnections()
  hmrc.close()
})

/** The state of a customer's number once it was looked up. */
async function stateOf(vatNumber: string, ...answers: [typeof answer]) {
  ;[answer] = answers
  const { caller, userId } = await shop.signIn('customer')
  await caller.invoices.saveOwnBuyer({ fullName: 'Ada Smith', vatNumber, billingAddress: '1 Bench Lane' })
  await shop.services.jobs.settled()
  return (await shop.db.prisma.buyer.findUniqueOrThrow({ where: { userId } })).vatNumberState
}

describe('a VAT number', () => {
  it('is looked up at HMRC, and what it answers is kept; the version of the details stays', async () => {
    asked.length = 0
    expect(await stateOf('GB980780684', null)).toBe('valid')
    expect(asked).toEqual(['980780684'])
    expect(await stateOf('GB980780684', { status: 404, body: '{"code":"NOT_FOUND"}' })).toBe('invalid')
    const [{ version } = { version: 0 }] = await shop.db.prisma.buyer.findMany({ orderBy: { createdAt: 'desc' }, take: 1 })
    expect(version).toBe(2)
  })

  it('is unknown where HMRC stalls, fails or answers nonsense, and asked for again', async () => {
    for (const bad of [
      'stall',
      { status: 500, body: '{"code":"SERVER_ERROR"}' },
      { status: 200, body: '<html>' },
      { status: 200, body: '{"target":{"vatNumber":"123"}}' },
      { status: 404, body: 'not found' },
    ] as const) {
      asked.length = 0
      expect(await stateOf('GB980780684', bad)).toBe('unknown')
      await expect.poll(() => asked, { timeout: 15_000 }).toEqual(['980780684', '980780684'])
    }
  })

  it('of another country is not asked for', async () => {
    asked.length = 0
    expect(await stateOf('DE123456789', null)).toBe('unchecked')
    expect(asked).not.toContain('123456789')
  })
})
