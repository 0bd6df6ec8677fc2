import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EstimateState } from '~/contracts/cases/estimates'
import {
  isReturnedUnrepaired,
  returnedFor,
  unrepairedReasons,
  type RepairOutcome,
  type UnrepairedReason,
} from '~/contracts/repair-outcomes'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let customer: Awaited<ReturnType<TestShop['signIn']>>

beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
})
afterAll(() => shop.close())

type Line = 'labour' | 'part' | 'fee'

interface Given {
  /** In the order in which they were made; each is of 150 EUR. */
  estimates?: EstimateState[]
  /** Lines on record as done, 30 EUR each. */
  lines?: Line[]
  actualCost?: number | null
  requested?: boolean
  arrived?: boolean
  claims?: string
  returned?: UnrepairedReason
}

async function insertRepair({
  estimates = [],
  lines = [],
  actualCost = null,
  requested = false,
  arrived = false,
  claims,
  returned,
}: Given) {
  const { prisma } = shop.db
  const request = requested ? await prisma.caseRequest.create({ data: { noun: 'repairs', sentAt: TEST_NOW } }) : null
  const { id, repairNumber } = await prisma.repair.create({
    data: {
      userId: customer.userId,
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
      actualCost: actualCost ?? (lines.length === 0 ? null : 30 * lines.length),
      estimatedCost: estimates.length === 0 ? null : 150,
      requestId: request?.id ?? null,
      arrivedAt: arrived ? TEST_NOW : null,
      warrantyOf: claims ?? null,
      unrepairedReason: returned ?? null,
    },
  })
  await prisma.caseQuote.createMany({
    data: estimates.map((state, index) => ({
      caseId: id,
      number: index + 1,
      state,
      total: 150,
      sentAt: state === 'draft' ? null : TEST_NOW,
    })),
  })
  await prisma.repairLine.createMany({
    data: lines.map((kind, position) => ({ repairId: id, kind, label: `A ${kind}`, price: 30, position })),
  })
  return { id, repairNumber }
}

async function track(id: string) {
  const href = await createTrackingLink(shop.db.prisma, { noun: 'repairs', id }, '')
  const tracked = await shop.visitor.cases.track({ token: href.replace('/track/', '') })
  if (tracked.noun !== 'repairs') throw new TypeError('A repair')
  return tracked
}

const claim = (id: string) =>
  admin.caller.repairs
    .create({
      customer: { userId: customer.userId },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
      problemDescription: 'Broken again',
      warrantyOf: id,
    })
    .then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )

const isUnderWarranty = (outcome: RepairOutcome) => outcome === 'repaired' || outcome === 'finished'
const promises = /is repaired|repaired and tested|under warranty for 30 days/

