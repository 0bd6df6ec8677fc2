import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EstimateState } from '~/contracts/cases/estimates'
import type { RepairOutcome } from '~/contracts/cases/repair-outcomes'
import { createTrackingLink } from '~/server/cases/tracking-links'
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
}

async function insertRepair({ estimates = [], lines = [], actualCost = null, requested = false, arrived = false, claims }: Given) {
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
    },
  })
  await prisma.repairEstimate.createMany({
    data: estimates.map((state, index) => ({
      repairId: id,
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
    ['asked for online, estimated and declined', { requested: true, estimates: ['declined'] }, 'declined'],
  ])('%s', async (_name, given, outcome) => {
    const { id, repairNumber } = await insertRepair(given)
    for (const status of ['shipped', 'completed'] as const) {
      // Any status may follow any other (spec §4).
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
    // One that is worked on again promises nothing yet.
    await admin.caller.repairs.updateStatus({ id, status: 'diagnosing', email: false })
    expect(await track(id)).toMatchObject({ outcome: null, warrantyUntil: null })
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

describe('a repair that was asked for online', () => {
  it('is not in the queue before it has arrived, nor said to be here by a letter or a paper', async () => {
    const { id } = await insertRepair({ requested: true })
    expect(await track(id)).toMatchObject({ status: 'received', hasArrived: false, documents: [{ kind: 'packing-slip' }] })
    const letter = await admin.caller.cases.previewStatusEmail({ noun: 'repairs', id, status: 'received' })
    expect(letter).toMatchObject({ document: 'packing-slip' })
    expect(letter.body).not.toContain('has arrived, and')
    await admin.caller.cases.arrived({ noun: 'repairs', id })
    expect(await track(id)).toMatchObject({ hasArrived: true, documents: [{ kind: 'receipt' }] })
    const arrived = await admin.caller.cases.previewStatusEmail({ noun: 'repairs', id, status: 'received' })
    expect(arrived).toMatchObject({ document: 'receipt' })
  })
})
