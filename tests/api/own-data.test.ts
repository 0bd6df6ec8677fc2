import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as dataRoute from '~/pages/api/account/data.zip'
import { startSession } from '~/server/identity/auth/sessions'
import { fileKey, FileStoreError, type FileStore } from '~/server/platform/files/file-store'
import { ownArchive } from '~/server/office/own-data/own-data-archive'
import { remindOfAnswers } from '~/server/cases/quotes/unanswered-quotes'
import { isGoodLink } from '~/server/office/own-data/download-link'
import { serveRoutes } from '../setup/routes'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const stored = new Map<string, Buffer>()
const files: FileStore = {
  place: 'memory',
  put: (key, bytes) => Promise.resolve(void stored.set(key, Buffer.from(bytes))),
  get(key) {
    const bytes = stored.get(key)
    return bytes ? Promise.resolve(bytes) : Promise.reject(new FileStoreError('missing'))
  },
  remove: (key) => Promise.resolve(void stored.delete(key)),
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ contactInbox: 'desk@example.com', files })
})
afterAll(() => shop.close())

const refused = (code: string): unknown => expect.objectContaining({ code })

/** Somebody with an order, a repair and a trade-in that are over, and a picture of the repair. */
async function customer() {
  const person = await shop.signIn('customer')
  const { prisma } = shop.db
  const { userId } = person
  const order = await prisma.order.create({ data: { userId, orderNumber: `ORD-${randomUUID()}`, status: 'completed', totalAmount: 12.5 } })
  const repair = await prisma.repair.create({
    data: { userId, status: 'shipped', repairNotes: 'never shown', problemDescription: 'rattles' },
  })
  const tradeIn = await prisma.tradeIn.create({ data: { userId, status: 'rejected' } })
  const bytes = Buffer.from(`picture of ${userId}`)
  const storageKey = fileKey(bytes)
  await shop.services.files.put(storageKey, bytes, 'image/jpeg')
  const file = {
    kind: 'picture',
    name: '../../etc/passwd',
    contentType: 'image/jpeg',
    bytes: bytes.length,
    sha256: '',
    storageKey,
  } as const
  await prisma.caseFile.create({ data: { ...file, caseId: repair.id, uploadedBy: userId, fromCustomer: true } })
  await prisma.caseFile.create({ data: { ...file, caseId: repair.id, name: 'internal-picture.jpg' } })
  await prisma.caseFile.create({
    data: {
      ...file,
      caseId: tradeIn.id,
      name: 'gone.pdf',
      kind: 'document',
      fromCustomer: true,
      storageKey: `${randomUUID()}/${'0'.repeat(64)}`,
    },
  })
  await prisma.caseEmail.create({
    data: { caseId: repair.id, kind: 'status', recipient: person.email, subject: 'Repaired', body: 'Dear you' },
  })
  return { ...person, order, repair, tradeIn }
}

const asPrivate = { isBusiness: false, company: null, postalAddress: null, country: 'GB', vatNumber: null }

/** A repair with an accepted estimate, so that it can be billed. */
async function agreedRepair(userId: string, total: number) {
  const { prisma } = shop.db
  const repair = await prisma.repair.create({ data: { userId, status: 'repairing' } })
  const quote = await prisma.caseQuote.create({ data: { caseId: repair.id, number: 1, state: 'accepted', total } })
  await prisma.repairLine.create({ data: { repairId: repair.id, estimateId: quote.id, label: 'Repair', price: total } })
  return repair
}

/** The names and texts of a ZIP file without compression, read by its local headers and data descriptors. */
async function unzip(person: { userId: string; email: string }): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of ownArchive(shop.services, person)) parts.push(part)
  const bytes = Buffer.concat(parts)
  expect(bytes.subarray(0, 4).toString('hex')).toBe('504b0304')
  expect(bytes.subarray(-22, -18).toString('hex')).toBe('504b0506')
  return bytes.toString('latin1')
}

