import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseRef } from '~/contracts/case-ref'
import { readCaseFacts } from '~/server/cases/documents/read-facts'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { ownArchive } from '~/server/office/own-data/own-data-archive'
import { openTestShop, type TestShop } from '../setup/shop'

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
beforeAll(async () => {
  shop = await openTestShop({ creditLimit: 1000 })
  admin = await shop.signIn('admin')
})
afterAll(() => shop.close())

const refused = (code: string): unknown => expect.objectContaining({ code })
const device = { deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' } }
const repairOf = (customer: object, more: object = {}) =>
  admin.caller.repairs.create({ customer, ...device, problemDescription: 'No hash', ...more })
const link = async (ref: CaseRef) => {
  const address = await shop.db.prisma.$transaction((tx) => createTrackingLink(tx, ref, 'https://shop.example'))
  return address.split('/').at(-1) ?? ''
}
const HOME = 'Ada Example\n1 Mill Lane\nYork YO1 7HH'
const actionsOf = async (id: string) =>
  (await shop.db.prisma.auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } })).map(({ action }) => action)

describe('a customer with a phone number alone', () => {
  it('has cases, which nothing is emailed about, and is found by the number', async () => {
    const before = shop.emails.length
    const phone = '07700 900123'
    const repair = await repairOf({ phone, fullName: 'Walk In' })
    expect(repair).toMatchObject({ customer: { email: '', fullName: 'Walk In' } })
    const { owner } = await admin.caller.repairs.byNumber({ number: repair.repairNumber })
    expect(owner).toMatchObject({ email: '', phone, hasAccount: false })
    const found = await admin.caller.cases.customers({ search: '+44 7700 900123' })
    expect(found).toEqual([expect.objectContaining({ userId: repair.userId, email: '' })])
    const preview = await admin.caller.cases.previewStatusEmail({ noun: 'repairs', id: repair.id, status: 'completed' })
    expect(preview).toMatchObject({ recipient: null, missing: 'no_address' })
    for (const status of ['completed', 'shipped'] as const) await admin.caller.repairs.updateStatus({ id: repair.id, status })
    await admin.caller.repairs.saveEstimate({ id: repair.id, lines: [{ kind: 'labour', label: 'Fan', quantity: 1, price: 20 }] })
    await expect(admin.caller.repairs.sendEstimate({ id: repair.id })).rejects.toEqual(refused('BAD_REQUEST'))
    await admin.caller.repairs.sendEstimate({ id: repair.id, email: null })
    await admin.caller.cases.sendMessage({ noun: 'repairs', id: repair.id, body: 'Hello' })
    await admin.caller.cases.arrived({ noun: 'repairs', id: repair.id })
    await shop.services.jobs.settled()
    expect(shop.emails.slice(before).filter(({ to }) => to !== admin.email)).toEqual([])
    const facts = await readCaseFacts(shop.services, { noun: 'repairs', id: repair.id })
    expect(facts.customer).toEqual({ name: 'Walk In', email: '', phone })
  })

  it('is a new one each time, since numbers are shared, and brings store credit without an email', async () => {
    const before = shop.emails.length
    const one = await admin.caller.tradeIns.create({ customer: { email: '', phone: '01632 960001' }, ...device })
    const two = await admin.caller.tradeIns.create({ customer: { phone: '01632 960001' }, ...device })
    expect(one.userId).not.toBe(two.userId)
    await admin.caller.tradeIns.update({ id: one.id, finalValue: 50 })
    await admin.caller.tradeIns.updateStatus({ id: one.id, status: 'completed' })
    await shop.services.jobs.settled()
    expect(shop.emails.slice(before)).toEqual([])
    expect(await admin.caller.credit.accounts({ search: undefined })).toMatchObject({ balance: 50 })
  })

  it('nobody can be without both, and nobody signs in or up as one', async () => {
    for (const customer of [{}, { email: '' }, { fullName: 'Nobody' }, { email: '', phone: '' }, { email: 'no address', phone: '1' }])
      await expect(repairOf(customer)).rejects.toEqual(refused('BAD_REQUEST'))
    const { userId } = await repairOf({ phone: '01632 960002' })
    const { email } = await shop.db.prisma.user.findUniqueOrThrow({ where: { id: userId ?? '' } })
    const caller = shop.visitor
    await expect(caller.auth.signIn({ email, password: 'a long enough password' })).rejects.toEqual(refused('BAD_REQUEST'))
    await expect(caller.auth.signUp({ email, password: 'a long enough password', fullName: 'X' })).rejects.toEqual(refused('BAD_REQUEST'))
    await expect(caller.auth.requestPasswordReset({ email })).rejects.toEqual(refused('BAD_REQUEST'))
  })
})

