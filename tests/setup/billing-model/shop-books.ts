import { TRPCError } from '@trpc/server'
import { expect } from 'vitest'
import type { BilledNoun } from '~/contracts/billing/invoices'
import { lineTotal, toCents as inCents, type VatCode } from '~/contracts/billing/vat'
import { billWork, issueNew, type Billing } from '~/server/billing/invoices/issue-invoice'
import { receiveMoney } from '~/server/billing/invoices/receive-money'
import { readOwedOf } from '~/server/billing/invoices/read-owed'
import { settleBill } from '~/server/billing/invoices/settle-bill'
import { openBuyer } from '~/server/billing/invoices/invoice-parties'
import { authorize, capture, reverseCapture } from '~/server/credit/hold-credit'
import { applyCredit } from '~/server/credit/credit-requests'
import { lockRow } from '~/server/platform/database/conflict'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import type { CardPayments } from '~/server/billing/card/card-provider'
import { takeDisputes, takeRefund } from '~/server/billing/card/take-refunds'
import { TEST_NOW, type TestShop } from '../shop'
import type { ReckonedLine } from './reckon'

type Tx = Prisma.TransactionClient

const toCents = (amount: { toNumber: () => number }) => Math.round(amount.toNumber() * 100)
const unlessConflict = (error: unknown) => {
  if (!(error instanceof TRPCError && error.code === 'CONFLICT')) throw error
}
const unasked = () => Promise.reject(new Error('Nobody asks this provider'))
const noProvider: CardPayments = {
  least: 0.5,
  start: unasked,
  readPage: unasked,
  pageOfPayment: unasked,
  findPage: unasked,
  endPage: unasked,
  refund: unasked,
  refundsOf: unasked,
  disputesOf: unasked,
  readEvent: () => null,
  settleSeconds: 60,
}
const zero = { toNumber: () => 0 }

/** A buyer whose bills wait for no address. @returns its id */
async function addressedBuyer(prisma: TestShop['db']['prisma'], userId: string): Promise<string> {
  const buyer = await openBuyer(prisma, userId)
  if (!buyer) throw new Error('There is no such person')
  await prisma.buyer.update({ where: { id: buyer.id }, data: { billingAddress: '1 High Street' } })
  return buyer.id
}

type SignedIn = Awaited<ReturnType<TestShop['signIn']>>

/** The books that the shop keeps of one repair or order, asked for the same things as those of `reckon.ts`. Amounts are EUR cents. */
export class ShopBooks {
  private step = 0
  private used = 0
  private readonly credits: string[] = []

  private constructor(
    readonly shop: TestShop,
    readonly desk: TestShop['visitor'],
    private readonly clock: { at: Date },
    private person: SignedIn,
    private buyerId: string,
    readonly noun: BilledNoun,
    readonly id: string,
    private readonly vatCode: VatCode,
  ) {}

  /** Work for a customer of its own. @param clock the time of the shop, which each step moves on */
  static async open(
    shop: TestShop,
    desk: TestShop['visitor'],
    clock: { at: Date },
    { vatCode = 'standard', noun = 'repairs' }: { vatCode?: VatCode | undefined; noun?: BilledNoun } = {},
  ): Promise<ShopBooks> {
    const { prisma } = shop.db
    const person = await shop.signIn('customer')
    const { userId } = person
    const buyerId = await addressedBuyer(prisma, userId)
    const data = shop.factories.order({ userId, status: 'processing', totalAmount: 0 })
    const { id } =
      noun === 'orders'
        ? await prisma.order.create({ data })
        : await prisma.repair.create({ data: { userId, status: 'repairing', deviceInfo: {} } })
    return new ShopBooks(shop, desk, clock, person, buyerId, noun, id, vatCode)
  }

  /** The customer of the work. */
  get customer(): SignedIn {
    return this.person
  }