describe('a copy of one’s own data', () => {
  it('has all that is one’s own with its files, and nothing of anybody else’s', async () => {
    const [own, other] = [await customer(), await customer()]
    await own.caller.account.update({ fullName: 'Ada Example', phone: null })
    const text = await unzip(own)
    for (const known of [
      own.email,
      'Ada Example',
      own.order.orderNumber,
      '12.5',
      own.repair.repairNumber,
      own.tradeIn.tradeInNumber,
      'rattles',
    ]) {
      expect(text).toContain(known)
    }
    expect(text).toContain(`picture of ${own.userId}`)
    expect(text).toContain('This file is no longer in the file store.')
    for (const foreign of [other.email, other.userId, other.order.orderNumber, other.repair.repairNumber, other.tradeIn.tradeInNumber]) {
      expect(text).not.toContain(foreign)
    }
    expect(text).not.toContain('never shown')
    expect(text).not.toContain('internal-picture')
    expect(text).not.toContain('../')
  })

  it('is given by a link of one session, for five minutes', async () => {
    const [own, other] = [await customer(), await customer()]
    const { address } = await own.caller.account.prepareDownload()
    const query = Object.fromEntries(new URL(address, 'http://localhost').searchParams)
    const now = TEST_NOW.getTime() / 1000
    const { secret } = shop.services
    expect(isGoodLink(secret, own, query, now)).toBe(true)
    expect(isGoodLink(secret, own, query, now + 301)).toBe(false)
    expect(isGoodLink(secret, { ...own, sessionId: other.sessionId }, query, now)).toBe(false)
    expect(isGoodLink(secret, other, query, now)).toBe(false)
    expect(isGoodLink(secret, own, { ...query, until: String(now + 10_000) }, now)).toBe(false)
    for (const bad of [{}, { until: 'x', signature: [] }]) expect(isGoodLink(secret, own, bad, now)).toBe(false)
  })

  it('is sent to the session that its link was given to, and to nobody else, by GET alone', async () => {
    const routes = await serveRoutes(shop, [{ path: /^\/api\/account\/data\.zip$/, module: dataRoute }])
    try {
      const [own, other] = [await customer(), await customer()]
      const { address } = await own.caller.account.prepareDownload()
      const [mine, theirs] = [await routes.signedIn(own.sessionId), await routes.signedIn(other.sessionId)]
      const get = (headers: Record<string, string> = {}, method = 'GET', asked = address) =>
        fetch(`${routes.url}${asked}`, { headers, method })
      const downloads = () => shop.db.prisma.auditEntry.count({ where: { subjectId: own.userId, action: 'account.data_downloaded' } })
      for (const method of ['HEAD', 'POST', 'DELETE']) expect((await get(mine, method)).status, method).toBe(405)
      expect((await get()).status).toBe(401)
      expect((await get(theirs)).status).toBe(403)
      expect((await get(await routes.signedIn(await startSession(shop.services, own.userId)))).status).toBe(403)
      for (const bad of [
        address.replace(/until=\d+/, 'until=9999999999'),
        address.replace(/signature=./, 'signature='),
        '/api/account/data.zip',
      ])
        expect((await get(mine, 'GET', bad)).status, bad).toBe(403)
      expect(await downloads()).toBe(0)

      const answer = await get(mine)
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'application/zip',
        'private, no-store',
      ])
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data-2026-11-20.zip"')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.subarray(0, 4).toString('hex')).toBe('504b0304')
      expect(bytes.includes(own.repair.repairNumber)).toBe(true)
      expect(await downloads()).toBe(1)
      await own.caller.auth.signOut()
      expect((await get(mine)).status).toBe(401)
    } finally {
      await routes.close()
    }
  })

  it('can be taken ten times an hour', async () => {
    const { caller } = await customer()
    for (let n = 0; n < 10; n += 1) await caller.account.prepareDownload()
    await expect(caller.account.prepareDownload()).rejects.toEqual(refused('TOO_MANY_REQUESTS'))
  })
})

describe('which emails one wants', () => {
  it('is kept, and the newsletter comes to the proven address without a link', async () => {
    const { caller, email, userId } = await customer()
    expect(await caller.account.emails()).toEqual({ reminders: true, messages: true, newsletter: false })
    expect(await caller.account.chooseEmails({ reminders: false, newsletter: true })).toMatchObject({ reminders: false, newsletter: true })
    expect(await shop.db.prisma.newsletterSubscriber.count({ where: { email, confirmedAt: { not: null } } })).toBe(1)
    expect(await shop.db.prisma.profile.findUnique({ where: { userId } })).toMatchObject({ wantsReminders: false })
    await caller.account.chooseEmails({ reminders: true, newsletter: false })
    expect(await shop.db.prisma.newsletterSubscriber.count({ where: { email } })).toBe(0)
  })
})

