import { randomUUID } from 'node:crypto'
import { openAccount } from '~/server/credit/credit-account'
import { issueAll } from '~/server/credit/credit-lots'
import { dearPayment } from './dear-payment'
import type { TestShop } from './shop'

/** For each procedure that gives value: a case to call it on, the amount given so far, and the approval by a second administrator. */

export type Person = Awaited<ReturnType<TestShop['signIn']>>
type Caller = Person['caller']

export interface Gift {
  input: object
  /** EUR given by it so far. */
  given: () => Promise<number>
  /** Approves every waiting request, in as many steps as needed. */
  approve: (by: Caller) => Promise<unknown>
  /** Repeats a refused call after the approval that it needed first; absent for calls that wait themselves. */
  again?: (giver: Caller) => Promise<unknown>
}

interface World {
  shop: TestShop
  /** The administrator who sets things up, and gives nothing in doing so. */
  desk: Person
}
/** @param giver the administrator who will give it, for cases that depend on them */
type MakeGift = (world: World, customer: Pick<Person, 'userId'>, amount: number, giver: Person) => Promise<Gift>

const NOBODY = { userId: null, email: null }
const reason = 'Goodwill'

async function balanceOf({ shop }: World, userId: string): Promise<number> {
  const account = await shop.db.prisma.ledgerAccount.findUnique({ where: { userId }, select: { balance: true } })
  return account?.balance.toNumber() ?? 0
}

const approveCredit = async ({ shop }: World, userId: string, by: Caller) => {
  const { id } = await shop.db.prisma.creditRequest.findFirstOrThrow({ where: { userId, state: 'waiting' } })
  return by.credit.approve({ id })
}
const ofCredit = (world: World, userId: string) => ({
  given: () => balanceOf(world, userId),
  approve: (by: Caller) => approveCredit(world, userId, by),
})
const waitingOf = ({ shop }: World, subjectId: string) =>
  shop.db.prisma.approvalRequest.findFirstOrThrow({ where: { subjectId, state: 'waiting' } })

const tradeIn = async ({ shop }: World, userId: string, finalValue: number, status: 'approved' | 'completed') =>
  (await shop.db.prisma.tradeIn.create({ data: { userId, status, finalValue } })).id

const giveCredit = ({ shop }: World, userId: string, amount: number) =>
  shop.db.prisma.$transaction(async (tx) => {
    const account = await openAccount(tx, userId)
    const cause = { noun: 'adjustment', id: userId } as const
    const key = `test:${randomUUID()}`
    await issueAll(tx, [{ account, kind: 'adjustment', amount, actor: NOBODY, at: shop.services.now(), reason, cause, key }])
  })

/** A completed order whose payment with store credit was used. */
async function paidOrder(world: World, userId: string, amount: number) {
  const { shop, desk } = world
  const { prisma } = shop.db
  await giveCredit(world, userId, amount)
  const order = await prisma.order.create({ data: { orderNumber: `GIFT-${randomUUID()}`, userId, totalAmount: amount } })
  const { payments } = await desk.caller.credit.payOrder({ orderId: order.id, amount })
  await desk.caller.orders.updateStatus({ id: order.id, status: 'completed' })
  return { id: order.id, paymentId: payments[0]?.id ?? '' }
}

/** A repair whose payment with store credit was used, that is to cost nothing any more, and that the desk has set back. */
async function paidRepair(world: World, userId: string, amount: number) {
  const { prisma } = world.shop.db
  await giveCredit(world, userId, amount)
  const { id } = await prisma.repair.create({ data: { userId, status: 'repairing' } })
  const quote = await prisma.caseQuote.create({ data: { caseId: id, number: 1, state: 'accepted', total: amount } })
  await prisma.repairLine.create({
    data: { repairId: id, estimateId: quote.id, kind: 'labour', label: 'Repair', quantity: 1, price: amount },
  })
  const { payments } = await world.desk.caller.credit.payRepairFor({ repairId: id, amount })
  await world.desk.caller.repairs.updateStatus({ id, status: 'completed', email: false })
  await prisma.repair.update({ where: { id }, data: { actualCost: 0 } })
  return { id, paymentId: payments[0]?.id ?? '' }
}
const setBackRepair = async (world: World, userId: string, amount: number) => {
  const { id, paymentId } = await paidRepair(world, userId, amount)
  await world.desk.caller.repairs.updateStatus({ id, status: 'testing', email: false })
  return { id, ...(await cancellation(world, userId, paymentId)) }
}

