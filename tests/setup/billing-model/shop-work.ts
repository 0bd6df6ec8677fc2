import { expect } from 'vitest'
import { readOwedOf } from '~/server/billing/invoices/read-owed'
import type { ShopBooks } from './shop-books'
import type { Standing, Work } from './work'

/** What becomes of a repair or an order of the shop, by the procedures that administrators and customers call. Amounts are EUR cents. */

const statusOf = {
  orders: { open: 'processing', done: 'completed', cancelled: 'cancelled' },
  repairs: { open: 'repairing', done: 'completed', cancelled: 'completed' },
} as const

export async function become({ desk, noun, id, tick }: ShopBooks, standing: Standing): Promise<void> {
  tick()
  if (noun === 'orders') await desk.orders.updateStatus({ id, status: statusOf.orders[standing] })
  else await desk.repairs.updateStatus({ id, status: statusOf.repairs[standing] })
}

export async function returnUndone({ desk, id, tick }: ShopBooks, fee: number): Promise<void> {
  tick()
  await desk.repairs.returnUnrepaired({ id, reason: 'not_repairable', fee: fee / 100 })
}

/** What the bill says to credit: the place of the invoice and cents. */
export async function readProposal(real: ShopBooks): Promise<{ of: number; amount: number } | null> {
  const { proposal } = await real.desk.invoices.bill({ noun: real.noun, id: real.id })
  if (!proposal) return null
  const of = (await real.invoices()).findIndex(({ id }) => id === proposal.invoiceId)
  return { of, amount: Math.round(proposal.amount * 100) }
}

/** A trade-in of the customer is offered so much, which they accept or dispute, and is completed. */
export async function tradeIn({ desk, customer, tick }: ShopBooks, value: number, answer: 'accept' | 'dispute'): Promise<void> {
  tick()
  const device = { manufacturer: 'Bitmain', model: 'Antminer S19' }
  const { id, tradeInNumber } = await desk.tradeIns.create({ customer: { userId: customer.userId }, deviceInfo: device })
  await desk.tradeIns.saveEvaluation({ id, grade: null, override: { value: value / 100, reason: 'As we found it' } })
  await desk.tradeIns.sendOffer({ id, email: null })
  await customer.caller.account.answerCase({
    noun: 'tradeIns',
    number: tradeInNumber,
    answer,
    ...(answer === 'dispute' && { message: 'It runs.' }),
  })
  tick()
  await desk.tradeIns.updateStatus({ id, status: 'completed' })
}

/** A repair of somebody else, who owes 100 EUR for it. */
export interface Neighbour {
  id: string
  userId: string
  isOpen: boolean
  merged: string | null
}

export async function openNeighbour({ shop, desk, tick }: ShopBooks, isOpen: boolean): Promise<Neighbour> {
  tick()
  const { userId } = await shop.signIn('customer')
  const data = { userId, status: 'repairing', deviceInfo: {}, returnAddress: '2 High Street', actualCost: 100 } as const
  const { id } = await shop.db.prisma.repair.create({ data })
  await desk.invoices.issue({ repairId: id })
  if (!isOpen) await desk.repairs.updateStatus({ id, status: 'completed' })
  return { id, userId, isOpen, merged: null }
}

/** The machine of the work and that of the neighbour's repair turn out to be one, or not after all. @returns false where that is refused */
export async function mergeMachines({ desk, id, tick }: ShopBooks, neighbour: Neighbour, keepsOwn: boolean): Promise<boolean> {
  tick()
  if (neighbour.merged !== null) {
    await desk.units.unmerge({ id: neighbour.merged })
    neighbour.merged = null
    return true
  }
  const own = await desk.units.open({ noun: 'repairs', id })
  const other = await desk.units.open({ noun: 'repairs', id: neighbour.id })
  const [keep, merge] = keepsOwn ? [own.id, other.id] : [other.id, own.id]
  const isMerged = await Promise.resolve(desk.units.merge({ keep, merge })).then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: 'CONFLICT' })
      return false
    },
  )
  neighbour.merged = isMerged ? merge : null
  return isMerged
}

const cents = (amount: number) => Math.round(amount * 100)

/** The shop says of the work what was reckoned, to its customer as to administrators, and to nobody else. */
export async function expectOwed(real: ShopBooks, model: Work, neighbour: Neighbour | null): Promise<void> {
  const { shop, noun, id, customer } = real
  const { prisma } = shop.db
  const work = await readOwedOf(prisma, noun, id)
  if (!work) throw new Error('The work is gone')
  const { due, toCredit, held, captured, depositDue, unbilled } = work
  const told = { due: cents(due), toCredit: cents(toCredit), held: cents(held), captured: cents(captured) }
  expect({ ...told, depositDue: cents(depositDue), unbilled: cents(unbilled) }).toEqual(model.owedOfWork)
  expect(cents(await real.dueTo(customer.userId))).toBe(model.owedOfWork.due)
  const account = await prisma.ledgerAccount.findFirst({ where: { userId: customer.userId, buyerId: null } })
  expect(cents(account?.balance.toNumber() ?? 0)).toBe(model.available)
  if (!neighbour) return
  expect(await real.dueTo(neighbour.userId)).toBe(0)
  const theirs = async (userId: string) => (await readOwedOf(prisma, 'repairs', neighbour.id, userId))?.due ?? 0
  expect([await theirs(neighbour.userId), await theirs(customer.userId)]).toEqual([100, 0])
}