describe('a reminder', () => {
  it('goes to those who want it', async () => {
    const sentAt = new Date(TEST_NOW.getTime() - 4 * 24 * 60 * 60 * 1000)
    const [reminded, left] = [await customer(), await customer()]
    await left.caller.account.chooseEmails({ reminders: false, newsletter: false })
    for (const { userId } of [reminded, left]) {
      const repair = await shop.db.prisma.repair.create({ data: { userId, status: 'diagnosing' } })
      await shop.db.prisma.caseQuote.create({ data: { caseId: repair.id, number: 1, state: 'sent', sentAt } })
    }
    await remindOfAnswers(shop.services)
    await shop.services.jobs.settled()
    const reminders = shop.emails.filter(({ subject }) => subject.startsWith('Waiting for your answer'))
    expect(reminders.map(({ to }) => to)).toEqual([reminded.email])
  })
})

describe('the end of an account', () => {
  it('takes the person, and leaves what has to be kept without them', async () => {
    const { caller, email, userId, order, repair, sessionId } = await customer()
    const { prisma } = shop.db
    await caller.account.chooseEmails({ reminders: true, newsletter: true })
    await prisma.ledgerAccount.create({ data: { userId, email, fullName: 'Ada' } })
    const request = { noun: 'repairs', userId, email, fullName: 'Ada', phone: '1' }
    const confirmed = await prisma.caseRequest.create({ data: { ...request, confirmedAt: TEST_NOW } })
    await prisma.caseRequest.create({ data: request })
    await expect(caller.account.delete({ email: 'else@example.com' })).rejects.toEqual(refused('BAD_REQUEST'))
    await caller.account.delete({ email })
    expect(await prisma.user.count({ where: { id: userId } })).toBe(0)
    expect(await prisma.profile.count({ where: { userId } })).toBe(0)
    expect(await prisma.session.count({ where: { id: sessionId } })).toBe(0)
    expect(await prisma.newsletterSubscriber.count({ where: { email } })).toBe(0)
    expect(await prisma.order.findUnique({ where: { id: order.id } })).toMatchObject({ userId: null, orderNumber: order.orderNumber })
    expect(await prisma.repair.findUnique({ where: { id: repair.id } })).toMatchObject({ userId: null, problemDescription: 'rattles' })
    expect(await prisma.caseEmail.findFirst({ where: { caseId: repair.id } })).toMatchObject({ recipient: 'A deleted account', body: '' })
    expect(await prisma.caseFile.findFirst({ where: { caseId: repair.id, fromCustomer: true } })).toMatchObject({ removedAt: TEST_NOW })
    expect(await prisma.caseRequest.findMany()).toMatchObject([
      { id: confirmed.id, userId: null, email: null, fullName: null, phone: null },
    ])
    expect(await prisma.ledgerAccount.findUnique({ where: { userId } })).toMatchObject({ email: null, fullName: null })
    expect(await prisma.auditEntry.findFirst({ where: { subjectId: userId, action: 'account.deleted' } })).toMatchObject({
      actorEmail: null,
    })
    expect(shop.emails.at(-1)).toMatchObject({ to: email, subject: expect.stringMatching(/has been deleted$/) as unknown })
    await expect(caller.account.profile()).rejects.toEqual(refused('UNAUTHORIZED'))
  })

  it('waits for what is open, and says what that is', async () => {
    const { caller, email, userId } = await customer()
    const { prisma } = shop.db
    const order = await prisma.order.create({ data: { userId, orderNumber: `ORD-${randomUUID()}`, status: 'processing' } })
    const repair = await prisma.repair.create({ data: { userId, status: 'testing' } })
    const tradeIn = await prisma.tradeIn.create({ data: { userId, status: 'approved' } })
    const end = await caller.account.end()
    expect(end).toMatchObject({ obstacleCount: 3, isLastAdmin: false, credit: 0 })
    expect(end.obstacles.map(({ number }) => number)).toEqual([order.orderNumber, repair.repairNumber, tradeIn.tradeInNumber])
    const refusal = await caller.account.delete({ email }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(repair.repairNumber) as unknown })
    expect(await prisma.user.count({ where: { id: userId } })).toBe(1)
  })

  it('names the money on both sides, and goes on once these very sums are confirmed to be read', async () => {
    const [{ caller, email, userId }, desk] = [await customer(), await shop.signIn('admin')]
    const owedFor = await agreedRepair(userId, 500)
    const paidFor = await agreedRepair(userId, 100)
    const owed = await desk.caller.invoices.issue({ repairId: owedFor.id })
    const paid = await desk.caller.invoices.issue({ repairId: paidFor.id })
    await caller.invoices.saveOwnBuyer({ ...asPrivate, fullName: 'Ada Quill', billingAddress: '1 Mill Lane\nLeeds' })
    await desk.caller.payments.record({
      invoiceId: paid.id,
      method: 'transfer',
      amount: 400,
      reference: null,
      receivedOn: '2026-11-20',
      confirmed: true,
    })
    await desk.caller.credit.adjust({ userId, amount: 25, reason: 'Sorry' })
    await shop.db.prisma.repair.updateMany({ where: { userId }, data: { status: 'shipped' } })
    const end = await caller.account.end()
    expect(end).toMatchObject({ owed: 500, onAccount: 300, credit: 25, pending: 0, owedOn: [owed.number], obstacleCount: 0 })
    const money = { owed: 500, onAccount: 300, credit: 25, pending: 0 }
    await expect(caller.account.delete({ email })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: ['confirmed'] }] },
    })
    await expect(caller.account.delete({ email, confirmed: { ...money, owed: 400 } })).rejects.toEqual(refused('CONFLICT'))
    await caller.account.delete({ email, confirmed: money })
    const told = shop.emails.at(-1)
    for (const sentence of [
      /You owe €500.00 on INV-/,
      /€300.00 that you paid was on account/,
      /€25.00 of store credit/,
      /Invoices and credit notes that we issued.*Why: tax and company law/,
    ])
      expect(told?.text).toMatch(sentence)
    // The issued invoice and its debt stay; the buyer's own row names nobody.
    expect(await desk.caller.invoices.byId({ id: owed.id })).toMatchObject({ owed: 500 })
    expect(await shop.db.prisma.buyer.findUnique({ where: { userId } })).toMatchObject({
      fullName: null,
      email: null,
      billingAddress: null,
    })
    const { rows } = await desk.caller.invoices.debtors({})
    expect(rows.find(({ userId: id }) => id === userId)).toMatchObject({ owed: 500, hasUser: false, name: null })
    await shop.db.prisma.profile.update({ where: { userId: desk.userId }, data: { role: 'customer' } })
  })

  it('takes the billing details along by plain SQL too', async () => {
    const { caller, userId } = await customer()
    await caller.invoices.saveOwnBuyer({ ...asPrivate, fullName: 'Grace Quill', billingAddress: '2 Mill Lane\nLeeds' })
    await shop.db.prisma.$executeRaw`DELETE FROM users WHERE id = ${userId}::uuid`
    const buyer = await shop.db.prisma.buyer.findUniqueOrThrow({ where: { userId } })
    expect(buyer).toMatchObject({ email: null, fullName: null, billingAddress: null })
    const entries = await shop.db.prisma.auditEntry.findMany({ where: { subjectType: 'buyer', subjectId: buyer.id } })
    expect(entries).toHaveLength(1)
    expect(JSON.stringify(entries[0]?.after)).not.toMatch(/Grace|Mill Lane/)
  })

  it('names machines that are done and still here, and waits for an invoice that could not be issued any more', async () => {
    const { caller, email, userId } = await customer()
    const here = await shop.db.prisma.repair.create({ data: { userId, status: 'completed' } })
    expect(await caller.account.end()).toMatchObject({ obstacles: [], stillHere: [here.repairNumber] })
    const waiting = await shop.db.prisma.billingDocument.create({
      data: { purpose: 'repair', noun: 'repairs', nounId: here.id, waitsFor: ['address'] },
    })
    expect((await caller.account.end()).obstacles).toEqual([{ kind: 'invoice of', number: here.repairNumber }])
    await expect(caller.account.delete({ email })).rejects.toEqual(refused('CONFLICT'))
    await shop.db.prisma.billingDocument.update({ where: { id: waiting.id }, data: { state: 'withdrawn' } })
    await caller.account.delete({ email })
    expect(shop.emails.at(-1)?.text).toContain(`Your machine of ${here.repairNumber} is done.`)
  })

  it('is not for the last administrator, nor for two who leave at once', async () => {
    const [one, two] = [await shop.signIn('admin'), await shop.signIn('admin')]
    const left = await Promise.allSettled([
      one.caller.account.delete({ email: one.email }),
      two.caller.account.delete({ email: two.email }),
    ])
    expect(left.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await shop.db.prisma.profile.count({ where: { role: 'admin' } })).toBe(1)
  })
})
