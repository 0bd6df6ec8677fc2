import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueClaimToken, issueResetToken } from '~/server/identity/auth/mail-tokens'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

/** Links of emails say how they stand, and a used or expired one brings another. */

const DAY_MS = 24 * 60 * 60 * 1000
const PASSWORD = 'a long enough phrase 7'
let shop: TestShop
let now = TEST_NOW
beforeAll(async () => {
  shop = await openTestShop({ now: () => now })
})
afterAll(() => shop.close())

const linkOf = (purpose: string) => new RegExp(`/auth#${purpose}=([\\w-]+)`).exec(shop.emails.at(-1)?.text ?? '')?.[1] ?? ''
let people = 0
const newEmail = () => `guest${(people += 1)}@example.com`

describe('the link of an email', () => {
  it('to verify an address says that it was used, and that the address is verified', async () => {
    const email = newEmail()
    await shop.visitor.auth.signUp({ email, password: PASSWORD, fullName: 'Ada' })
    const token = linkOf('verify')
    expect(await shop.visitor.auth.mailLink({ token })).toMatchObject({ state: 'good', message: '', canRenew: false })
    await shop.visitor.auth.verifyEmail({ token, password: PASSWORD })
    const again = shop.visitor.auth.verifyEmail({ token, password: PASSWORD })
    await expect(again).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('your email address is verified') })
    expect(await shop.visitor.auth.mailLink({ token })).toMatchObject({ state: 'verified' })
  })

  it('that has expired brings another to the address that it was for', async () => {
    const email = newEmail()
    await shop.visitor.auth.signUp({ email, password: PASSWORD, fullName: 'Ada' })
    const token = linkOf('verify')
    now = new Date(TEST_NOW.getTime() + 2 * DAY_MS)
    expect(await shop.visitor.auth.mailLink({ token })).toMatchObject({ state: 'expired', canRenew: true })
    await shop.visitor.auth.renewMailLink({ token })
    expect(shop.emails.at(-1)?.to).toBe(email)
    await shop.visitor.auth.verifyEmail({ token: linkOf('verify'), password: PASSWORD })
    // Another link was used than this one.
    expect(await shop.visitor.auth.mailLink({ token })).toMatchObject({
      state: 'verified',
      message: 'This link was used, or a newer one was: your email address is verified.',
    })
    now = TEST_NOW
  })

  it('for a password that was used brings another; an unknown one brings nothing', async () => {
    const { userId } = await shop.signIn('customer')
    const token = await issueResetToken(shop.db.prisma, now, userId)
    const { email } = await shop.visitor.auth.mailLink({ token })
    await shop.visitor.auth.resetPassword({ token, password: PASSWORD })
    await expect(shop.visitor.auth.resetPassword({ token, password: PASSWORD })).rejects.toMatchObject({
      message: expect.stringContaining('This link was used'),
    })
    expect(await shop.visitor.auth.mailLink({ token })).toMatchObject({ state: 'used', canRenew: true })
    await shop.visitor.auth.renewMailLink({ token })
    expect(shop.emails.at(-1)?.to).toBe(email)
    await shop.visitor.auth.resetPassword({ token: linkOf('reset'), password: `${PASSWORD} more` })
    const before = shop.emails.length
    expect(await shop.visitor.auth.mailLink({ token: 'unknown' })).toMatchObject({ state: 'unknown', canRenew: false })
    await expect(shop.visitor.auth.renewMailLink({ token: 'unknown' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    // One that works still needs no other.
    const good = await issueClaimToken(shop.db.prisma, now, userId)
    await expect(shop.visitor.auth.renewMailLink({ token: good })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(shop.emails).toHaveLength(before)
  })
})

describe('the email about the credit of a guest', () => {
  it('leads to a password, which opens the account with the credit', async () => {
    const admin = await shop.signIn('admin')
    const email = newEmail()
    const { id } = await admin.caller.tradeIns.create({ customer: { email }, deviceInfo: { manufacturer: 'Bitmain', model: 'S19' } })
    await admin.caller.tradeIns.update({ id, finalValue: 120 })
    await admin.caller.tradeIns.updateStatus({ id, status: 'completed' })
    const letter = shop.emails.findLast(({ to }) => to === email)
    const token = /auth#credit=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
    expect(letter?.text).toContain('Open your store credit')
    // The way to follow the trade-in stays.
    expect(letter?.text).toMatch(/\/track\//)
    expect(await shop.visitor.auth.mailLink({ token })).toMatchObject({ state: 'good', email })
    await shop.visitor.auth.resetPassword({ token, password: PASSWORD })
    const { session } = await shop.visitor.auth.signIn({ email, password: PASSWORD })
    const user = await shop.db.prisma.session.findFirstOrThrow({ where: { userId: session.user.id } })
    expect(await shop.callerOf(user.id).credit.balance()).toMatchObject({ balance: 120 })
  })

  it('of a customer who can sign in brings no link to a password', async () => {
    const admin = await shop.signIn('admin')
    const customer = await shop.signIn('customer')
    const { id } = await admin.caller.tradeIns.create({
      customer: { userId: customer.userId },
      deviceInfo: { manufacturer: 'Bitmain', model: 'S19' },
    })
    await admin.caller.tradeIns.update({ id, finalValue: 120 })
    await admin.caller.tradeIns.updateStatus({ id, status: 'completed' })
    const letters = shop.emails.filter(({ to }) => to === customer.email)
    expect(letters.length).toBeGreaterThan(0)
    for (const { text, html } of letters) expect(text + html).not.toContain('#credit=')
  })
})

describe('the email about an invoice', () => {
  it('of a customer’s order leads to that order in the account', async () => {
    const [{ caller }, customer] = [await shop.signIn('admin'), await shop.signIn('customer')]
    const { id: productId } = await shop.db.prisma.product.create({ data: shop.factories.product({ stockQuantity: 2, price: 25 }) })
    const order = await caller.orders.create({
      customer: { userId: customer.userId },
      lines: [{ productId, quantity: 1, price: 25 }],
      payment: { method: 'invoice' },
    })
    const letter = shop.emails.findLast(({ to }) => to === customer.email)
    expect(letter?.text).toContain(`http://localhost:3000/account/orders/${order.orderNumber}`)
  })

  it('of a guest’s order that staff have opened leads to a password, and on to the account', async () => {
    const { caller } = await shop.signIn('admin')
    const email = newEmail()
    const { id: productId } = await shop.db.prisma.product.create({ data: shop.factories.product({ stockQuantity: 2, price: 25 }) })
    await caller.orders.create({ customer: { email }, lines: [{ productId, quantity: 1, price: 25 }], payment: { method: 'invoice' } })
    const token = /auth#account=([\w-]+)/.exec(shop.emails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
    expect(await shop.visitor.auth.mailLink({ token })).toMatchObject({ state: 'good', email })
    await shop.visitor.auth.resetPassword({ token, password: PASSWORD })
    expect(await shop.visitor.auth.signIn({ email, password: PASSWORD })).toMatchObject({ session: { user: { email } } })
  })
})
