import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caseStatuses, type CaseStatus } from '~/contracts/cases/emails'
import { changeEmails, EMAIL_WAIT_SECONDS } from '~/contracts/change-emails'
import type { CaseNoun } from '~/contracts/case-ref'
import type { RepairStatus, TradeInStatus } from '~/contracts/statuses'
import { openTestShop, type TestShop } from '../setup/shop'

/** Random orders of what is done to a case. */
const RUNS = process.env.TEST_SUITE === 'full' ? 50 : 3

/** A customer gets one email about each status that lasts: a withdrawn, recalled or failed email does not count as sent. */

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let customer: typeof admin

const noun = { repairs: 'repair', tradeIns: 'trade_in' } as const
const nouns = ['repairs', 'tradeIns'] as const
const device = { manufacturer: 'Bitmain', model: 'Antminer S19' }

beforeAll(async () => {
  shop = await openTestShop({ holdSeconds: EMAIL_WAIT_SECONDS })
  const person = await shop.signIn('admin')
  admin = { ...person, caller: shop.callerOf(person.sessionId, { namesLetters: true }) }
  customer = await shop.signIn('customer')
  const enabled = <Status extends CaseStatus>(statuses: readonly Status[]) => statuses.map((status) => ({ status, isEnabled: true }))
  await admin.caller.cases.saveEmailRules({ noun: 'repairs', rules: enabled(caseStatuses.repairs) })
  await admin.caller.cases.saveEmailRules({ noun: 'tradeIns', rules: enabled(caseStatuses.tradeIns) })
})
beforeEach(() => run(`DELETE FROM shop_queue.job WHERE name = 'letters'`))
afterAll(() => shop.close())

const run = (sql: string, ...values: unknown[]) => shop.db.prisma.$queryRawUnsafe<{ id: string }[]>(sql, ...values)

/** Opens a case, with an email to its customer about that. */
async function open(of: CaseNoun): Promise<string> {
  const input = { customer: { userId: customer.userId }, deviceInfo: device }
  const { id } =
    of === 'repairs'
      ? await admin.caller.repairs.create({ ...input, problemDescription: 'No power' })
      : await admin.caller.tradeIns.create(input)
  await letGo()
  return id
}
/** Sends the queued emails, and moves time on by more than a minute. */
async function letGo(): Promise<void> {
  await soon()
  await run(`SET session_replication_role = replica`)
  await run(`UPDATE audit_log SET at = at - interval '2 minutes'`)
  await run(`SET session_replication_role = origin`)
}
/** Sends the queued emails within the same minute. */
async function soon(): Promise<void> {
  await run(`UPDATE shop_queue.job SET start_after = now() - interval '1 second' WHERE state = 'created'`)
  await shop.services.jobs.poll()
  await shop.services.jobs.settled()
}
/** Fails the queued emails, as if the mail server had refused them for good. */
const fail = () => run(`UPDATE shop_queue.job SET state = 'failed' WHERE state = 'created'`)

const sent = async (id: string) => {
  const where = { caseId: id, sentAt: { not: null } }
  return (await shop.db.prisma.caseEmail.findMany({ where, orderBy: { createdAt: 'asc' } })).map(({ kind }) => kind)
}

interface Way {
  set: (of: CaseNoun, id: string, status: CaseStatus) => Promise<string | undefined>
  undo: (of: CaseNoun, id: string, change: string, before: CaseStatus) => Promise<unknown>
}
const ways: Record<'single' | 'bulk', Way> = {
  single: {
    set: async (of, id, status) => {
      const answer =
        of === 'repairs'
          ? await admin.caller.repairs.updateStatus({ id, status: status as RepairStatus })
          : await admin.caller.tradeIns.updateStatus({ id, status: status as TradeInStatus })
      return answer.letters?.change
    },
    undo: (of, id, change, before) =>
      of === 'repairs'
        ? admin.caller.repairs.updateStatus({ id, status: before as RepairStatus, undo: change })
        : admin.caller.tradeIns.updateStatus({ id, status: before as TradeInStatus, undo: change }),
  },
  bulk: {
    set: async (of, id, status) => {
      const answer =
        of === 'repairs'
          ? await admin.caller.repairs.updateStatuses({ ids: [{ id }], status: status as RepairStatus })
          : await admin.caller.tradeIns.updateStatuses({ ids: [{ id }], status: status as TradeInStatus })
      return answer.change
    },
    undo: (of, _id, change) =>
      of === 'repairs' ? admin.caller.repairs.undoStatuses({ change }) : admin.caller.tradeIns.undoStatuses({ change }),
  },
}

