import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { TRPCError } from '@trpc/server'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as exportRoute from '~/pages/api/export/[file]'
import { isUnavailable, publicError, retryAfter, UNAVAILABLE_MESSAGE } from '~/server/api/errors'
import { accountPage, adminPage, guestPage, missingAdminPage } from '~/server/http/pages/page-guards'
import { openPostgres } from '~/server/platform/database/postgres'
import { isDatabaseUnavailable } from '~/server/platform/database/connection-errors'
import { setServices } from '~/server/services'
import { openPostgresTestDatabase, openEmbeddedTestDatabase } from '../setup/database'
import { freePort } from '../setup/free-port'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'

const shapeOf = (code: 'INTERNAL_SERVER_ERROR') =>
  ({ code: -32603, message: 'secret words', data: { code, httpStatus: 500, path: 'orders.list' } }) as const

/** The error of the work, as tRPC has it. */
async function refusalOf(work: () => Promise<unknown>): Promise<TRPCError> {
  try {
    await work()
  } catch (error) {
    return error instanceof TRPCError ? error : new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error })
  }
  throw new Error('Nothing was thrown')
}

describe('a database that is away', () => {
  let shop: TestShop
  let url: string
  beforeAll(async () => {
    const { url: address, ...db } = await openPostgresTestDatabase()
    url = address
    shop = await openTestShop({ db })
  })
  afterAll(() => shop.close())

  const busy = {
    message: UNAVAILABLE_MESSAGE,
    data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, path: 'orders.list', zodError: null, requestId: 'an-id' },
  }

  it('answers calls with 503 and the seconds to wait, in words of our own', async () => {
    const nowhere = new URL(url)
    nowhere.port = String(await freePort())
    const away = openPostgres(nowhere.href)
    const error = await refusalOf(() => away.prisma.product.findMany())
    expect(publicError(shapeOf('INTERNAL_SERVER_ERROR'), error, 'an-id')).toMatchObject(busy)
    expect(retryAfter([error])).toBe(2)
    expect(isUnavailable(await refusalOf(() => away.prisma.$queryRaw`SELECT 1`))).toBe(true)
    expect(isUnavailable(await refusalOf(() => away.prisma.$transaction((tx) => tx.product.count())))).toBe(true)
    await away.close()
  })

  it('is told by connections that are cut, in a statement and in a transaction', async () => {
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND query LIKE '%a long sleep%'`
    for (const work of [
      () => shop.db.prisma.$queryRaw`SELECT 'a long sleep', pg_sleep(20)::text`,
      () => shop.db.prisma.$transaction((tx) => tx.$queryRaw`SELECT 'a long sleep', pg_sleep(20)::text`),
    ]) {
      const refused = refusalOf(work)
      await expect.poll(() => shop.db.prisma.$queryRawUnsafe(cut)).toHaveLength(1)
      expect(isUnavailable(await refused)).toBe(true)
      expect(await shop.db.prisma.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }])
    }
  })

  it('is not every failure: a wrong statement, a broken rule and a refusal stay what they are', async () => {
    const { prisma } = shop.db
    await prisma.product.create({ data: { id: '00000000-0000-7000-8000-000000000001', name: 'Fan', category: 'Parts' } })
    for (const work of [
      () => prisma.$queryRaw`SELECT nothing_of_that_name`,
      () => prisma.product.create({ data: { id: '00000000-0000-7000-8000-000000000001', name: 'Fan', category: 'Parts' } }),
      () => prisma.order.findUniqueOrThrow({ where: { id: '00000000-0000-7000-8000-000000000001' } }),
      () => Promise.reject(new TypeError('x is not a function')),
    ]) {
      const error = await refusalOf(work)
      expect(isUnavailable(error)).toBe(false)
      expect(publicError(shapeOf('INTERNAL_SERVER_ERROR'), error, 'an-id').data.httpStatus).toBe(500)
    }
    expect(isUnavailable(new TRPCError({ code: 'NOT_FOUND' }))).toBe(false)
    expect(isDatabaseUnavailable(undefined)).toBe(false)
    expect(isDatabaseUnavailable('a text')).toBe(false)
  })
})

it('an embedded database that was closed is away too', async () => {
  const db = await openEmbeddedTestDatabase()
  await db.pg.close()
  expect(isUnavailable(await refusalOf(() => db.prisma.product.findMany()))).toBe(true)
})

it('a stream under a session that cannot be read ends with that, not as if nobody were signed in', async () => {
  const db = await openEmbeddedTestDatabase()
  const shop = await openTestShop({ db })
  const { caller } = await shop.signIn('admin')
  const stream = (await caller.admin.onChange())[Symbol.asyncIterator]()
  await stream.next()
  // If closing takes longer than the pause between two events, one more comes before the end.
  const next = refusalOf(async () => {
    let isOver = false
    while (!isOver) isOver = (await stream.next()).done === true
  })
  await db.pg.close()
  shop.services.hub.emit('reset')
  const error = await next
  expect(error.code).not.toBe('UNAUTHORIZED')
  expect(isUnavailable(error)).toBe(true)
})

describe('what is no call', () => {
  let shop: TestShop
  let sessionId: string
  beforeAll(async () => {
    const db = await openEmbeddedTestDatabase()
    shop = await openTestShop({ db })
    setServices(shop.services)
    sessionId = (await shop.signIn('admin')).sessionId
    await db.pg.close()
  })

  it('answers for pages of the back office, the account and the sign-in with 503, and no word of the database', async () => {
    const cookies = { 'next-auth.session-token': await encode({ token: { sessionId }, secret: shop.services.secret }) }
    for (const guard of [adminPage, missingAdminPage, accountPage, guestPage]) {
      const req = Object.assign(new IncomingMessage(new Socket()), { cookies })
      const res = new ServerResponse(req)
      await guard({ req, res, query: {}, resolvedUrl: '/' })
      expect({ over: res.writableEnded, status: res.statusCode, wait: res.getHeader('Retry-After') }).toEqual({
        over: true,
        status: 503,
        wait: '2',
      })
    }
  })

  it('answers for files so too', async () => {
    const routes = await serveRoutes(shop, [{ path: /^\/export\/(?<file>.+)$/, module: exportRoute }])
    const response = await fetch(`${routes.url}/export/orders.csv`, { headers: await routes.signedIn(sessionId) })
    expect({ status: response.status, wait: response.headers.get('retry-after') }).toEqual({ status: 503, wait: '2' })
    expect(await response.json()).toEqual({ message: UNAVAILABLE_MESSAGE })
    await routes.close()
  })
})