/** An issued invoice that is owed. */
async function owedInvoice({ shop, desk }: World, userId: string, amount: number) {
  const { prisma } = shop.db
  const repair = await prisma.repair.create({
    data: { userId, status: 'completed', actualCost: amount, returnAddress: '1 Long Lane\nLondon' },
  })
  return desk.caller.invoices.issue({ repairId: repair.id })
}

const cancellation = async (world: World, userId: string, paymentId: string) => ({
  given: () => balanceOf(world, userId),
  again: (giver: Caller) => giver.credit.release({ paymentId }),
  approve: async (by: Caller) => by.credit.approveRelease({ id: (await waitingOf(world, paymentId)).id }),
})

export const gifts: Record<string, MakeGift> = {
  'credit.adjust': (world, { userId }, amount) => Promise.resolve({ input: { userId, amount, reason }, ...ofCredit(world, userId) }),
  'credit.issueRefund': (world, { userId }, amount) => Promise.resolve({ input: { userId, amount, reason }, ...ofCredit(world, userId) }),
  'credit.issueFor': async (world, { userId }, amount) => ({
    input: { tradeInId: await tradeIn(world, userId, amount, 'completed') },
    ...ofCredit(world, userId),
  }),
  'credit.release': async (world, { userId }, amount) => {
    const { paymentId } = await paidOrder(world, userId, amount)
    return {
      input: { paymentId },
      given: () => balanceOf(world, userId),
      approve: async (by) => by.credit.approveRelease({ id: (await waitingOf(world, paymentId)).id }),
    }
  },
  'invoices.credit': async (world, { userId }, amount) => {
    const { id } = await owedInvoice(world, userId, amount)
    return {
      input: { id, reason },
      given: async () => (await world.desk.caller.invoices.byId({ id })).credited,
      approve: async (by) => {
        const note = await world.shop.db.prisma.billingDocument.findFirstOrThrow({ where: { ofId: id, state: 'waiting' } })
        return by.invoices.approve({ id: (await waitingOf(world, note.id)).id })
      },
    }
  },
  'payments.refund': async (world, { userId }, amount) => {
    const { prisma } = world.shop.db
    const paymentId = await dearPayment(world.shop, userId, amount)
    return {
      input: { paymentId, amount, reason },
      given: async () => (await prisma.payment.findUniqueOrThrow({ where: { id: paymentId } })).refunded.toNumber(),
      approve: async (by) =>
        by.payments.approveRefund({ id: (await prisma.refund.findFirstOrThrow({ where: { paymentId, state: 'waiting' } })).id }),
    }
  },
  'tradeIns.updateStatus': async (world, { userId }, amount) => ({
    input: { id: await tradeIn(world, userId, amount, 'approved'), status: 'completed', email: false },
    ...ofCredit(world, userId),
  }),
  'tradeIns.updateStatuses': async (world, { userId }, amount) => ({
    input: { ids: [{ id: await tradeIn(world, userId, amount, 'approved') }], status: 'completed' },
    ...ofCredit(world, userId),
  }),
  'tradeIns.undoStatuses': async (world, { userId }, amount, giver) => {
    const id = await tradeIn(world, userId, amount, 'completed')
    const { change } = await giver.caller.tradeIns.updateStatuses({ ids: [{ id }], status: 'rejected' })
    return { input: { change }, ...ofCredit(world, userId) }
  },
  'tradeIns.sendOffer': async (world, { userId }, amount) => {
    const { prisma } = world.shop.db
    const machine = await prisma.tradeInMachine.create({ data: world.shop.factories.machine({ baseValueExcellent: amount }) })
    const { id } = await world.desk.caller.tradeIns.create({
      customer: { userId },
      machineId: machine.id,
      deviceInfo: { manufacturer: 'Bitmain', model: 'S19' },
      grade: 'excellent',
    })
    await world.desk.caller.tradeIns.saveEvaluation({ id, grade: 'excellent' })
    return {
      input: { id, email: null },
      given: async () => {
        const sent = await prisma.caseQuote.findFirst({ where: { caseId: id, state: 'sent' } })
        return sent?.total.toNumber() ?? 0
      },
      approve: (by) => by.tradeIns.approveOffer({ id }),
    }
  },
  'tradeIns.sendOffers': async (world, { userId }, amount) => {
    const { prisma } = world.shop.db
    const machine = await prisma.tradeInMachine.create({ data: world.shop.factories.machine({ baseValueExcellent: amount }) })
    const { id } = await world.desk.caller.tradeIns.create({
      customer: { userId },
      machineId: machine.id,
      deviceInfo: { manufacturer: 'Bitmain', model: 'S19' },
      grade: 'excellent',
    })
    await world.desk.caller.tradeIns.saveEvaluation({ id, grade: 'excellent' })
    return {
      input: { offers: [{ id }], email: null },
      given: async () => {
        const sent = await prisma.caseQuote.findFirst({ where: { caseId: id, state: 'sent' } })
        return sent?.total.toNumber() ?? 0
      },
      approve: (by) => by.tradeIns.approveOffer({ id }),
    }
  },
  'repairs.updateStatus': async (world, { userId }, amount) => {
    const { id, ...gift } = await setBackRepair(world, userId, amount)
    return { input: { id, status: 'completed', email: false }, ...gift }
  },
  'repairs.updateStatuses': async (world, { userId }, amount) => {
    const { id, ...gift } = await setBackRepair(world, userId, amount)
    return { input: { ids: [{ id }], status: 'completed' }, ...gift }
  },
  'repairs.undoStatuses': async (world, { userId }, amount, giver) => {
    const { id, paymentId } = await paidRepair(world, userId, amount)
    const { change } = await giver.caller.repairs.updateStatuses({ ids: [{ id }], status: 'testing' })
    return { input: { change }, ...(await cancellation(world, userId, paymentId)) }
  },
  'repairs.returnUnrepaired': async (world, { userId }, amount) => {
    const { id, ...gift } = await setBackRepair(world, userId, amount)
    return { input: { id, reason: 'not_repairable', fee: 0, email: false }, ...gift }
  },
  'orders.updateStatus': async (world, { userId }, amount) => {
    const { id, paymentId } = await paidOrder(world, userId, amount)
    return { input: { id, status: 'cancelled' }, ...(await cancellation(world, userId, paymentId)) }
  },
  'orders.updateStatuses': async (world, { userId }, amount) => {
    const { id, paymentId } = await paidOrder(world, userId, amount)
    return { input: { ids: [{ id }], status: 'cancelled' }, ...(await cancellation(world, userId, paymentId)) }
  },
  'orders.undoStatuses': async (world, { userId }, amount, giver) => {
    const { id, paymentId } = await paidOrder(world, userId, amount)
    await world.shop.db.prisma.order.update({ where: { id }, data: { status: 'cancelled' } })
    const { change } = await giver.caller.orders.updateStatuses({ ids: [{ id }], status: 'completed' })
    return { input: { change }, ...(await cancellation(world, userId, paymentId)) }
  },
}

/** A customer's invoice, and payment with used store credit, of EUR 50,000 each: crediting and releasing need two administrators. */
export async function dearThings(shop: TestShop, userId: string): Promise<{ dearInvoiceId: string; dearCreditPaymentId: string }> {
  const world = { shop, desk: await shop.signIn('admin') }
  const { id } = await owedInvoice(world, userId, 50_000)
  const { paymentId } = await paidOrder(world, userId, 50_000)
  return { dearInvoiceId: id, dearCreditPaymentId: paymentId }
}
