import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseRef } from '~/contracts/case-ref'
import * as documentRoute from '~/pages/api/case-documents'
import { caseOfToken } from '~/server/cases/base/tracking-links'
import type { SmsMessage } from '~/server/platform/sms/sender'
import { serveRoutes } from '../setup/routes'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
const texts: SmsMessage[] = []
beforeAll(async () => {
  const sms = { send: (message: SmsMessage) => Promise.resolve(void texts.push(message)) }
  shop = await openTestShop({ sms, smsCountries: new Set(['GB']) })
  const person = await shop.signIn('admin')
  admin = { ...person, caller: shop.callerOf(person.sessionId, { namesLetters: true }) }
})
afterAll(() => shop.close())

const deviceInfo = { manufacturer: 'Bitmain', model: 'Antminer S19' }
async function open(customer: { email: string; phone?: string; fullName?: string }): Promise<CaseRef & { number: string }> {
  const { id, repairNumber: number } = await admin.caller.repairs.create({ customer, deviceInfo, problemDescription: 'No hash' })
  return { noun: 'repairs', id, number }
}
const ref = ({ noun, id }: CaseRef) => ({ noun, id })
const tokenOf = (href: string) => href.replace('http://localhost:3000/track/', '')
const opens = async (href: string) => (await caseOfToken(shop.db.prisma, TEST_NOW, tokenOf(href)))?.ref.id ?? null

