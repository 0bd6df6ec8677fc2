import { sumOfAmounts } from '~/contracts/credit/credit'

/** Amounts still to pay for one repair or order: the single rule behind every list, page, email, reminder and payment. Amounts are EUR. */

/** The money of a repair or an order, as it concerns one reader: the present customer, a former one, or the shop. */
export interface WorkMoney {
  /** The cost of the work: the actual cost, else the accepted one; null if nothing was agreed. */
  cost: number | null
  /** The work came to nothing: the order was cancelled, the repair goes back undone, or its acceptance was taken back. */
  isEnded: boolean
  /** The work is done, so that no deposit is due any more. */
  isDone: boolean
  /** The shop platform has taken the money. */
  isPaidElsewhere: boolean
  /** The work belongs to another customer now: the reader owes the invoices in their name, and nothing of later work. */
  isFormer: boolean
  /** The work itself has an invoice, beside deposits. */
  hasInvoice: boolean
  /** Issued invoices of the work and its deposits, and the credit notes against them. */
  billed: number
  credited: number
  /** Invoices of the work to other customers, less credit notes. */
  billedToOthers: number
  /** The ledger's open amount of invoices; `openDeposits` is the part from deposits. */
  owed: number
  openDeposits: number
  /** The part of `owed` that the work no longer costs once it has ended: a credit note follows. */
  toCredit: number
  /** Invoices of interest, less credit notes. */
  interest: number
  /** Money allocated to invoices; `onAccount` is money for the work that pays no invoice yet. */
  paid: number
  onAccount: number
  /** Store credit: put aside, used, and still to come from trade-ins. */
  held: number
  captured: number
  pending: number
  /** The part of the cost that invoices cover. A partial credit note does not make it billable again; a wholly credited invoice does. */
  alreadyBilled: number
}

export interface Owed {
  /** To pay in all, after store credit and money on account. */
  due: number
  /** The part of `due` that is a deposit, to pay before the work. */
  depositDue: number
  /** The part of the cost that is still to be invoiced. */
  unbilled: number
}

const atLeastNothing = (amounts: readonly number[]) => Math.max(0, sumOfAmounts(amounts))

/** The cost for this reader: a former customer's own invoices; for the present customer the cost less invoices to others. */
const costFor = ({ cost, isFormer, billed, credited, billedToOthers }: WorkMoney) =>
  isFormer ? sumOfAmounts([billed, -credited]) : atLeastNothing([cost ?? 0, -billedToOthers])

/** EUR to pay: by the invoices once the work is billed, else by the cost. `toCredit` of ended work is not asked for. */
function dueOf(money: WorkMoney): number {
  const { isPaidElsewhere, isEnded, hasInvoice, owed, toCredit, interest, paid, onAccount, held, captured, pending } = money
  if (isPaidElsewhere) return 0
  if (hasInvoice) return atLeastNothing([owed, -toCredit, -held, -pending, -onAccount])
  return atLeastNothing([costFor(money), isEnded ? 0 : interest, -held, -captured, -pending, -paid, -onAccount])
}

export function owedOf(money: WorkMoney): Owed {
  const { cost, hasInvoice, isDone, isEnded, isFormer, isPaidElsewhere, openDeposits, alreadyBilled } = money
  const due = dueOf(money)
  return {
    due,
    depositDue: hasInvoice || isDone || isEnded || isFormer ? 0 : Math.min(due, openDeposits),
    unbilled: isEnded || isFormer || isPaidElsewhere ? 0 : atLeastNothing([cost ?? 0, -alreadyBilled]),
  }
}
