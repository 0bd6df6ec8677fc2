import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { createServices } from '~/server/create-services'
import { remindOfAnswers } from '~/server/cases/quotes/unanswered-quotes'
import { createLogger } from '~/server/platform/log'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, TEST_NOW, TEST_SECRET, type TestShop } from '../setup/shop'

const DAY_MS = 24 * 60 * 60 * 1000
const day = (date: Date | null | undefined) => date?.toISOString().slice(0, 10)

describeOnEngines('limits and periods on %s', (engine) => {
  let shop: TestShop
  let first: Awaited<ReturnType<TestShop['signIn']>>
  let second: Awaited<ReturnType<TestShop['signIn']>>
  let customer: Awaited<ReturnType<TestShop['signIn']>>
  let now = TEST_NOW

  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine), creditLimit: 100, now: () => now })
    first = await shop.signIn('admin')
    second = await shop.signIn('admin')
    customer = await shop.signIn('customer')
  })
  beforeEach(async () => {
    now = TEST_NOW
    await shop.db.prisma.policy.deleteMany()
    await shop.services.policies.changed()
    shop.emails.length = 0
  })
  afterAll(() => shop.close())

  const valueOf = async (name: string, of = first) => (await of.caller.policies.all()).rows.find((row) => row.name === name)
  const give = (amount: number) => first.caller.credit.adjust({ userId: customer.userId, amount, reason: 'Goodwill' })

  async function sentEstimate() {
    const { id } = await first.caller.repairs.create({
      customer: { userId: customer.userId },
      deviceInfo: { manufacturer: 'Bitmain', model: 'S19' },
      problemDescription: 'Dead',
    })
    await first.caller.repairs.saveEstimate({ id, lines: [{ kind: 'labour', label: 'Repair', quantity: 1, price: 100 }] })
    const { validDays } = await first.caller.repairs.previewEstimate({ id })
    await first.caller.repairs.sendEstimate({ id })
    const quote = await shop.db.prisma.caseQuote.findFirstOrThrow({ where: { caseId: id } })
    return { id, validDays, quote }
  }

  it('are the environment’s until somebody sets them, and again when they are emptied', async () => {
    expect(await valueOf('creditLimit')).toMatchObject({ value: 100, default: 100, isSet: false, wanted: null })
    await first.caller.policies.save({ values: { estimateDays: '21', creditLimit: 40 } })
    expect(await valueOf('estimateDays')).toMatchObject({ value: 21, default: 14, isSet: true })
    expect(await valueOf('creditLimit')).toMatchObject({ value: 40, isSet: true })
    await first.caller.policies.save({ values: { estimateDays: '' } })
    expect(await valueOf('estimateDays')).toMatchObject({ value: 14, isSet: false })
    const audit = await shop.db.prisma.auditEntry.findMany({ where: { subjectType: 'policies' }, orderBy: { id: 'asc' }, take: 1 })
    expect(audit).toMatchObject([
      {
        action: 'policies.saved',
        actorEmail: first.email,
        before: { estimateDays: 14, creditLimit: 100 },
        after: { estimateDays: 21, creditLimit: 40 },
      },
    ])
  })

  it('refuse what makes no sense, with the field, and a save over somebody else’s', async () => {
    const save = (values: object) => first.caller.policies.save({ values })
    await expect(save({ warrantyDays: 29 })).rejects.toThrow('At least 30')
    await expect(save({ offerLimit: -1 })).rejects.toThrow('Must not be negative')
    await expect(save({ offerLimit: '1.005' })).rejects.toThrow('At most two decimals')
    await expect(save({ offerLimit: 'much' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(save({ estimateDays: 1.5 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(save({ lastAnswerReminderDays: 3 })).rejects.toThrow('The last reminder comes after the first')
    await expect(save({ lastCreditReminderDays: 60 })).rejects.toThrow('nearer to the end')
    const { version } = await first.caller.policies.all()
    await second.caller.policies.save({ values: { offerDays: 20 }, version })
    await expect(first.caller.policies.save({ values: { offerDays: 30 }, version })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('lower a limit at once, and raise one by two administrators alone', async () => {
    await first.caller.policies.save({ values: { creditLimit: 40 } })
    expect((await give(50)).state).toBe('waiting')
    shop.emails.length = 0

    // Raised and approved by the same person, it would be no limit.
    const asked = await first.caller.policies.save({ values: { creditLimit: 500 } })
    expect(asked.rows.find(({ name }) => name === 'creditLimit')).toMatchObject({
      value: 40,
      wanted: { value: 500, by: first.email, isOwn: true },
    })
    expect((await give(60)).state).toBe('waiting')
    expect(shop.emails.filter(({ subject }) => subject.includes('raise a limit')).map(({ to }) => to)).toEqual([second.email])
    const approve = (of: typeof first, wanted = 500) => of.caller.policies.approve({ name: 'creditLimit', wanted })
    await expect(approve(first)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(approve(second, 499)).rejects.toMatchObject({ code: 'CONFLICT' })
    const newcomer = await shop.signIn('admin')
    await shop.db.prisma.roleChange.create({
      data: { userId: newcomer.userId, was: 'customer', role: 'admin', changedBy: first.userId, at: new Date(now.getTime() - 20 * DAY_MS) },
    })
    await expect(approve(newcomer)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await valueOf('creditLimit')).toMatchObject({ value: 40 })
    await approve(second)
    expect(await valueOf('creditLimit')).toMatchObject({ value: 500, wanted: null })
    await expect(approve(second)).rejects.toMatchObject({ code: 'CONFLICT' })

    // Back to a higher one of the environment is raising too.
    await first.caller.policies.save({ values: { creditLimit: 10 } })
    await first.caller.policies.save({ values: { creditLimit: null } })
    expect(await valueOf('creditLimit')).toMatchObject({ value: 10, wanted: { value: 100 } })
    await first.caller.policies.refuse({ name: 'creditLimit', wanted: 100 })
    expect(await valueOf('creditLimit')).toMatchObject({ value: 10, wanted: null })
  })

  it('count for new quotes and repairs alone', async () => {
    const before = await sentEstimate()
    expect([before.validDays, day(before.quote.expiresAt), before.quote.remindAfter]).toEqual([14, '2026-12-04', [3, 10]])
    await first.caller.policies.save({ values: { estimateDays: 30, warrantyDays: 90, answerReminderDays: 5, lastAnswerReminderDays: 20 } })
    const after = await sentEstimate()
    expect([after.validDays, day(after.quote.expiresAt), after.quote.remindAfter]).toEqual([30, '2026-12-20', [5, 20]])
    expect(day((await shop.db.prisma.caseQuote.findUniqueOrThrow({ where: { id: before.quote.id } })).expiresAt)).toBe('2026-12-04')

    const reminded = async () => {
      const rows = await shop.db.prisma.caseQuote.findMany({
        where: { id: { in: [before.quote.id, after.quote.id] } },
        orderBy: { expiresAt: 'asc' },
      })
      return rows.map(({ remindedDays }) => remindedDays)
    }
    for (const [days, expected] of [
      [3, [3, 0]],
      [5, [3, 5]],
      [12, [10, 5]],
      [20, [10, 20]],
    ] as const) {
      now = new Date(TEST_NOW.getTime() + days * DAY_MS)
      await remindOfAnswers(shop.services)
      await remindOfAnswers(shop.services)
      expect(await reminded(), `${days} days`).toEqual(expected)
    }
    now = TEST_NOW
    const text = async (id: string) => (await first.caller.cases.previewStatusEmail({ noun: 'repairs', id, status: 'completed' })).body
    const done = async (id: string) => {
      await first.caller.repairs.recordAnswer({ id, number: 1, answer: 'accepted', note: null })
      return text(id)
    }
    expect(await done(after.id)).toContain('under warranty for 90 days')
    expect(await done(before.id)).toContain('under warranty for 30 days')
    const { repairNumber: number } = await first.caller.repairs.updateStatus({ id: after.id, status: 'completed', email: false })
    const { repair, warranty } = await first.caller.repairs.byNumber({ number })
    // The database's own clock completes it.
    expect(warranty?.lastDay).toBe(day(new Date((repair.completedAt?.getTime() ?? 0) + 90 * DAY_MS)))
  })

  it('give way to the environment’s where plain SQL has left one that cannot be used', async () => {
    await shop.db.prisma.policy.create({ data: { name: 'offerLimit', value: -5 } })
    await shop.db.prisma.policy.create({ data: { name: 'answerReminderDays', value: 50 } })
    await shop.db.prisma.policy.create({ data: { name: 'unknown', value: 1 } })
    await shop.services.policies.changed()
    expect(shop.services.offerLimit).toBe(5000)
    expect(shop.services.answerReminderDays).toBe(3)
    expect(await valueOf('offerLimit')).toMatchObject({ value: 5000, fault: '-5: Must not be negative' })
  })

  it('are for administrators whose access includes them', async () => {
    const limit = (scopes: string[]) => shop.db.prisma.profile.update({ where: { userId: second.userId }, data: { scopes } })
    await limit(['policies:read'])
    expect((await second.caller.policies.all()).rows).toHaveLength(10)
    await expect(second.caller.policies.save({ values: { offerDays: 20 } })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(second.caller.settings.company()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await shop.db.prisma.$executeRaw`UPDATE profiles SET scopes = NULL WHERE user_id = ${second.userId}::uuid`
  })

  it('count in every process of the database', async () => {
    const other = await createServices({
      db: shop.db,
      log: createLogger('silent'),
      now: () => now,
      secret: TEST_SECRET,
      creditLimit: 100,
      siteUrl: 'http://localhost:3000',
      mail: { send: () => Promise.resolve() },
    })
    try {
      await first.caller.policies.save({ values: { offerDays: 21, creditLimit: 5 } })
      const caller = createCaller(createInnerTRPCContext({ services: other, sessionId: first.sessionId }))
      await expect.poll(() => other.offerDays).toBe(21)
      expect((await caller.policies.all()).rows.find(({ name }) => name === 'creditLimit')?.value).toBe(5)
    } finally {
      await other.jobs.stop()
      await other.hub.stop()
    }
  })

  it('show in the footer what is written of the company, and nothing that is empty', async () => {
    const seen = async () => (await shop.visitor.settings.public()).company_details
    expect(await seen()).toBe('')
    const { version } = await first.caller.settings.company()
    const values = {
      company_number: '01234567',
      vat_number: '',
      registered_office: '1 High Street, Leeds',
      guarantees: 'Tested for 24 hours.',
      delivery: ' ',
    }
    const saved = await first.caller.settings.saveCompany({ values, version })
    expect(await seen()).toBe('Company number 01234567 · Registered office: 1 High Street, Leeds\nTested for 24 hours.')
    await expect(first.caller.settings.saveCompany({ values, version })).rejects.toMatchObject({ code: 'CONFLICT' })
    await first.caller.settings.saveCompany({
      values: { ...values, guarantees: '', registered_office: '', company_number: '' },
      version: saved.version,
    })
    expect(await seen()).toBe('')
    await shop.db.prisma.$executeRaw`UPDATE website_settings SET setting_value = ${'x'.repeat(5000)} WHERE setting_key = 'delivery'`
    await shop.services.live.values.settings.refresh()
    expect(await seen()).toBe('')
    const { tabs } = await first.caller.settings.all()
    expect(Object.keys(tabs)).toEqual(['general', 'contact', 'homepage', 'about', 'seo', 'social'])
  })
})