describe('what comes of a repair', () => {
  it.each<[string, Given, RepairOutcome]>([
    ['never estimated, nothing on record', {}, 'finished'],
    ['a draft that was never sent', { estimates: ['draft'] }, 'finished'],
    ['never estimated, with work', { lines: ['labour'] }, 'repaired'],
    ['never estimated, with a cost alone', { actualCost: 90 }, 'repaired'],
    ['never estimated, at no cost', { actualCost: 0 }, 'finished'],
    ['never estimated, with a fee alone', { lines: ['fee'] }, 'undone'],
    ['sent and not answered', { estimates: ['sent'] }, 'unanswered'],
    ['declined', { estimates: ['declined'] }, 'declined'],
    ['declined, with a draft after it', { estimates: ['declined', 'draft'] }, 'declined'],
    ['declined, with a fee', { estimates: ['declined'], lines: ['fee'] }, 'declined'],
    ['declined, with a diagnosis as labour', { estimates: ['declined'], lines: ['labour'] }, 'declined'],
    ['declined, with a cost', { estimates: ['declined'], actualCost: 30 }, 'declined'],
    ['expired', { estimates: ['expired'] }, 'unanswered'],
    ['declined, then another without an answer', { estimates: ['declined', 'expired'] }, 'unanswered'],
    ['expired, then another that was declined', { estimates: ['expired', 'declined'] }, 'declined'],
    ['accepted and done', { estimates: ['accepted'], lines: ['part', 'labour'] }, 'repaired'],
    ['accepted and done, at a cost without lines', { estimates: ['accepted'], actualCost: 150 }, 'repaired'],
    ['accepted and not done', { estimates: ['accepted'] }, 'undone'],
    ['accepted, with a fee alone', { estimates: ['accepted'], lines: ['fee'] }, 'undone'],
    ['accepted and done, the further work declined', { estimates: ['accepted', 'declined'], lines: ['labour'] }, 'repaired'],
    ['declined, then a cheaper one accepted and done', { estimates: ['declined', 'accepted'], lines: ['labour'] }, 'repaired'],
    ['asked for online, and never here', { requested: true }, 'closed'],
    ['asked for online, and arrived', { requested: true, arrived: true }, 'finished'],
    ['returned, as the customer declined', { estimates: ['declined'], returned: 'declined' }, 'returned_declined'],
    ['returned, with no word of an estimate', { returned: 'not_repairable', lines: ['fee'] }, 'returned_not_repairable'],
    ['returned in spite of accepted work', { estimates: ['accepted'], returned: 'not_repairable' }, 'returned_not_repairable'],
    ['returned without a fault, asked for online', { requested: true, returned: 'no_fault_found' }, 'returned_no_fault_found'],
    ['asked for online, estimated and declined', { requested: true, estimates: ['declined'] }, 'declined'],
  ])('%s', async (_name, given, outcome) => {
    const { id, repairNumber } = await insertRepair(given)
    for (const status of ['shipped', 'completed'] as const) {
      // Any status may follow any other (requirements §4).
      const { subject, body } = await admin.caller.cases.previewStatusEmail({ noun: 'repairs', id, status })
      if (!isUnderWarranty(outcome)) expect(`${subject} ${body}`, status).not.toMatch(promises)
      else expect(body, status).toContain('under warranty for 30 days')
      if (outcome === 'declined') expect(body).toContain('You declined our estimate of €150.00')
      await admin.caller.repairs.updateStatus({ id, status, email: false })
      const seen = await track(id)
      expect(seen).toMatchObject({ outcome, status })
      expect(seen.warrantyUntil !== null).toBe(isUnderWarranty(outcome))
      // Work that was not done is not charged, whatever was estimated.
      if (!isUnderWarranty(outcome)) expect(seen.cost).toBe(given.actualCost ?? 30 * (given.lines?.length ?? 0))
    }
    const page = await admin.caller.repairs.byNumber({ number: repairNumber })
    expect(page.outcome).toBe(outcome)
    expect(page.warranty !== null).toBe(isUnderWarranty(outcome))
    const refused = await claim(id)
    if (isUnderWarranty(outcome)) expect(refused).toBeNull()
    else expect(refused).toContain('no warranty to claim')
    // One that is worked on again promises nothing yet, and is not returned any more.
    await admin.caller.repairs.updateStatus({ id, status: 'diagnosing', email: false })
    expect(await track(id)).toMatchObject({ outcome: null, warrantyUntil: null })
    expect((await admin.caller.repairs.byId({ id })).unrepairedReason).toBeNull()
    if (isReturnedUnrepaired(outcome)) expect((await admin.caller.repairs.byNumber({ number: repairNumber })).outcome).not.toBe(outcome)
  })

  it('is told in the letter that goes out, with what was done and what it costs', async () => {
    const { id } = await insertRepair({ estimates: ['declined'], lines: ['fee'] })
    await admin.caller.repairs.updateStatus({ id, status: 'shipped', carrier: 'DPD', trackingNumber: '15501' })
    const [email] = await shop.db.prisma.caseEmail.findMany({ where: { caseId: id } })
    expect(email?.body).toMatch(/on its way back to you\.[^]*A fee: €30\.00\nThe cost is €30\.00\.[^]*Carrier: DPD[^]*no repair warranty/)
    expect(email?.body).not.toMatch(promises)
  })

  it('of a claim says nothing of the earlier warranty’s end', async () => {
    const first = await insertRepair({ lines: ['labour'] })
    const { id } = await insertRepair({ claims: first.id, estimates: ['declined'], actualCost: 0 })
    const { body } = await admin.caller.cases.previewStatusEmail({ noun: 'repairs', id, status: 'completed' })
    expect(body).toMatch(/have not done that work[^]*The warranty of the earlier repair stays as it was/)
    expect(body).not.toMatch(promises)
  })
})