describe('a link that staff give', () => {
  it('is the same one until it is revoked, is stored nowhere, and says who has asked for it', async () => {
    const repair = await open({ email: 'given@example.com' })
    const { href } = await admin.caller.cases.giveLink(ref(repair))
    expect(await admin.caller.cases.giveLink(ref(repair))).toEqual({ href })
    expect(await opens(href)).toBe(repair.id)
    expect(JSON.stringify(await shop.db.prisma.caseLink.findMany())).not.toContain(tokenOf(href))
    const { rows } = await admin.caller.cases.timeline({ ...ref(repair), limit: 100 })
    expect(rows.filter(({ kind, detail }) => kind === 'change' && detail.action === 'repair.link_given')).toMatchObject([
      { actor: admin.email },
    ])

    expect(await admin.caller.cases.links(ref(repair))).toMatchObject({
      machines: [{ number: repair.number, device: 'Bitmain Antminer S19' }],
      recipient: 'given@example.com',
    })
    await admin.caller.cases.revokeLinks(ref(repair))
    expect(await opens(href)).toBeNull()
    const again = await admin.caller.cases.giveLink(ref(repair))
    expect(again.href).not.toBe(href)
    expect(await opens(again.href)).toBe(repair.id)
  })

  it('names every machine that it opens, and those alone', async () => {
    const customer = await shop.signIn('customer')
    const request = await shop.db.prisma.caseRequest.create({ data: { noun: 'repairs', userId: customer.userId, confirmedAt: TEST_NOW } })
    const made = { deviceInfo, requestId: request.id }
    const own = { ...made, userId: customer.userId }
    const [first, second] = [await shop.db.prisma.repair.create({ data: own }), await shop.db.prisma.repair.create({ data: own })]
    await shop.db.prisma.repair.create({ data: { ...made, userId: admin.userId } })
    const links = await admin.caller.cases.links({ noun: 'repairs', id: first.id })
    expect(links.machines.map(({ number }) => number)).toEqual([first.repairNumber, second.repairNumber])
    const { href } = await admin.caller.cases.giveLink({ noun: 'repairs', id: first.id })
    await admin.caller.cases.revokeLinks({ noun: 'repairs', id: second.id })
    expect(await opens(href)).toBeNull()
    const entry = await shop.db.prisma.auditEntry.findFirstOrThrow({ where: { action: 'repair.links_revoked', subjectId: second.id } })
    expect(entry.after).toEqual({ links: 1, machines: `${first.repairNumber}, ${second.repairNumber}` })
  })

  it('takes its email back while that waits, so that nobody is sent a link that works no more', async () => {
    const slow = await openTestShop({ holdSeconds: 60 })
    const { sessionId } = await slow.signIn('admin')
    const { cases, repairs } = slow.callerOf(sessionId, { namesLetters: true })
    const { id } = await repairs.create({ customer: { email: 'waiting@example.com' }, deviceInfo, problemDescription: 'No hash' })
    const kinds = async () => (await slow.db.prisma.caseEmail.findMany({ where: { caseId: id } })).map(({ kind }) => kind)
    await cases.sendLink({ noun: 'repairs', id })
    expect(await kinds()).toContain('link')
    const others = (await kinds()).filter((kind) => kind !== 'link')
    expect(await cases.revokeLinks({ noun: 'repairs', id })).toMatchObject({
      revoked: others.length + 1,
      letters: { recalled: { count: 1, first: [{ to: 'waiting@example.com' }] } },
    })
    // Emails that say more than the link still go out.
    expect(await kinds()).toEqual(others)
    expect(slow.emails).toEqual([])
    await slow.close()
  })

  it('needs the right to change the case, a customer, and a case that is not over for long', async () => {
    const repair = await open({ email: 'limits@example.com' })
    const { key } = await admin.caller.keys.create({ name: 'Notes', scopes: ['repairs:read', 'cases:write'] })
    const program = shop.callerOf(null, { apiKey: key, client: { ip: '198.51.100.7', userAgent: 'curl' } })
    await expect(program.cases.giveLink(ref(repair))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(program.cases.sendLink(ref(repair))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const nobodys = await shop.db.prisma.repair.create({ data: { deviceInfo } })
    await expect(admin.caller.cases.giveLink({ noun: 'repairs', id: nobodys.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    const old = await shop.db.prisma.repair.create({ data: { deviceInfo, userId: admin.userId, status: 'completed' } })
    await shop.db.prisma.$executeRaw`UPDATE repairs SET completed_at = '2025-01-01' WHERE id = ${old.id}::uuid`
    await expect(admin.caller.cases.giveLink({ noun: 'repairs', id: old.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(admin.caller.cases.sendLink({ noun: 'repairs', id: old.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await shop.db.prisma.caseLink.count({ where: { caseId: old.id } })).toBe(0)
    await expect(admin.caller.cases.giveLink({ noun: 'repairs', id: admin.userId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is printed as a code on receipt and job sheet, for those alone who may give it', async () => {
    const routes = await serveRoutes(shop, [{ path: /^\/api\/case-documents$/, module: documentRoute }])
    try {
      const repair = await open({ email: 'printed@example.com' })
      const { key } = await admin.caller.keys.create({ name: 'Prints', scopes: ['repairs:read'] })
      const print = async (kind: string, headers: Record<string, string>) => {
        const answer = await fetch(`${routes.url}/api/case-documents?noun=repairs&id=${repair.id}&kind=${kind}`, { headers })
        return (await extractText(new Uint8Array(await answer.arrayBuffer()), { mergePages: true })).text
      }
      const made = () => shop.db.prisma.auditEntry.count({ where: { action: 'repair.link_given', subjectId: repair.id } })
      expect(await print('receipt', { authorization: `Bearer ${key}` })).not.toContain('Follow it with your phone')
      expect(await made()).toBe(0)
      const headers = await routes.signedIn(admin.sessionId)
      expect(await print('receipt', headers)).toContain('Follow it with your phone')
      expect(await print('job-sheet', headers)).toContain('The customer’s page')
      expect(await print('packing-slip', headers)).not.toContain('phone, and answer')
      expect(await made()).toBe(1)
    } finally {
      await routes.close()
    }
  })
})

describe('a customer without an email address', () => {
  it('is sent text messages by the rules of emails, with the link to the page', async () => {
    texts.length = 0
    const repair = await open({ email: '', phone: '07700 900123', fullName: 'Sam Field' })
    expect(texts).toMatchObject([{ to: '+447700900123', channel: 'sms' }])
    expect(texts[0]?.text).toContain(repair.number)
    expect(await opens(/http\S+/.exec(texts[0]?.text ?? '')?.[0] ?? '')).toBe(repair.id)
    // Told of by default: completed. Not told of: testing.
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'testing' })
    expect(texts).toHaveLength(1)
    expect(await admin.caller.repairs.countEmails({ status: 'completed', ids: [{ id: repair.id, version: 2 }] })).toEqual({
      emails: 1,
      customers: 1,
    })
    const changed = await admin.caller.repairs.updateStatus({ id: repair.id, status: 'completed' })
    expect(changed).toMatchObject({ letters: { waiting: { first: [{ to: '+447700900123' }] } } })
    expect(texts).toHaveLength(2)
    const { rows } = await admin.caller.cases.timeline({ ...ref(repair), limit: 100 })
    expect(rows.filter(({ kind }) => kind === 'email')).toMatchObject([
      { detail: { kind: 'completed', recipient: '+447700900123', isSent: true } },
      { detail: { kind: 'received' } },
    ])
    expect(shop.emails.filter(({ to }) => to.includes('7700'))).toEqual([])

    expect(await admin.caller.cases.sendLink(ref(repair))).toMatchObject({ to: '+447700900123' })
    expect(texts.at(-1)?.text).toMatch(/^.+: Your link to repair \S+\. Follow your repair: http\S+$/)
  })

  it('gets an estimate and an email’s own words, and no notice that the law wants in writing', async () => {
    const repair = await open({ email: '', phone: '+44 7700 900124' })
    await admin.caller.repairs.saveEstimate({ id: repair.id, lines: [{ kind: 'labour', label: 'Work', quantity: 1, price: 90 }] })
    expect(await admin.caller.repairs.previewEstimate({ id: repair.id })).toMatchObject({ recipient: '+447700900124' })
    await admin.caller.repairs.sendEstimate({ id: repair.id, email: { subject: 'Your estimate of €90', body: 'More words' } })
    expect(texts.at(-1)?.text).toContain(': Your estimate of €90. Answer the estimate: http')
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'completed' })
    await expect(admin.caller.repairs.sendCollectionNotice({ repairId: repair.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is sent nothing at a landline, abroad, or without a number', async () => {
    texts.length = 0
    for (const phone of ['020 7946 0018', '+33 6 12 34 56 78', '0906 123 4567']) {
      const repair = await open({ email: '', phone, fullName: 'Nobody' })
      expect(await admin.caller.cases.links(ref(repair))).toMatchObject({ recipient: null })
      await expect(admin.caller.cases.sendLink(ref(repair))).rejects.toMatchObject({ code: 'CONFLICT' })
      expect(await admin.caller.cases.previewStatusEmail({ ...ref(repair), status: 'completed' })).toMatchObject({
        recipient: null,
        missing: 'no_address',
      })
    }
    expect(texts).toEqual([])
  })
})
