import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createServices } from '~/server/create-services'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { createCaller } from '~/server/api/root'
import { openCapturedLog } from '../setup/captured-log'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, TEST_SECRET, type TestShop } from '../setup/shop'

describeOnEngines('the texts of emails on %s', (engine) => {
  let shop: TestShop
  let admin: Awaited<ReturnType<TestShop['signIn']>>
  let customer: Awaited<ReturnType<TestShop['signIn']>>
  const log = openCapturedLog()

  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine), log: log.log })
    admin = await shop.signIn('admin')
    customer = await shop.signIn('customer')
  })
  beforeEach(async () => {
    shop.emails.length = 0
    await shop.db.prisma.emailTemplateVersion.deleteMany()
    await shop.services.outbox.texts.changed()
  })
  afterAll(() => shop.close())

  const ID = 'repairs.completed'
  const text = { subject: 'Done: {{number}}', body: 'Your {{device}} is fine.\n\n{{warranty}}\n\nTell <b>everybody</b>.' }
  const save = (version = 0, more: Partial<typeof text & { id: string }> = {}) =>
    admin.caller.emails.save({ id: ID, version, ...text, ...more })
  const page = () => admin.caller.emails.byId({ id: ID })

  async function repairOf(deviceInfo = { manufacturer: 'Bitmain', model: 'S19 {{link}} <i>' }) {
    const { id, repairNumber } = await admin.caller.repairs.create({
      customer: { userId: customer.userId },
      deviceInfo,
      problemDescription: 'Dead',
    })
    await admin.caller.repairs.update({ id, actualCost: 150 })
    return { id, repairNumber }
  }

  it('are listed with every email that customers get, and have their own words until somebody changes them', async () => {
    const rows = await admin.caller.emails.list()
    expect(rows.length).toBeGreaterThan(35)
    expect(rows.every(({ isChanged, fault }) => !isChanged && fault === null)).toBe(true)
    expect(await page()).toMatchObject({
      version: 0,
      versions: [],
      isChanged: false,
      text: { subject: 'Your repair {{number}} is complete' },
    })
  })

  it('go out as they were saved, escaped, with fields that are read once', async () => {
    await save()
    const { id, repairNumber } = await repairOf()
    shop.emails.length = 0
    await admin.caller.repairs.updateStatus({ id, status: 'completed' })
    const [email] = shop.emails
    expect(email?.subject).toBe(`Done: ${repairNumber}`)
    expect(email?.text).toContain('Your Bitmain S19 {{link}} <i> is fine.')
    expect(email?.text).toContain('under warranty for 30 days')
    expect(email?.html).toContain('Tell &lt;b&gt;everybody&lt;/b&gt;.')
    expect(email?.html).not.toContain('<i>')
    // The look at it before it goes out is the same.
    const { id: other } = await repairOf()
    const looked = await admin.caller.cases.previewStatusEmail({ noun: 'repairs', id: other, status: 'completed' })
    expect(looked.body).toContain('is fine.')
  })

  it('have a subject of one line, whatever a field holds', async () => {
    await save(0, { subject: '{{device}} {{number}}' })
    const { id } = await repairOf({ manufacturer: 'Bitmain', model: 'S19\r\nBcc: all@example.com' })
    shop.emails.length = 0
    await admin.caller.repairs.updateStatus({ id, status: 'completed' })
    expect(shop.emails[0]?.subject).toMatch(/^Bitmain S19 Bcc: all@example\.com \S+$/)
  })

  it('refuse an unknown field by name, and a text without what it needs', async () => {
    await expect(save(0, { body: '{{serial}}\n\n{{warranty}}' })).rejects.toThrow('This email has no field {{serial}}')
    await expect(save(0, { body: 'Nothing' })).rejects.toThrow('needs the field {{warranty}}')
    await expect(save(0, { id: 'account.verify', subject: 'x', body: 'No button' })).rejects.toThrow('needs the field {{link}}')
    await expect(save(0, { subject: 'a\nb' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(save(0, { id: 'no.such' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await page()).version).toBe(0)
  })

  it('keep each version with who saved it, and go back to the shop’s own', async () => {
    await save()
    await save(1, { subject: 'Second {{number}}' })
    await expect(save(1)).rejects.toMatchObject({ code: 'CONFLICT' })
    const reset = await admin.caller.emails.reset({ id: ID, version: 2 })
    expect(reset).toMatchObject({ isChanged: false, version: 3, text: reset.original })
    expect(reset.versions.map(({ number, text: saved, savedBy }) => [number, saved?.subject ?? null, savedBy])).toEqual([
      [3, null, admin.email],
      [2, 'Second {{number}}', admin.email],
      [1, text.subject, admin.email],
    ])
    // Saving what is there already makes no version.
    expect((await admin.caller.emails.reset({ id: ID, version: 3 })).version).toBe(3)
    const audit = await shop.db.prisma.auditEntry.findMany({ where: { subjectType: 'email_template' }, orderBy: { id: 'asc' } })
    expect(audit.map(({ action, actorEmail, subjectId }) => [action, actorEmail, subjectId])).toEqual([
      ...Array.from({ length: audit.length - 1 }, () => ['email_template.saved', admin.email, ID]),
      ['email_template.reset', admin.email, ID],
    ])
  })

  it('show how they look with a real case that the caller may read', async () => {
    const { repairNumber } = await repairOf()
    const real = await admin.caller.emails.preview({ id: ID, ...text })
    expect(real).toMatchObject({ caseNumber: repairNumber, subject: `Done: ${repairNumber}` })
    expect(real.text).toContain('Your Bitmain S19 {{link}} <i> is fine.')
    expect((await admin.caller.emails.preview({ id: ID, ...text, caseNumber: repairNumber.toLowerCase() })).caseNumber).toBe(repairNumber)
    await expect(admin.caller.emails.preview({ id: ID, ...text, caseNumber: 'RP-0' })).rejects.toThrow('There is no such case')
    await expect(admin.caller.emails.preview({ id: ID, ...text, body: '{{x}}' })).rejects.toThrow('no field {{x}}')
    const verify = await admin.caller.emails.byId({ id: 'account.verify' })
    expect(await admin.caller.emails.preview({ id: verify.id, ...verify.text })).toMatchObject({ caseNumber: null })
    // Another email's example of an address is not the company's.
    const placed = await admin.caller.emails.byId({ id: 'order.placed' })
    const shown = await admin.caller.emails.preview({ id: placed.id, ...placed.text })
    expect(shown.text).toContain('It goes to:\n12 Foundry Lane\nLeeds LS1 4AP')
    expect(shown.html).toMatch(/white-space:pre-line[^>]*>It goes to:\n12 Foundry Lane/)

    const { tradeInNumber } = await admin.caller.tradeIns.create({
      customer: { userId: customer.userId },
      deviceInfo: { manufacturer: 'Canaan', model: 'Avalon 1466' },
    })
    const unsaved = async (id: string, caseNumber: string) => {
      const template = await admin.caller.emails.byId({ id })
      return admin.caller.emails.preview({ id, ...template.text, caseNumber })
    }
    const requested = await unsaved('cases.requested', repairNumber)
    expect(requested.subject).toBe(`Your repair request ${repairNumber}`)
    expect(requested.text).not.toMatch(/trade-in|TI-|values/i)
    const reminded = await unsaved('cases.reminder', tradeInNumber)
    expect(reminded.subject).toBe(`Waiting for your answer: offer 1 for trade-in ${tradeInNumber}`)
    expect(reminded.text).not.toMatch(/repair|RP-/i)
    expect((await unsaved('cases.request_link', '')).caseNumber).toBeNull()

    await shop.db.prisma.profile.update({ where: { userId: admin.userId }, data: { scopes: ['emails:write'] } })
    expect((await admin.caller.emails.preview({ id: ID, ...text })).caseNumber).toBeNull()
    await expect(admin.caller.repairs.byId({ id: verify.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await shop.db.prisma.profile.update({ where: { userId: admin.userId }, data: { scopes: ['emails:read'] } })
    await expect(save()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await shop.db.prisma.$executeRaw`UPDATE profiles SET scopes = NULL WHERE user_id = ${admin.userId}::uuid`
  })

  it('give way to the shop’s own where plain SQL has left one that cannot be used, and say so', async () => {
    await shop.db.prisma.emailTemplateVersion.create({ data: { template: ID, number: 7, subject: 'Broken', body: '{{nothing}}' } })
    await shop.services.outbox.texts.changed()
    const { id, repairNumber } = await repairOf()
    shop.emails.length = 0
    await admin.caller.repairs.updateStatus({ id, status: 'completed' })
    expect(shop.emails[0]?.subject).toBe(`Your repair ${repairNumber} is complete`)
    expect(log.lines.filter((line) => line.includes('cannot be used'))).toHaveLength(1)
    expect(await page()).toMatchObject({ version: 7, isChanged: true, fault: expect.stringContaining('{{nothing}}') })
    const row = (await admin.caller.emails.list()).find((each) => each.id === ID)
    expect(row).toMatchObject({
      isChanged: true,
      subject: 'Your repair {{number}} is complete',
      fault: expect.stringContaining('{{nothing}}'),
    })
    expect((await save(7)).fault).toBeNull()
  })

  it('reach every process of the database', async () => {
    const other = await createServices({
      db: shop.db,
      log: log.log,
      now: shop.services.now,
      businessTimeZone: 'Europe/London',
      secret: TEST_SECRET,
      siteUrl: 'http://localhost:3000',
      mail: { send: () => Promise.resolve() },
    })
    try {
      await save()
      const caller = createCaller(createInnerTRPCContext({ services: other, sessionId: admin.sessionId }))
      const { id } = await repairOf()
      const changed = async () => (await caller.cases.previewStatusEmail({ noun: 'repairs', id, status: 'completed' })).subject
      await expect.poll(changed).toMatch(/^Done: /)
    } finally {
      await other.jobs.stop()
      await other.hub.stop()
    }
  })
})