describe('the address that a device goes back to', () => {
  it('is kept in lines by the desk, stands on the packing slip, and no history tells it', async () => {
    const person = await shop.signIn('customer')
    const repair = await repairOf({ userId: person.userId }, { returnAddress: ` Ada Example \r\n\r\n1 Mill Lane\nYork YO1 7HH ` })
    expect(repair.returnAddress).toBe(HOME)
    expect((await readCaseFacts(shop.services, { noun: 'repairs', id: repair.id })).returnAddress).toBe(HOME)
    const moved = await admin.caller.repairs.update({ id: repair.id, returnAddress: '2 Mill Lane' })
    expect(moved.returnAddress).toBe('2 Mill Lane')
    expect((await admin.caller.repairs.update({ id: repair.id, diagnosis: 'Dust' })).returnAddress).toBe('2 Mill Lane')
    expect(await actionsOf(repair.id)).toContain('repair.address_changed')
    const entries = await shop.db.prisma.auditEntry.findMany({ where: { subjectId: repair.id } })
    expect(JSON.stringify(entries, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))).not.toContain('Mill Lane')
    await expect(admin.caller.repairs.update({ id: repair.id, returnAddress: 'x\n'.repeat(9) })).rejects.toEqual(refused('BAD_REQUEST'))
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'shipped' })
    await expect(admin.caller.repairs.update({ id: repair.id, returnAddress: null })).rejects.toEqual(refused('BAD_REQUEST'))
    expect((await admin.caller.repairs.update({ id: repair.id, returnAddress: '2 Mill Lane' })).returnAddress).toBe('2 Mill Lane')
  })

  it('comes with the status that sends the device back, and is kept once it was sent', async () => {
    const { userId } = await shop.signIn('customer')
    const device = { manufacturer: 'Bitmain', model: 'Antminer S19' }
    const { id } = await repairOf({ userId })
    const { id: tradeInId } = await admin.caller.tradeIns.create({ customer: { userId }, deviceInfo: device })
    const parcel = { carrier: 'DPD', trackingNumber: '15501234567890', returnAddress: HOME }
    const moved = async (kind: string, of: string) => (await actionsOf(of)).filter((action) => action === `${kind}.address_changed`).length

    expect(await admin.caller.repairs.updateStatus({ id, status: 'shipped', ...parcel })).toMatchObject({ returnAddress: HOME })
    expect(await admin.caller.repairs.updateStatus({ id, status: 'shipped', ...parcel })).toMatchObject({ returnAddress: HOME })
    await expect(admin.caller.repairs.updateStatus({ id, status: 'shipped', returnAddress: 'Elsewhere' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('already sent') as string,
    })
    expect(await moved('repair', id)).toBe(1)
    // It came back undelivered.
    expect(await admin.caller.repairs.updateStatus({ id, status: 'completed', returnAddress: 'Elsewhere' })).toMatchObject({
      returnAddress: 'Elsewhere',
    })

    const tradeIns = admin.caller.tradeIns
    await tradeIns.updateStatus({ id: tradeInId, status: 'rejected' })
    expect(await tradeIns.updateStatus({ id: tradeInId, status: 'rejected', ...parcel })).toMatchObject({ returnAddress: HOME })
    await expect(tradeIns.updateStatus({ id: tradeInId, status: 'rejected', returnAddress: null })).rejects.toEqual(refused('BAD_REQUEST'))
    expect(await moved('trade_in', tradeInId)).toBe(1)
    await tradeIns.updateStatus({ id: tradeInId, status: 'completed', returnAddress: HOME })
    await expect(tradeIns.updateStatus({ id: tradeInId, status: 'completed', returnAddress: null })).rejects.toEqual(refused('BAD_REQUEST'))
  })

  it('is changed by its customer, in the account or by a link, until it was sent back, and they are told', async () => {
    const [person, other] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const { id, repairNumber: number } = await repairOf({ userId: person.userId })
    const token = await link({ noun: 'repairs', id })
    const visitor = shop.visitor
    expect(await visitor.cases.track({ token })).toMatchObject({ returnAddress: null, mayChangeAddress: true })
    expect(await visitor.cases.changeAddress({ token, returnAddress: HOME })).toEqual({ returnAddress: HOME })
    await shop.services.jobs.settled()
    const [letter] = shop.emails.filter(({ to, subject }) => to === person.email && subject.includes('return address'))
    expect(letter?.subject).toBe(`${number}: the return address was changed`)
    expect(letter?.text).toContain('If it was not you, please call us at once on +44 20 7946 0182.')
    expect(letter?.text).not.toContain('Mill Lane')
    const own = { noun: 'repairs' as const, number }
    expect(await person.caller.account.case(own)).toMatchObject({ returnAddress: HOME })
    await person.caller.cases.changeAddress({ case: own, returnAddress: '3 Mill Lane' })
    for (const [caller, input] of [
      [other.caller, { case: own, returnAddress: 'Mine' }],
      [other.caller, { case: { noun: 'repairs' as const, id }, returnAddress: 'Mine' }],
      [visitor, { case: own, returnAddress: 'Mine' }],
      [visitor, { token: 'made-up', returnAddress: 'Mine' }],
    ] as const)
      await expect(caller.cases.changeAddress(input)).rejects.toEqual(refused('NOT_FOUND'))
    await admin.caller.repairs.updateStatus({ id, status: 'shipped' })
    expect(await visitor.cases.track({ token })).toMatchObject({ mayChangeAddress: false })
    await expect(visitor.cases.changeAddress({ token, returnAddress: 'Mine' })).rejects.toEqual(refused('CONFLICT'))
  })

  it('comes with an online request, and is in the copy of one’s data until the account goes', async () => {
    const person = await shop.signIn('customer')
    const outcome = await person.caller.repairs.request({ ...device, problemDescription: 'No hash', returnAddress: HOME })
    const id = outcome.state === 'opened' ? (outcome.cases[0]?.id ?? '') : ''
    expect((await admin.caller.repairs.byId({ id })).returnAddress).toBe(HOME)
    const parts: Uint8Array[] = []
    for await (const part of ownArchive(shop.services, person)) parts.push(part)
    expect(Buffer.concat(parts).toString('latin1')).toContain('1 Mill Lane')
    await admin.caller.repairs.updateStatus({ id, status: 'shipped' })
    await person.caller.account.delete({ email: person.email })
    const kept = await shop.db.prisma.$queryRaw<{ at: string }[]>`
      SELECT 'repairs' AS at FROM repairs WHERE return_address LIKE '%Mill Lane%' AND id = ${id}::uuid
      UNION ALL SELECT 'requests' FROM case_requests AS r WHERE r.return_address LIKE '%Mill Lane%' AND r.id = (SELECT request_id FROM repairs WHERE id = ${id}::uuid)`
    expect(kept).toEqual([])
  })

  it('does not go to the next customer, and the former one goes on seeing it', async () => {
    const [former, next] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const { id, tradeInNumber: number } = await admin.caller.tradeIns.create({
      customer: { userId: former.userId },
      ...device,
      returnAddress: HOME,
    })
    const given = await admin.caller.tradeIns.update({ id, customer: { userId: next.userId } })
    expect(given.returnAddress).toBeNull()
    const own = { noun: 'tradeIns' as const, number }
    expect(await former.caller.account.case(own)).toMatchObject({ returnAddress: HOME, mayChangeAddress: false })
    expect(await next.caller.account.case(own)).toMatchObject({ returnAddress: null, mayChangeAddress: true })
    await expect(former.caller.cases.changeAddress({ case: own, returnAddress: 'x' })).rejects.toEqual(refused('CONFLICT'))
    await shop.db.prisma
      .$executeRaw`UPDATE trade_ins SET return_address = 'Elsewhere', user_id = ${former.userId}::uuid WHERE id = ${id}::uuid`
    expect((await admin.caller.tradeIns.byId({ id })).returnAddress).toBe('Elsewhere')
  })
})

