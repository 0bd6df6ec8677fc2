import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { GetServerSidePropsContext } from 'next'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { casePage, accountPage, adminPage, guestPage, missingAdminPage } from '~/server/http/pages/page-guards'
import { endSession, raiseSession } from '~/server/identity/auth/sessions'
import { setServices } from '~/server/services'
import { openTestShop, type TestShop } from '../setup/shop'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  setServices(shop.services)
})
afterAll(() => shop.close())

/** A page request with the cookie of a session, or with none. */
async function request(sessionId?: string, secret = shop.services.secret, cookieVersion = 0): Promise<GetServerSidePropsContext> {
  const cookies: Record<string, string> = sessionId
    ? { 'next-auth.session-token': await encode({ token: { sessionId, cookieVersion }, secret }) }
    : {}
  const req = Object.assign(new IncomingMessage(new Socket()), { cookies })
  return { req, res: new ServerResponse(req), query: {}, resolvedUrl: '/' }
}
const to = (destination: string) => ({ redirect: { destination, permanent: false } })

describe('the guards of pages (requirements §2 Admin layout, §4 Auth page, §6)', () => {
  it('send a visitor from the back office to /auth and show /auth', async () => {
    expect(await adminPage(await request())).toEqual(to('/auth'))
    expect(await accountPage(await request())).toEqual(to('/auth'))
    expect(await guestPage(await request())).toEqual({ props: { returnTo: null } })
  })

  it('send a customer home from both', async () => {
    const { sessionId } = await shop.signIn('customer')
    expect(await adminPage(await request(sessionId))).toEqual(to('/'))
    expect(await guestPage(await request(sessionId))).toEqual(to('/'))
  })

  it('let an administrator in, and home from /auth', async () => {
    const { sessionId, userId, email } = await shop.signIn('admin')
    const context = await request(sessionId)
    const viewer = { userId, email, isAdmin: true, scopes: null, needsCode: false, mustEnroll: false }
    expect(await adminPage(context)).toEqual({ props: { viewer, businessTimeZone: 'Europe/London', readsEmails: false } })
    expect(context.res.getHeader('Cache-Control')).toContain('no-store')
    expect(await guestPage(await request(sessionId))).toEqual(to('/'))
  })

  it('show a missing page of the back office to administrators alone', async () => {
    const [admin, customer] = [await shop.signIn('admin'), await shop.signIn('customer')]
    expect(await missingAdminPage(await request())).toEqual(to('/auth'))
    expect(await missingAdminPage(await request(customer.sessionId))).toEqual(to('/'))
    expect(await missingAdminPage(await request(admin.sessionId))).toEqual({ notFound: true })
  })

  it('answer 404 to who asks for a case that is not there, within the frame, and 200 to one that is', async () => {
    const { repairNumber } = await shop.db.prisma.repair.create({ data: {} })
    const { sessionId } = await shop.signIn('admin')
    const asked = async (number: string, headers = {}) => {
      const context = { ...(await request(sessionId)), params: { number } }
      Object.assign(context.req.headers, headers)
      expect(await casePage('repairs')(context)).toHaveProperty('props')
      return context.res.statusCode
    }
    expect(await asked(repairNumber)).toBe(200)
    expect(await asked('REP-0')).toBe(404)
    expect(await asked('\0')).toBe(404)
    // From screen to screen the frame stays, and the screen reads the case itself.
    expect(await asked('REP-0', { 'x-nextjs-data': '1' })).toBe(200)
    const visitor = { ...(await request()), params: { number: 'REP-0' } }
    expect(await casePage('tradeIns')(visitor)).toEqual(to('/auth'))
    expect(visitor.res.statusCode).toBe(200)
  })

  it('ask for the second factor where a session still owes it', async () => {
    const admin = await shop.signIn('admin')
    const customer = await shop.signIn('customer')
    for (const { sessionId, userId, email } of [admin, customer]) {
      const isAdmin = userId === admin.userId
      const factor = { friendlyName: 'My app', factorType: 'totp', status: 'verified' } as const
      await shop.db.prisma.mfaFactor.create({ data: { userId, ...factor } })
      expect(await adminPage(await request(sessionId))).toEqual(to(isAdmin ? '/auth' : '/'))
      expect(await missingAdminPage(await request(sessionId))).toEqual(to(isAdmin ? '/auth' : '/'))
      expect(await accountPage(await request(sessionId))).toEqual(to('/auth'))
      expect(await guestPage(await request(sessionId))).toEqual({ props: { returnTo: null } })

      await raiseSession(shop.db.prisma, sessionId, 'totp')
      // The cookie from before is worth nothing now.
      expect(await accountPage(await request(sessionId))).toEqual(to('/auth'))
      const raised = () => request(sessionId, undefined, 1)
      const entered = { props: { viewer: { userId, email, isAdmin, scopes: null, needsCode: false, mustEnroll: false } } }
      expect(await adminPage(await raised())).toEqual(
        isAdmin ? { props: { ...entered.props, businessTimeZone: 'Europe/London', readsEmails: false } } : to('/'),
      )
      expect(await accountPage(await raised())).toEqual(entered)
      expect(await guestPage(await raised())).toEqual(to('/'))
    }
  })

  it('remember the page that was asked for, if it is one of those', async () => {
    const asked = async (resolvedUrl: string) => {
      const context = { ...(await request()), resolvedUrl }
      expect(await adminPage(context)).toEqual(to('/auth'))
      return context.res.getHeader('Set-Cookie')
    }
    expect(await asked('/admin/orders?status=pending')).toEqual(
      'return-to=%2Fadmin%2Forders%3Fstatus%3Dpending; Path=/; Max-Age=600; HttpOnly; SameSite=Lax',
    )
    expect(await asked('//evil.example/admin')).toBeUndefined()
    const back = await request()
    back.req.cookies['return-to'] = '/admin/orders'
    expect(await guestPage(back)).toEqual({ props: { returnTo: '/admin/orders' } })
    back.req.cookies['return-to'] = 'https://evil.example/admin'
    expect(await guestPage(back)).toEqual({ props: { returnTo: null } })
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