describe.each(nouns)('the emails of %s', (of) => {
  const [, first, second] = caseStatuses[of]
  const opened = caseStatuses[of][0]
  const last: CaseStatus = 'completed'

  // Both kinds and both ways in the gate, not each kind in each way.
  const inGate = of === 'repairs' ? 'single' : 'bulk'
  for (const way of ['single', 'bulk'] as const)
    describe(`by ${way} changes`, { tags: way === inGate ? [] : ['full'] }, () => {
      const { set, undo } = ways[way]

      it('tell of a status that was left and set again within a minute', async () => {
        const id = await open(of)
        for (const status of [last, first, last]) await set(of, id, status)
        await letGo()
        expect(await sent(id)).toEqual([opened, last])
      })

      it('tell of a status whose change was undone and made again', async () => {
        const id = await open(of)
        const change = (await set(of, id, last)) ?? ''
        await undo(of, id, change, opened)
        await set(of, id, last)
        await letGo()
        expect(await sent(id)).toEqual([opened, last])
      })

      it('tell of the status that Undo restores, if its own email was withdrawn by what is undone', async () => {
        const id = await open(of)
        await set(of, id, second)
        const change = (await set(of, id, last)) ?? ''
        await undo(of, id, change, second)
        await letGo()
        expect(await sent(id)).toEqual([opened, second])
      })

      it('tell of nothing twice, within a minute or later', async () => {
        const id = await open(of)
        await set(of, id, last)
        await soon()
        for (const status of [first, last, first, last]) await set(of, id, status)
        await letGo()
        for (const status of [first, last]) await set(of, id, status)
        await letGo()
        expect(await sent(id)).toEqual([opened, last])
      })

      it('tell again of what has failed', async () => {
        const id = await open(of)
        await set(of, id, last)
        await fail()
        for (const status of [first, last]) await set(of, id, status)
        await letGo()
        expect(await sent(id)).toEqual([opened, last])
      })

      it('are counted as they are sent', async () => {
        const id = await open(of)
        for (const status of [last, first]) await set(of, id, status)
        const asked = { ids: [{ id }], status: 'completed' as const }
        const counted = of === 'repairs' ? await admin.caller.repairs.countEmails(asked) : await admin.caller.tradeIns.countEmails(asked)
        expect(counted).toMatchObject({ emails: 1, customers: 1 })
      })

      it('tell once of each status that has lasted, whatever the order', { timeout: 60_000 }, async () => {
        const steps = fc.array(
          fc.oneof(
            { weight: 5, arbitrary: fc.constantFrom<CaseStatus>(...caseStatuses[of]).map((status) => ({ do: 'set' as const, status })) },
            { weight: 2, arbitrary: fc.constant({ do: 'undo' as const }) },
            { weight: 1, arbitrary: fc.constant({ do: 'soon' as const }) },
            { weight: 1, arbitrary: fc.constant({ do: 'letGo' as const }) },
            { weight: 1, arbitrary: fc.constant({ do: 'fail' as const }) },
          ),
          { minLength: 3, maxLength: 9 },
        )
        await fc.assert(
          fc.asyncProperty(steps, async (made) => {
            const id = await open(of)
            const told: string[] = [opened]
            let status: CaseStatus = opened
            let pending: CaseStatus | null = null
            let latest: { change: string | undefined; before: CaseStatus; withdrawn: CaseStatus | null } | null = null
            for (const step of made) {
              if (step.do === 'set' && step.status !== status) {
                latest = { before: status, withdrawn: pending, change: await set(of, id, step.status) }
                status = step.status
                pending = told.includes(status) ? null : status
              } else if (step.do === 'undo' && latest?.change !== undefined) {
                await undo(of, id, latest.change, latest.before)
                status = latest.before
                pending = latest.withdrawn === status && !told.includes(status) ? status : null
                latest = null
              } else if (step.do === 'fail') {
                await fail()
                pending = null
              } else if (step.do === 'soon' || step.do === 'letGo') {
                await (step.do === 'soon' ? soon() : letGo())
                if (pending !== null) told.push(pending)
                pending = null
              }
            }
            await letGo()
            if (pending !== null) told.push(pending)
            expect(await sent(id)).toEqual(told)
          }),
          { numRuns: RUNS, seed: 11 },
        )
      })
    })
})

describe('the preview of an email', () => {
  it.each(nouns)('of %s says that it was written only if that was sent or still will be', async (of) => {
    const id = await open(of)
    const preview = () => admin.caller.cases.previewStatusEmail({ noun: of, id, status: 'completed' })
    await ways.single.set(of, id, 'completed')
    expect(await preview()).toMatchObject({ isEnabled: false, writtenAt: expect.any(Date) })
    await fail()
    expect(await preview()).toMatchObject({ isEnabled: true, writtenAt: null })
    const entries = { subjectId: id, action: `${noun[of]}.email_recalled` }
    expect(await shop.db.prisma.auditEntry.count({ where: entries })).toBe(0)
  })
})

describe('a notice to collect a machine', () => {
  const notices = (repairId: string) => admin.caller.repairs.collectionNotices({ repairId })
  const send = (repairId: string) => admin.caller.repairs.sendCollectionNotice({ repairId })
  const completed = async () => {
    const id = await open('repairs')
    await admin.caller.repairs.updateStatus({ id, status: 'completed', email: false })
    return id
  }

  it('whose email was recalled is none', async () => {
    const id = await completed()
    const answer: object = await send(id)
    const { change } = changeEmails.parse('letters' in answer ? answer.letters : undefined)
    expect((await notices(id)).notices).toMatchObject([{ number: 1 }])
    await admin.caller.outbox.recall({ change })
    expect(await notices(id)).toMatchObject({ notices: [], next: expect.any(Date) })
    await send(id)
    await letGo()
    expect((await notices(id)).notices).toMatchObject([{ number: 1, recipient: customer.email }])
  })

  it('whose email has failed is none, and can be sent again', async () => {
    const id = await completed()
    await send(id)
    await fail()
    expect(await notices(id)).toMatchObject({ notices: [], next: expect.any(Date) })
    expect((await send(id)).notices).toMatchObject([{ number: 1 }])
    await letGo()
    expect((await notices(id)).notices).toMatchObject([{ number: 1 }])
    expect(await shop.db.prisma.collectionNotice.count({ where: { repairId: id } })).toBe(1)
  })
})