  /** Gives the work to another customer, by plain SQL or as an administrator does. @returns true if it is theirs now */
  async giveTo(person: SignedIn, byDesk = false): Promise<boolean> {
    const { prisma } = this.shop.db
    const { id } = this
    const data = { userId: person.userId }
    const given = byDesk
      ? this.desk.repairs.update({ id, customer: data })
      : this.noun === 'orders'
        ? prisma.order.update({ where: { id }, data })
        : prisma.repair.update({ where: { id }, data })
    const isTheirs = await Promise.resolve(given).then(
      () => true,
      () => false,
    )
    if (!isTheirs) return false
    this.person = person
    this.buyerId = await addressedBuyer(prisma, person.userId)
    return true
  }

  /** Checks at the end that two people never owe for the work: once something was billed or paid, nobody else gets it. */
  async expectOneDebtor(): Promise<void> {
    const { prisma } = this.shop.db
    const was = this.person
    const other = await this.shop.signIn('customer')
    const work = await readOwedOf(prisma, this.noun, this.id)
    const isBound =
      (await this.invoices()).length > 0 ||
      (await prisma.payment.count({ where: { nounId: this.id } })) > 0 ||
      (work !== null && work.captured > 0)
    expect(await this.giveTo(other)).toBe(!isBound)
    const dues = await Promise.all([was, other].map(({ userId }) => this.dueTo(userId)))
    expect(dues.filter((due) => due > 0).length).toBeLessThanOrEqual(1)
  }

  /** EUR that a person is told to pay for the work. */
  readonly dueTo = async (userId: string) => (await readOwedOf(this.shop.db.prisma, this.noun, this.id, userId))?.due ?? 0

  /** The next moment. */
  readonly tick = (): Date => {
    this.clock.at = new Date(this.clock.at.getTime() + 1000)
    return this.clock.at
  }

  /** Does a step with the work locked, as every call of the shop does. */
  async within<Answer>(work: (tx: Tx, call: Billing & { at: Date; key: string }) => Promise<Answer>): Promise<Answer> {
    const at = this.tick()
    const call = { ...this.shop.services, now: () => at, at, key: `${this.id}:${++this.step}`, actor: { userId: null, email: null } }
    return this.shop.db.prisma.$transaction(async (tx) => {
      await lockRow(tx, records[this.noun], this.id)
      return work(tx, call)
    })
  }

  readonly invoices = () =>
    this.shop.db.prisma.billingDocument.findMany({
      where: { nounId: this.id, kind: 'invoice', state: 'issued' },
      orderBy: [{ issuedAt: 'asc' }, { id: 'asc' }],
      include: { lines: { orderBy: { position: 'asc' } } },
    })
  readonly notes = () =>
    this.shop.db.prisma.billingDocument.findMany({
      where: { nounId: this.id, kind: 'credit_note', state: 'issued' },
      orderBy: [{ issuedAt: 'asc' }, { id: 'asc' }],
    })
  readonly payments = () => this.shop.db.prisma.payment.findMany({ where: { nounId: this.id }, orderBy: { createdAt: 'asc' } })

  private async invoiceId(place: number | null): Promise<string | null> {
    return place === null ? null : ((await this.invoices())[place]?.id ?? null)
  }

  /** A deposit of hundredths of a percent of what was accepted. */
  async deposit(percent: number, accepted: number): Promise<void> {
    await this.within(async (tx, call) => {
      const amount = inCents((accepted * percent) / 1_000_000)
      const lines = [{ description: 'Deposit', quantity: 1, price: amount, vatCode: this.vatCode }]
      await issueNew(tx, call, { noun: this.noun, nounId: this.id, purpose: 'deposit', key: call.key, lines })
    })
  }