describe('the page of a customer', () => {
  it('has the person, their addresses, and page by page what is theirs', async () => {
    const person = await shop.signIn('customer', { passwordHash: 'scrypt$' })
    const { userId: id } = person
    const orders = Array.from({ length: 12 }, (_, index) => ({ userId: id, orderNumber: `ORD-${randomUUID()}-${index}`, totalAmount: 10 }))
    await shop.db.prisma.order.createMany({ data: orders })
    const repair = await repairOf({ userId: id }, { returnAddress: HOME })
    await repairOf({ userId: id }, { returnAddress: HOME })
    const tradeIn = await admin.caller.tradeIns.create({ customer: { userId: id }, ...device, returnAddress: '2 Mill Lane' })
    await admin.caller.cases.sendMessage({ noun: 'repairs', id: repair.id, body: 'It is here' })
    await admin.caller.credit.adjust({ userId: id, amount: 25, reason: 'Goodwill' })
    const { customers } = admin.caller
    const found = await customers.byId({ id })
    expect(found).toMatchObject({ userId: id, email: person.email, role: 'customer', hasAccount: true })
    expect(found.addresses).toHaveLength(2)
    expect(found.addresses).toContainEqual({ address: '2 Mill Lane', noun: 'tradeIns', number: tradeIn.tradeInNumber })
    expect(found.addresses.map(({ address }) => address)).toContain(HOME)
    const first = await customers.orders({ id, limit: 10 })
    expect([first.rows.length, first.total]).toEqual([10, 12])
    expect((await customers.orders({ id, limit: 10, cursor: first.nextCursor })).rows).toHaveLength(2)
    expect(await customers.repairs({ id })).toMatchObject({ total: 2 })
    expect(await customers.tradeIns({ id })).toMatchObject({ rows: [{ tradeInNumber: tradeIn.tradeInNumber }], total: 1 })
    expect(await customers.messages({ id })).toMatchObject({ rows: [{ number: repair.repairNumber, excerpt: 'It is here' }], total: 1 })
    expect(await customers.credit({ id })).toMatchObject({ balance: 25, rows: [{ amount: 25 }] })
    const { rows: sessions } = await customers.sessions({ id })
    expect(sessions).toHaveLength(1)
    expect(Object.keys(sessions[0] ?? {}).sort()).toEqual(['createdAt', 'id', 'ip', 'lastSeenAt', 'userAgent'])
    const nobody = randomUUID()
    await expect(customers.byId({ id: nobody })).rejects.toEqual(refused('NOT_FOUND'))
    await expect(customers.byId({ id: 'x' })).rejects.toEqual(refused('BAD_REQUEST'))
    expect(await customers.repairs({ id: nobody })).toMatchObject({ rows: [], total: 0 })
  })

  it('shows whoever is limited no more than their lists do', async () => {
    const [limited, person] = [await shop.signIn('admin'), await shop.signIn('customer')]
    const { userId: id } = person
    const as = async (...scopes: string[]) => {
      await shop.db.prisma.profile.update({ where: { userId: limited.userId }, data: { scopes } })
      const sections = ['repairs', 'tradeIns', 'orders', 'messages', 'credit', 'sessions'] as const
      const answers = await Promise.allSettled(sections.map((section) => limited.caller.customers[section]({ id })))
      return sections.filter((_, index) => answers[index]?.status === 'fulfilled')
    }
    expect(await as('customers:read')).toEqual([])
    expect(await as('customers:read', 'repairs:read', 'orders:write')).toEqual(['repairs', 'orders'])
    expect(await as('customers:read', 'credit:read', 'users:read', 'cases:read', 'tradeIns:read')).toEqual([
      'tradeIns',
      'messages',
      'credit',
      'sessions',
    ])
    expect(await as('repairs:read', 'orders:read', 'credit:read')).toEqual([])
    await expect(limited.caller.customers.byId({ id })).rejects.toEqual(refused('FORBIDDEN'))
    await expect(person.caller.customers.byId({ id })).rejects.toEqual(refused('FORBIDDEN'))
  })

  it('gives an address to somebody who had none, once, and never another’s', async () => {
    const { userId } = await repairOf({ phone: '01632 960009', fullName: 'Walk In' })
    const id = userId ?? ''
    const taken = await shop.signIn('customer')
    const { customers } = admin.caller
    expect(await customers.byId({ id })).toMatchObject({ email: null, phone: '01632 960009', hasAccount: false })
    await expect(customers.addEmail({ id, email: taken.email })).rejects.toEqual(refused('CONFLICT'))
    const email = `${randomUUID()}@example.com`
    expect(await customers.addEmail({ id, email: email.toUpperCase() })).toMatchObject({ email, hasAccount: false })
    await shop.services.jobs.settled()
    expect(shop.emails.filter(({ to }) => to === email).map(({ text }) => text.includes('#claim='))).toEqual([true])
    await expect(customers.addEmail({ id, email: `x${email}` })).rejects.toEqual(refused('CONFLICT'))
    expect((await admin.caller.users.byId({ userId: id })).email).toBe(email)
    await expect(customers.addEmail({ id: randomUUID(), email: `y${email}` })).rejects.toEqual(refused('NOT_FOUND'))
  })

  it('works for users that plain SQL has left without a profile, and for cases of nobody', async () => {
    const [user] = await shop.db.prisma.$queryRaw<{ id: string }[]>`
      INSERT INTO users (email) VALUES ('plain@example.com') RETURNING id::text`
    expect(await admin.caller.customers.byId({ id: user?.id ?? '' })).toMatchObject({
      email: 'plain@example.com',
      fullName: null,
      addresses: [],
    })
    const [row] = await shop.db.prisma.$queryRaw<{ number: string }[]>`
      INSERT INTO repairs (status, device_info) VALUES ('received', '{}') RETURNING repair_number AS number`
    expect(await admin.caller.repairs.byNumber({ number: row?.number ?? '' })).toMatchObject({
      owner: null,
      repair: { userId: null, returnAddress: null },
    })
  })
})