describe('a device that is returned unrepaired', () => {
  it.each([
    ['declined', 'You decided against the repair'],
    ['not_repairable', 'it cannot be repaired'],
    ['no_fault_found', 'found no fault'],
  ] satisfies [UnrepairedReason, string][])('is told so by a letter of its own: %s', async (reason, words) => {
    const { id, repairNumber } = await insertRepair({ estimates: ['declined'], lines: ['labour', 'part'] })
    const looked = await admin.caller.repairs.previewUnrepaired({ id, reason, fee: 45 })
    const row = await admin.caller.repairs.returnUnrepaired({ id, reason, fee: 45, version: 1 })
    expect(row).toMatchObject({ status: 'completed', unrepairedReason: reason, actualCost: 45 })
    const [email] = await shop.db.prisma.caseEmail.findMany({ where: { caseId: id } })
    expect(email).toMatchObject({ kind: 'completed', subject: `Your device goes back to you unrepaired: repair ${repairNumber}` })
    // The email goes out as it was looked at.
    expect({ subject: email?.subject, body: email?.body }).toEqual({ subject: looked.subject, body: looked.body })
    expect(email?.body).toContain(words)
    expect(email?.body).toMatch(/Inspection: €45\.00\nThe cost is €45\.00[^]*no repair warranty/)
    // The work that was not done is on no bill.
    const { actual } = await admin.caller.repairs.estimates({ id })
    expect(actual).toEqual({ lines: [{ kind: 'fee', label: 'Inspection', quantity: 1, price: 45 }], cost: 45 })
    expect(await track(id)).toMatchObject({ outcome: returnedFor(reason), warrantyUntil: null, cost: 45 })
    expect(await claim(id)).toContain('no warranty to claim')
    const shipped = await admin.caller.cases.previewStatusEmail({ noun: 'repairs', id, status: 'shipped' })
    expect(shipped.body).toContain(words)
    expect(shipped.body).not.toMatch(promises)
  })

  it('costs nothing without a fee, and keeps its status where it has gone already', async () => {
    const { id } = await insertRepair({ lines: ['labour'] })
    await admin.caller.repairs.updateStatus({ id, status: 'shipped', email: false })
    const row = await admin.caller.repairs.returnUnrepaired({ id, reason: 'no_fault_found', fee: null, email: false })
    expect(row).toMatchObject({ status: 'shipped', actualCost: 0 })
    expect(await shop.db.prisma.caseEmail.count({ where: { caseId: id } })).toBe(0)
    expect(await track(id)).toMatchObject({ outcome: 'returned_no_fault_found', cost: 0 })
  })

  it('is refused with what was wrong, and nothing is changed', async () => {
    const { id } = await insertRepair({ estimates: ['accepted'], lines: ['labour'] })
    const before = await admin.caller.repairs.byId({ id })
    const tried = (values: { fee?: number; version?: number }) =>
      admin.caller.repairs.returnUnrepaired({ id, reason: 'not_repairable', ...values })
    await expect(tried({ version: 99 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(tried({ fee: 151 })).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('€150.00') as string })
    await expect(tried({ fee: -1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(
      admin.caller.repairs.returnUnrepaired({ id: '7b0c7a52-6f0e-4a57-9d0f-3a5b2f3c1d11', reason: 'declined' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await admin.caller.repairs.byId({ id })).toEqual(before)
    expect((await admin.caller.repairs.estimates({ id })).actual.lines).toHaveLength(1)
  })

  it('is nothing of whoever gets the device next', async () => {
    const { id, repairNumber } = await insertRepair({})
    await admin.caller.repairs.returnUnrepaired({ id, reason: 'not_repairable', email: false })
    await admin.caller.repairs.update({ id, customer: { email: 'next.owner@example.com' } })
    expect((await admin.caller.repairs.byNumber({ number: repairNumber })).outcome).toBe('finished')
  })

  it('is counted by reason', async () => {
    const day = '2031-05-06'
    await shop.db.prisma.repair.createMany({
      data: unrepairedReasons.slice(0, 2).map((unrepairedReason) => ({
        status: 'completed',
        completedAt: new Date(`${day}T22:30:00Z`),
        unrepairedReason,
        actualCost: 20.1,
      })),
    })
    const { all, reasons } = await admin.caller.reports.unrepaired({ from: day, to: day })
    expect(all).toEqual({ repairs: 2, fees: 40.2 })
    expect(reasons).toEqual([
      { reason: 'declined', repairs: 1, fees: 20.1 },
      { reason: 'not_repairable', repairs: 1, fees: 20.1 },
      { reason: 'no_fault_found', repairs: 0, fees: 0 },
    ])
    expect((await admin.caller.reports.unrepaired({ from: '2031-05-07', to: '2031-05-07' })).all.repairs).toBe(0)
  })
})

describe('a repair that was asked for online', () => {
  it('is not in the queue before it has arrived, nor said to be here by a letter or a paper', async () => {
    const { id } = await insertRepair({ requested: true })
    expect(await track(id)).toMatchObject({ status: 'received', hasArrived: false, documents: [{ kind: 'packing-slip' }] })
    const letter = await admin.caller.cases.previewStatusEmail({ noun: 'repairs', id, status: 'received' })
    expect(letter).toMatchObject({ document: 'packing-slip' })
    expect(letter.body).not.toContain('has arrived. It is')
    await admin.caller.cases.arrived({ noun: 'repairs', id })
    expect(await track(id)).toMatchObject({ hasArrived: true, documents: [{ kind: 'receipt' }] })
    const arrived = await admin.caller.cases.previewStatusEmail({ noun: 'repairs', id, status: 'received' })
    expect(arrived).toMatchObject({ document: 'receipt' })
  })
})