  /** The cost of the work, less earlier invoices. */
  async bill(lines: readonly ReckonedLine[]): Promise<void> {
    await this.within(async (tx, call) => {
      const total = lines.reduce((sum, { quantity = 100, price }) => sum + lineTotal(quantity / 100, price / 100), 0)
      if (this.noun === 'orders') await tx.order.update({ where: { id: this.id }, data: { totalAmount: inCents(total) } })
      else {
        await tx.repairLine.deleteMany({ where: { repairId: this.id } })
        await tx.repairLine.createMany({
          data: lines.map(({ quantity = 100, price }, position) => ({
            ...{ repairId: this.id, kind: 'labour' as const, label: `Work ${position}`, position },
            ...{ quantity: quantity / 100, price: price / 100 },
          })),
        })
        await tx.repair.update({ where: { id: this.id }, data: { actualCost: inCents(total) } })
      }
      // There may be nothing left to bill.
      await billWork(tx, call, this.noun, this.id, this.vatCode).catch(unlessConflict)
    })
  }

  /** @param isCard by the card provider, whose bank can take it back */
  async receive(amount: number, invoice: number | null, isCard = false): Promise<void> {
    const documentId = await this.invoiceId(invoice)
    await this.within((tx, { actor, at, key }) =>
      receiveMoney(tx, {
        ...{ actor, at, key, reason: 'Received', buyerId: this.buyerId, method: isCard ? 'stripe' : 'transfer', receivedOn: '2026-11-20' },
        ...{ amount: amount / 100, externalId: isCard ? `pi_${key}` : null, documentId, noun: this.noun, nounId: this.id },
      }),
    )
  }

  /** The work has used so much store credit in all. */
  async useCredit(cents: number): Promise<void> {
    this.used = await this.usedNow()
    await this.within(async (tx, { actor, at, key }) => {
      const more = cents - this.used
      const movement = { actor, at, reason: 'Work', cause: { noun: this.noun, id: this.id }, key } as const
      if (more > 0) {
        const of = { userId: this.person.userId, amount: more / 100 }
        await applyCredit(tx, this.shop.services, { ...of, kind: 'adjustment' }, { ...movement, key: `${key}:give` })
        const held = await authorize(tx, { ...movement, ...of, noun: this.noun, nounId: this.id, key: `${key}:hold` })
        await capture(tx, held.id, { ...movement, key: `${key}:use` })
        this.credits.push(held.id)
      }
      let back = -more
      for (const id of this.credits.toReversed()) {
        if (back <= 0) break
        back -= Math.round((await reverseCapture(tx, id, { ...movement, key: `${key}:${id}` }, back / 100)) * 100)
      }
      this.used = cents
      await settleBill(tx, { actor, at, noun: this.noun, nounId: this.id })
    })
  }

  async credit(of: number, parts?: readonly { line: number; amount?: number }[]): Promise<void> {
    const invoice = (await this.invoices())[of]
    this.tick()
    await this.desk.invoices.credit({
      id: invoice?.id ?? '',
      reason: 'Billed too much',
      ...(parts && {
        lines: parts.map(({ line, amount }) => ({
          lineId: invoice?.lines[line]?.id ?? '',
          ...(amount !== undefined && { amount: amount / 100 }),
        })),
      }),
    })
    this.used = await this.usedNow()
  }

  /** Store credit that pays the work at this moment. */
  private async usedNow(): Promise<number> {
    const { _sum } = await this.shop.db.prisma.creditPayment.aggregate({ where: { nounId: this.id }, _sum: { captured: true } })
    return toCents(_sum.captured ?? zero)
  }

  private async paymentAt(place: number) {
    const payment = (await this.payments())[place]
    if (!payment) throw new RangeError(`No payment ${place}`)
    this.tick()
    return payment
  }

  /** By hand, for what was paid by hand; what was paid by card is paid back at the provider. */
  async refund(place: number, amount: number): Promise<void> {
    const { id, externalId } = await this.paymentAt(place)
    if (externalId === null) await this.desk.payments.refund({ paymentId: id, amount: amount / 100, reason: 'Asked for' })
    else
      await takeRefund(
        this.shop.services,
        { id },
        { externalId: `re_${++this.step}_${id}`, id: null, state: 'done', amount: amount / 100, currency: 'eur' },
      )
  }

