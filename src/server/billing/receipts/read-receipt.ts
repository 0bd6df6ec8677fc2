import type { BilledNoun, Party } from '~/contracts/billing/invoices'
import { paymentMethodLabels } from '~/contracts/billing/receipts'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { billedOf } from '~/server/billing/invoices/lock-document'
import { NAMELESS } from '~/server/billing/invoices/buyer-name'
import { buyerParty } from '~/server/billing/invoices/invoice-parties'
import { hasNoAddress } from '~/server/identity/users/no-address'
import { numberOf } from '~/server/credit/cause-number'
import { toAmount } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import { allocationsOf } from './refund-money'

type Tx = Pick<Prisma.TransactionClient, 'payment' | 'creditPayment' | 'buyer' | 'user' | '$queryRaw'>

/** A payment by any method. Amounts are EUR. */
export interface Receipt {
  id: string
  /** For people to quote: 'R-3F2A91B04C7D'. */
  number: string
  amount: number
  /** Day of arrival, as '2026-11-21'. */
  day: string
  way: string
  reference: string | null
  noun: BilledNoun | null
  nounId: string | null
  nounNumber: string | null
  userId: string | null
  payer: Party
  pays: { number: string; amount: number }[]
  onAccount: number
}

const numberOfReceipt = (id: string) => `R-${id.replaceAll('-', '').slice(-12).toUpperCase()}`

async function workNumber(tx: Tx, noun: string | null, nounId: string | null): Promise<string | null> {
  const [found] = await tx.$queryRaw<
    { number: string | null }[]
  >`SELECT ${numberOf(Prisma.sql`${noun}`, Prisma.sql`${nounId}::uuid`)} AS number`
  return found?.number ?? null
}

async function ofMoney(tx: Tx, id: string): Promise<Receipt | null> {
  const payment = await tx.payment.findUnique({ where: { id }, include: { buyer: true } })
  if (payment?.reversedAt !== null) return null
  const { buyer, method, reference } = payment
  const of = billedOf(payment)
  return {
    id,
    number: numberOfReceipt(id),
    amount: toAmount(payment.amount),
    day: payment.receivedOn.toISOString().slice(0, 10),
    way: paymentMethodLabels[method],
    reference,
    noun: of?.noun ?? null,
    nounId: of?.nounId ?? null,
    nounNumber: of && (await workNumber(tx, of.noun, of.nounId)),
    userId: buyer.userId,
    payer: buyerParty(buyer, null),
    pays: (await allocationsOf(tx, id)).map(({ number, amount }) => ({ number: number ?? '', amount })),
    onAccount: toAmount(payment.onAccount),
  }
}

/** The billing details of store credit's owner, else the account's name. */
async function payerOf(tx: Tx, userId: string): Promise<Party | null> {
  const buyer = await tx.buyer.findFirst({ where: { userId, formerOf: null } })
  if (buyer) return buyerParty(buyer, null)
  const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true, profile: { select: { fullName: true } } } })
  if (!user) return null
  const email = hasNoAddress(user.email) ? null : user.email
  return { name: user.profile?.fullName || email || NAMELESS, company: null, address: null, country: null, vatNumber: null, email }
}

/** Only used store credit has a receipt; held credit has paid nothing yet. */
async function ofStoreCredit(tx: Tx, id: string, timeZone: string): Promise<Receipt | null> {
  const payment = await tx.creditPayment.findUnique({
    where: { id },
    include: {
      account: { select: { userId: true } },
      entries: { where: { kind: 'capture' }, orderBy: { number: 'desc' }, take: 1, select: { at: true } },
    },
  })
  const userId = payment?.account.userId
  const of = payment && billedOf(payment)
  if (!userId || !of || toAmount(payment.captured) <= 0) return null
  const payer = await payerOf(tx, userId)
  return (
    payer && {
      id,
      number: numberOfReceipt(id),
      amount: toAmount(payment.captured),
      day: calendarDay(payment.entries[0]?.at ?? payment.createdAt, timeZone),
      way: 'Store credit',
      reference: null,
      ...of,
      nounNumber: await workNumber(tx, of.noun, of.nounId),
      userId,
      payer,
      pays: [],
      onAccount: 0,
    }
  )
}

/** Null for an unknown or reversed payment, and for unused store credit. */
export const readReceipt = async (tx: Tx, { businessTimeZone }: Pick<Services, 'businessTimeZone'>, id: string): Promise<Receipt | null> =>
  (await ofMoney(tx, id)) ?? ofStoreCredit(tx, id, businessTimeZone)
