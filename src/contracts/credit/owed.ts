import { sumOfAmounts } from './credit'

/** What is owed of one repair or order: the one rule that every list, page, email, reminder and payment asks. Amounts are EUR. */

/** The money of a repair or an order, as far as it concerns one reader: its present customer, a former one, or the shop. */
export interface WorkMoney {
  /** What the work costs now: the actual cost, else the accepted one; null where nothing was agreed. */
  cost: number | null
  /** It came to nothing: an order that is cancelled, a repair that goes back undone, or whose acceptance was taken back. */
  isEnded: boolean
  /** The work is done, so that no deposit comes before it any more. */
  isDone: boolean
  /** The shop platform has taken the money. */
  isPaidElsewhere: boolean
  /** It is the reader's no longer: they owe what was billed to them, and nothing of the work since. */
  isFormer: boolean
  /** There is an invoice of the work itself, beside deposits. */
  hasInvoice: boolean
  /** Issued invoices of the work and its deposits, before credit notes, and what these took off. */
  billed: number
  credited: number
  /** What was billed to others of it, less credit notes. */
  billedToOthers: number
  /** What invoices are owed by the ledger, and of that deposits. */
  owed: number
  openDeposits: number
  /** Of `owed`, what an ended work does not cost any more: a credit note follows. */
  toCredit: number
  /** Invoices of interest, less credit notes. */
  interest: number
  /** Paid to invoices, and received for the work without paying one yet. */
  paid: number
  onAccount: number
  /** Store credit that is put aside, used, and to come from trade-ins. */
  held: number
  captured: number
  pending: number
  /** What invoices have billed of the cost: a partial credit note is not billed again, a credited invoice is. */
  alreadyBilled: number
}

export interface Owed {
  /** To pay in all: store credit and money on account count first. */
  due: number
  /** Of that the deposit, before the work begins. */
  depositDue: number
  /** Of the cost, to be billed still. */
  unbilled: number
}

const atLeastNothing = (amounts: readonly number[]) => Math.max(0, sumOfAmounts(amounts))

/** The cost that counts for the reader: for a former customer what was billed to them, for the present one nothing that others were billed. */
const costFor = ({ cost, isFormer, billed, credited, billedToOthers }: WorkMoney) =>
  isFormer ? sumOfAmounts([billed, -credited]) : atLeastNothing([cost ?? 0, -billedToOthers])

/** EUR to pay: once the work is billed its invoices say so, before it the cost. Work that has ended is owed no further than it costs. */
function dueOf(money: WorkMoney): number {
  const { isPaidElsewhere, isEnded, hasInvoice, owed, toCredit, interest, paid, onAccount, held, captured, pending } = money
  if (isPaidElsewhere) return 0
  if (hasInvoice) return atLeastNothing([owed, -toCredit, -held, -pending, -onAccount])
  return atLeastNothing([costFor(money), isEnded ? 0 : interest, -held, -captured, -pending, -paid, -onAccount])
}

/** What is owed of a repair or an order. */
export function owedOf(money: WorkMoney): Owed {
  const { cost, hasInvoice, isDone, isEnded, isFormer, isPaidElsewhere, openDeposits, alreadyBilled } = money
  const due = dueOf(money)
  return {
    due,
    depositDue: hasInvoice || isDone || isEnded || isFormer ? 0 : Math.min(due, openDeposits),
    unbilled: isEnded || isFormer || isPaidElsewhere ? 0 : atLeastNothing([cost ?? 0, -alreadyBilled]),
  }
}