  /** Reverses the payment as recorded by mistake. */
  async reverse(place: number): Promise<void> {
    const { id } = await this.paymentAt(place)
    await this.desk.payments.reverse({ paymentId: id, reason: 'Never came' })
  }

  /** Ends the work undone: credits every remaining invoice, the latest first. */
  async cancel(): Promise<void> {
    for (const { id, total, credited } of (await this.invoices()).toReversed()) {
      if (toCents(credited) >= toCents(total)) continue
      this.tick()
      await this.desk.invoices.credit({ id, reason: 'Cancelled' })
    }
    this.used = await this.usedNow()
  }

  /** A dispute at the provider, which is decided. */
  async dispute(place: number, amount: number, isLost: boolean): Promise<void> {
    const { externalId } = await this.paymentAt(place)
    const dispute = { externalId: `dp_${++this.step}_${externalId}`, isOver: true, isLost, state: isLost ? 'lost' : 'won' }
    const provider = {
      ...noProvider,
      disputesOf: () => Promise.resolve([{ ...dispute, amount: amount / 100, currency: 'eur', at: this.clock.at }]),
    }
    await takeDisputes(this.shop.services, provider, externalId ?? '')
  }

  /** Interest for whole months after the due day, of a business. */
  async interest(of: number, months: number): Promise<void> {
    const { prisma } = this.shop.db
    const invoice = (await this.invoices())[of]
    await prisma.buyer.update({ where: { id: this.buyerId }, data: { isBusiness: true } })
    const due = invoice?.dueOn ?? TEST_NOW
    this.clock.at = new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + months, due.getUTCDate(), 12))
    // Nobody's session lasts until then.
    const { caller } = await this.shop.signIn('admin')
    await caller.invoices.chargeInterest({ id: invoice?.id ?? '' }).catch(unlessConflict)
  }

  /** Documents, payments and the sums of the ledger's entries, as `reckon.ts` has them. */
  async read() {
    const documents = await this.invoices()
    const payments = await this.payments()
    const entries = await this.shop.db.prisma.ledgerEntry.groupBy({
      by: ['kind', 'debit', 'credit'],
      where: { account: { buyerId: this.buyerId } },
      _sum: { amount: true },
    })
    const moved = (debit: string, credit: string) =>
      entries
        .filter((each) => each.debit === debit && each.credit === credit)
        .reduce((sum, { _sum }) => sum + toCents(_sum.amount ?? zero), 0)
    const account = await this.shop.db.prisma.ledgerAccount.findUnique({ where: { buyerId: this.buyerId } })
    return {
      invoices: documents.map(({ lines, vatSterling, ...row }) => ({
        lines: lines.map((line) => ({ net: toCents(line.net), vat: toCents(line.vat), total: toCents(line.total) })),
        ...{ net: toCents(row.net), vat: toCents(row.vat), total: toCents(row.total), vatSterling: vatSterling && toCents(vatSterling) },
        ...{ owed: toCents(row.owed), paid: toCents(row.paid), storeCredit: toCents(row.storeCredit), credited: toCents(row.credited) },
      })),
      notes: (await this.notes()).map(({ net, vat, total, vatSterling }) => ({
        ...{ net: toCents(net), vat: toCents(vat), total: toCents(total), vatSterling: vatSterling && toCents(vatSterling) },
      })),
      payments: payments.map(({ amount, onAccount, allocated, refunded }) => ({
        ...{ amount: toCents(amount), onAccount: toCents(onAccount), allocated: toCents(allocated), refunded: toCents(refunded) },
      })),
      ledger: {
        billed: moved('billed', 'owed'),
        corrected: moved('owed', 'billed'),
        storeCredit: moved('owed', 'store_credit') - moved('store_credit', 'owed'),
        received: moved('on_account', 'received'),
        refunded: moved('received', 'on_account'),
        owed: toCents(account?.owed ?? zero),
        onAccount: toCents(account?.onAccount ?? zero),
      },
      numbers: documents.map(({ number }) => number),
    }
  }
}
