import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { accountRows } from '~/server/office/own-data/own-rows'
import { describeOnEngines, openOn } from '../setup/database'
import { standingClock } from '../setup/factors'
import { openTestShop, type TestShop } from '../setup/shop'

/** Customers who are corrected by staff: name, phone number, email and return address; and staff who are invited. */

const clock = standingClock('2026-11-20T12:00:00Z')
let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let customer: Awaited<ReturnType<TestShop['signIn']>>

describeOnEngines('a correction (%s)', (engine) => {
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine), now: clock.now })
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    admin = await shop.signIn('admin')
    customer = await shop.signIn('customer')
    await shop.db.prisma.user.update({ where: { id: customer.userId }, data: { emailVerifiedAt: clock.now() } })
    shop.emails.length = 0
  })

  const update = (input: object) => admin.caller.customers.update({ id: customer.userId, ...input })
  const history = () =>
    shop.db.prisma.auditEntry.findMany({
      where: { subjectType: 'user', subjectId: customer.userId },
      orderBy: { id: 'asc' },
      select: { action: true, before: true, after: true },
    })
  const linkIn = (body: string) => /#verify=([\w-]+)/.exec(body)?.[1] ?? ''

  it('of name and phone number is written down, and changes nothing that is left out', async () => {
    const before = await admin.caller.customers.byId({ id: customer.userId })
    expect(await update({ fullName: 'Maya Mint', version: before.version })).toMatchObject({ fullName: 'Maya Mint', phone: before.phone })
    expect(await history()).toEqual([{ action: 'user.corrected', before: { fullName: before.fullName }, after: { fullName: 'Maya Mint' } }])
    await expect(update({ phone: '020 7946 0182', version: before.version })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(update({ phone: 'ask Ada' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await update({ fullName: '', phone: '020 7946 0182' })).toMatchObject({ fullName: null, phone: '020 7946 0182' })
    expect(shop.emails).toEqual([])
  })

  it('of the language is written down, stands where staff meet the customer, and is in the copy of their data', async () => {
    expect(await update({ language: 'de' })).toMatchObject({ language: 'de' })
    expect(await history()).toEqual([{ action: 'user.corrected', before: { language: null }, after: { language: 'de' } }])
    const { repairNumber } = await admin.caller.repairs.create({
      customer: { userId: customer.userId },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
      problemDescription: 'No hash',
    })
    expect((await admin.caller.repairs.byNumber({ number: repairNumber })).owner).toMatchObject({ language: 'de' })
    expect(await admin.caller.cases.customers({ search: customer.email })).toMatchObject([{ language: 'de' }])
    expect(await accountRows(shop.db.prisma, customer.userId)).toMatchObject([{ profile: { language: 'de' } }])
    for (const language of ['deutsch', 'DE', 'de_DE', 'xq', 'd'.repeat(40)])
      await expect(update({ language })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await update({ language: 'zh-Hant' })).toMatchObject({ language: 'zh-Hant' })
    expect(await update({ language: '' })).toMatchObject({ language: null })
    const { profile } = shop.db.prisma
    await expect(profile.update({ where: { userId: customer.userId }, data: { language: 'German' } })).rejects.toThrow()
  })

  it('of the language is made at intake for somebody new, and goes with a merge that is undone', async () => {
    const { userId } = await admin.caller.repairs.create({
      customer: { phone: '020 7946 0777', language: 'pl' },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
      problemDescription: 'No hash',
    })
    const id = userId ?? ''
    expect(await admin.caller.customers.byId({ id })).toMatchObject({ language: 'pl' })
    await update({ language: 'de' })
    expect(await admin.caller.customers.merge({ keep: customer.userId, merge: id })).toMatchObject({ language: 'de' })
    expect(await admin.caller.customers.unmerge({ id })).toMatchObject({ language: 'pl' })
  })

  it('of a return address counts for open cases without one and for new ones, and no history tells it', async () => {
    const newCase = (more: object = {}) =>
      admin.caller.repairs.create({
        customer: { userId: customer.userId, fullName: null, phone: null },
        deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
        problemDescription: 'No hash',
        ...more,
      })
    const [open, other] = [await newCase(), await newCase({ returnAddress: '9 Own Road\nYork' })]
    expect(await update({ returnAddress: ' 1 High Street \n\nLeeds' })).toMatchObject({ returnAddress: '1 High Street\nLeeds' })
    const addressOf = async (id: string) => (await shop.db.prisma.repair.findUniqueOrThrow({ where: { id } })).returnAddress
    expect([await addressOf(open.id), await addressOf(other.id)]).toEqual(['1 High Street\nLeeds', '9 Own Road\nYork'])
    expect((await newCase()).returnAddress).toBe('1 High Street\nLeeds')
    expect(JSON.stringify(await history())).not.toContain('Leeds')
  })

  it('of an email counts once its owner has confirmed it, and tells the former one', async () => {
    const [former, email] = [customer.email, `${customer.userId}-new@example.com`]
    await shop.db.prisma.user.update({ where: { id: customer.userId }, data: { passwordHash: 'scrypt$' } })
    expect(await update({ email })).toMatchObject({ email: former, pendingEmail: email })
    expect(shop.emails.map(({ to }) => to).toSorted()).toEqual([former, email].toSorted())
    const letter = shop.emails.find(({ to }) => to === email)
    const token = linkIn(letter?.text ?? '')
    await shop.visitor.auth.requestPasswordReset({ email: former })
    expect(await shop.visitor.auth.verifyEmail({ token })).toMatchObject({
      message: expect.stringMatching(/confirmed.*Sign in with it/) as string,
    })
    await expect(shop.visitor.auth.verifyEmail({ token })).rejects.toMatchObject({
      message: expect.stringContaining('is verified') as string,
    })
    expect(await shop.visitor.auth.mailLink({ token })).toMatchObject({ state: 'verified' })
    expect(await admin.caller.customers.byId({ id: customer.userId })).toMatchObject({ email, isEmailVerified: true, pendingEmail: null })
    expect(shop.emails.at(-1)).toMatchObject({ to: former })
    // Links that went to the former address open nothing any more.
    expect(await shop.db.prisma.mailToken.count({ where: { userId: customer.userId, usedAt: null } })).toBe(0)
    await expect(shop.visitor.auth.verifyEmail({ token })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await history()).map(({ action }) => action)).toEqual([
      'user.address_asked',
      'account.password_reset_requested',
      'user.address_changed',
    ])
  })

  it('of an email is withdrawn by the present address, and ends after seven days', async () => {
    const email = `${customer.userId}-typo@example.com`
    const token = async () => {
      shop.emails.length = 0
      await update({ email })
      return linkIn(shop.emails.find(({ to }) => to === email)?.text ?? '')
    }
    const first = await token()
    expect(await update({ email: customer.email })).toMatchObject({ pendingEmail: null })
    await expect(shop.visitor.auth.verifyEmail({ token: first })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const withdrawn = await shop.visitor.auth.mailLink({ token: first })
    expect(withdrawn).toMatchObject({ state: 'used', canRenew: false, message: expect.stringContaining('withdrawn') as string })
    await expect(shop.visitor.auth.renewMailLink({ token: first })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const second = await token()
    clock.pass(8 * 24 * 60 * 60)
    await expect(shop.visitor.auth.verifyEmail({ token: second })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    // The holder of the ended link gets another, at the address that it is about.
    expect(await shop.visitor.auth.mailLink({ token: second })).toMatchObject({ state: 'expired', canRenew: true })
    shop.emails.length = 0
    await shop.visitor.auth.renewMailLink({ token: second })
    expect(shop.emails.map(({ to }) => to)).toEqual([email])
    await shop.visitor.auth.verifyEmail({ token: linkIn(shop.emails[0]?.text ?? '') })
    expect(await shop.db.prisma.user.findUnique({ where: { id: customer.userId } })).toMatchObject({ email })
  })

  it('of an email promises no sign-in to somebody without a password', async () => {
    const email = `${customer.userId}-counter@example.com`
    await shop.db.prisma.user.update({ where: { id: customer.userId }, data: { passwordHash: null, emailVerifiedAt: null } })
    expect(await update({ email })).toMatchObject({ hasAccount: false })
    const token = linkIn(shop.emails.find(({ to }) => to === email)?.text ?? '')
    const { message } = await shop.visitor.auth.verifyEmail({ token })
    expect(message).toMatch(/confirmed.*choose a password/)
    expect(message).not.toContain('Sign in with it')
    // Proof of the address is no account. No letter about it speaks of one.
    expect(await admin.caller.customers.byId({ id: customer.userId })).toMatchObject({ isEmailVerified: true, hasAccount: false })
    expect(shop.emails.map(({ to }) => to).toSorted()).toEqual([customer.email, customer.email, email].toSorted())
    for (const { subject, text } of shop.emails) expect(`${subject} ${text}`).not.toMatch(/account|sign in/i)
    // The way that the answer advises works.
    shop.emails.length = 0
    await shop.visitor.auth.requestPasswordReset({ email })
    expect(shop.emails.map(({ to }) => to)).toEqual([email])
  })

  it('of an email is refused where somebody has it, also only by the time it is confirmed', async () => {
    const other = await shop.signIn('customer')
    await expect(update({ email: other.email })).rejects.toMatchObject({ code: 'CONFLICT' })
    const email = `${customer.userId}-late@example.com`
    await update({ email })
    const token = linkIn(shop.emails.find(({ to }) => to === email)?.text ?? '')
    await shop.db.prisma.user.create({ data: { email } })
    await expect(shop.visitor.auth.verifyEmail({ token })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await admin.caller.customers.byId({ id: customer.userId })).toMatchObject({ email: customer.email })
  })

  it('of an email wants a recent proof, and one of a name does not', async () => {
    clock.pass(11 * 60)
    await expect(update({ email: 'other@example.com' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await update({ fullName: 'Maya Late' })).toMatchObject({ fullName: 'Maya Late' })
  })

  it('is refused for somebody unknown', async () => {
    await expect(admin.caller.customers.update({ id: crypto.randomUUID(), fullName: 'Nobody' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('names somebody who is known by a phone number alone by that number in every list', async () => {
    const { id } = await admin.caller.repairs.create({
      customer: { fullName: null, phone: '020 7946 0999' },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
      problemDescription: 'No hash',
    })
    const row = (await admin.caller.repairs.list({ limit: 50 })).rows.find((each) => each.id === id)
    expect(row?.customer).toEqual({ email: '', fullName: '020 7946 0999' })
  })

  it('invites staff with a role, who set a password by the link and see what the role opens', async () => {
    const email = `${customer.userId}-staff@example.com`
    expect(await admin.caller.users.invite({ email, fullName: 'Tom Bench', scopes: ['repairs:write'] })).toMatchObject({
      email,
      role: 'admin',
      scopes: ['repairs:write'],
    })
    // The invitation says it: the notice goes to the others.
    const told = shop.emails.filter(({ text }) => text.includes(`${email} was made an administrator`)).map(({ to }) => to)
    expect(told).toContain(admin.email)
    expect(told).not.toContain(email)
    const invitations = shop.emails.filter(({ to, subject }) => to === email && subject.includes('back office'))
    expect(invitations).toHaveLength(1)
    await expect(admin.caller.users.invite({ email, fullName: null, scopes: null })).rejects.toMatchObject({ code: 'CONFLICT' })
    const token =
      /#claim=([\w-]+)/.exec(shop.emails.find(({ to, text }) => to === email && text.includes('#claim='))?.text ?? '')?.[1] ?? ''
    await shop.visitor.auth.resetPassword({ token, password: 'a long pass of staff 77' })
    const { session } = await shop.visitor.auth.signIn({ email, password: 'a long pass of staff 77' })
    expect(session.user).toMatchObject({ email, isAdmin: true })
  })
})
