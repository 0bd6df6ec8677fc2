import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { GetServerSidePropsContext } from 'next'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPage, guestPage, missingAdminPage } from '~/server/auth/page-guards'
import { endSession } from '~/server/auth/sessions'
import { setServices } from '~/server/services'
import { openTestShop, type TestShop } from '../setup/shop'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  setServices(shop.services)
})
afterAll(() => shop.close())

/** A page request with the cookie of a session, or with none. */
async function request(sessionId?: string, secret = shop.services.secret): Promise<GetServerSidePropsContext> {
  const cookies = sessionId ? { 'next-auth.session-token': await encode({ token: { sessionId }, secret }) } : {}
  const req = Object.assign(new IncomingMessage(new Socket()), { cookies })
  return { req, res: new ServerResponse(req), query: {}, resolvedUrl: '/' }
}
const to = (destination: string) => ({ redirect: { destination, permanent: false } })

describe('the guards of pages (spec §2 Admin layout, §4 Auth page, §6)', () => {
  it('send a visitor from the back office to /auth and show /auth', async () => {
    expect(await adminPage(await request())).toEqual(to('/auth'))
    expect(await guestPage(await request())).toEqual({ props: { step: 'sign-in' } })
  })

  it('send a customer home from both', async () => {
    const { sessionId } = await shop.signIn('customer')
    expect(await adminPage(await request(sessionId))).toEqual(to('/'))
    expect(await guestPage(await request(sessionId))).toEqual(to('/'))
  })

  it('let an administrator in, and home from /auth', async () => {
    const { sessionId, email } = await shop.signIn('admin')
    const context = await request(sessionId)
    expect(await adminPage(context)).toEqual({ props: { viewer: { email, isAdmin: true, needsCode: false } } })
    expect(context.res.getHeader('Cache-Control')).toContain('no-store')
    expect(await guestPage(await request(sessionId))).toEqual(to('/'))
  })

  it('show a missing page of the back office to administrators alone', async () => {
    const [admin, customer] = [await shop.signIn('admin'), await shop.signIn('customer')]
    expect(await missingAdminPage(await request())).toEqual(to('/auth'))
    expect(await missingAdminPage(await request(customer.sessionId))).toEqual(to('/'))
    expect(await missingAdminPage(await request(admin.sessionId))).toEqual({ notFound: true })
  })

  it('read role and session from the database each time', async () => {
    const { sessionId, userId } = await shop.signIn('admin')
    await shop.db.prisma.profile.update({ where: { userId }, data: { role: 'customer' } })
    expect(await adminPage(await request(sessionId))).toEqual(to('/'))
    await endSession(shop.services, sessionId)
    expect(await adminPage(await request(sessionId))).toEqual(to('/auth'))
  })

  it('trust no cookie that is signed by someone else', async () => {
    const { sessionId } = await shop.signIn('admin')
    expect(await adminPage(await request(sessionId, 'another secret'))).toEqual(to('/auth'))
  })
})
