import { repairStatuses, type OrderStatus, type RepairStatus } from '~/contracts/statuses'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { toCents } from './vat'

/**
 * One sentence for each payment state of a repair or an order. It follows from these facts alone, so that a test covers all. Amounts are
 * EUR.
 */

interface Sums {
  due: number
  depositDue: number
  /** '2026-12-05', the earliest of unpaid invoices. */
  dueOn: string | null
  isOverdue: boolean
  toCredit: number
  onAccount: number
}

interface WorkFacts extends Sums {
  cost: number | null
  isBilled: boolean
  /** Billed, or something was paid. */
  hasBill: boolean
  /** The work belongs to another customer now; this one pays their own invoices. */
  isFormer: boolean
  /** Store credit that is reserved or expected. */
  promised: number
}

export type PayFacts = (WorkFacts & { noun: 'repairs'; status: RepairStatus }) | (WorkFacts & { noun: 'orders'; status: OrderStatus })

export const payStates = [
  'nothing',
  'paid',
  'store_credit',
  'ended',
  'deposit',
  'deposit_late',
  'when_done',
  'billed_early',
  'invoice_follows',
  'before_return',
  'invoice_follows_sent',
  'after_return',
  'before_dispatch',
  'after_dispatch',
] as const
export type PayState = (typeof payStates)[number]

const quiet: readonly PayState[] = ['nothing', 'paid', 'store_credit', 'ended', 'when_done']

function settledState({ noun, status, cost, hasBill, toCredit, promised }: PayFacts): PayState {
  if (toCredit > 0 || (noun === 'orders' && status === 'cancelled' && hasBill)) return 'ended'
  if (promised > 0) return 'store_credit'
  return hasBill || (cost ?? 0) > 0 ? 'paid' : 'nothing'
}

function repairState(status: RepairStatus, isBilled: boolean): PayState {
  if (status === 'shipped') return isBilled ? 'after_return' : 'invoice_follows_sent'
  if (status === 'completed') return isBilled ? 'before_return' : 'invoice_follows'
  return isBilled ? 'billed_early' : 'when_done'
}

const isInWork = (status: RepairStatus) => repairStatuses.indexOf(status) >= repairStatuses.indexOf('repairing')

export function payStateOf(facts: PayFacts): PayState {
  const { due, depositDue, isFormer, isBilled } = facts
  if (due <= 0) return settledState(facts)
  if (isFormer) return 'after_return'
  if (facts.noun === 'repairs') {
    if (depositDue <= 0) return repairState(facts.status, isBilled)
    // The work may have begun before its deposit was paid.
    return isInWork(facts.status) ? 'deposit_late' : 'deposit'
  }
  return facts.status === 'completed' ? 'after_dispatch' : 'before_dispatch'
}

/** The deposit before the work, 0 during it, afterwards the rest. */
export function dueNow(facts: PayFacts): number {
  const state = payStateOf(facts)
  if (state === 'deposit' || state === 'deposit_late') return facts.depositDue
  return quiet.includes(state) ? 0 : facts.due
}

interface Say {
  day: (day: string) => string
  euro: (amount: number) => string
}

/** 'Please pay €49.90 by 4 Dec 2026.', or since when it is overdue. */
function ask(say: Say, { dueOn, isOverdue }: Pick<Sums, 'dueOn' | 'isOverdue'>, amount: number): string {
  const sum = say.euro(amount)
  if (dueOn === null) return `Please pay ${sum} now.`
  const day = say.day(dueOn)
  return isOverdue ? `${sum} was due on ${day}. Please pay it now.` : `Please pay ${sum} by ${day}.`
}

function restOf(say: Say, { due, depositDue }: Sums): string {
  const rest = sumOfAmounts([due, -depositDue])
  return rest > 0 ? ` You pay the other ${say.euro(rest)} when the work is done.` : ''
}

const sendMachine = 'We send your machine to you when it is paid.'

const sentences: Record<PayState, (say: Say, sums: Sums) => string> = {
  nothing: () => '',
  paid: () => 'Nothing is left to pay.',
  store_credit: () => 'Your store credit pays this, and nothing else is left to pay.',
  ended: (say, { toCredit }) =>
    toCredit > 0
      ? `Nothing is left to pay. You get a credit note for the ${say.euro(toCredit)} that was still to pay.`
      : 'Nothing is left to pay.',
  deposit: (say, sums) => `${ask(say, sums, sums.depositDue)} That is the deposit: we begin when it is paid.${restOf(say, sums)}`,
  deposit_late: (say, sums) => `${ask(say, sums, sums.depositDue)} That is the deposit.${restOf(say, sums)}`,
  when_done: (say, { due }) => `You pay ${say.euro(due)} when the work is done.`,
  billed_early: (say, sums) => ask(say, sums, sums.due),
  invoice_follows: (say, { due }) => `Please pay ${say.euro(due)}; our invoice follows by email. ${sendMachine}`,
  before_return: (say, sums) => `${ask(say, sums, sums.due)} ${sendMachine}`,
  invoice_follows_sent: (say, { due }) => `Please pay ${say.euro(due)}; our invoice follows by email.`,
  after_return: (say, sums) => ask(say, sums, sums.due),
  before_dispatch: (say, sums) => `${ask(say, sums, sums.due)} We send your order when it is paid.`,
  after_dispatch: (say, sums) => ask(say, sums, sums.due),
}

const NOTHING: Sums = { due: 0, depositDue: 0, dueOn: null, isOverdue: false, toCredit: 0, onAccount: 0 }

/** Where the payment details are: beside the sentence, elsewhere on the page, or on the page linked by an email. */
export type PayPlace = 'here' | 'page' | 'email'
const ways: Record<PayPlace, string> = {
  here: 'How to pay is shown here.',
  page: 'How to pay is under ‘Your bill’.',
  email: 'The page below says how to pay.',
}

export function whenToPay(say: Say, facts: PayFacts, place: PayPlace): string {
  const state = payStateOf(facts)
  const isOver = state === 'ended' || state === 'paid'
  const back = facts.onAccount > 0 && isOver ? `${say.euro(facts.onAccount)} of yours is on account with us.` : ''
  return [sentences[state](say, facts), dueNow(facts) > 0 ? ways[place] : '', back].filter((part) => part !== '').join(' ')
}

export const whenToPayInvoice = (
  say: Say,
  { amount, ...due }: Pick<Sums, 'dueOn' | 'isOverdue'> & { amount: number },
  place: PayPlace,
): string => (amount <= 0 ? sentences.paid(say, NOTHING) : `${ask(say, due, amount)} ${ways[place]}`)

/** EUR. */
export const depositOf = (total: number, percent: number): number => toCents((total * percent) / 100)

/** Shown before the answer to an estimate. @param deposit EUR of the total to pay before the work */
export function whenAccepted(say: Pick<Say, 'euro'>, { total, deposit }: { total: number; deposit: number }): string {
  const rest = sumOfAmounts([total, -deposit])
  if (deposit <= 0) return 'You pay when the work is done; store credit can pay it.'
  if (rest <= 0) return `You pay ${say.euro(deposit)} as a deposit, before we begin.`
  return `You pay a deposit of ${say.euro(deposit)} before we begin, and the other ${say.euro(rest)} when the work is done; store credit can pay that.`
}
