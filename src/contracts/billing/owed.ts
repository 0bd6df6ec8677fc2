import { sumOfAmounts } from '~/contracts/credit/credit'

export interface WorkMoney {
  /** The actual cost, else the accepted one; null without either. */
  cost: number | null
  /** The order was cancelled, the repair goes back unrepaired, or its acceptance was taken back. */
  isEnded: boolean
  /** No deposit is due any more. */
  isDone: boolean
  /** Paid through the shop platform. */
  isPaidElsewhere: boolean
  /** The work now belongs to another customer: this reader owes only the invoices in their name. */
  isFormer: boolean
  /** Apart from deposits. */
  hasInvoice: boolean
  billed: number
  credited: number
  /** Invoices to other customers, less credit notes. */
  billedToOthers: number
  /** Open amount of invoices; `openDeposits` is the part from deposits. */
  owed: number
  openDeposits: number
  /** The part of `owed` that awaits a credit note after the work ended. */
  toCredit: number
  interest: number
  /** Allocated to invoices; `onAccount` pays no invoice yet. */
  paid: number
  onAccount: number
  /** Store credit: reserved, used, and expected from trade-ins. */
  held: number
  captured: number
  pending: number
  /** A partial credit note does not make a cost billable again; a wholly credited invoice does. */
  alreadyBilled: number
}

export interface Owed {
  /** In all, after store credit and money on account. */
  due: number
  /** The part of `due` to pay before the work. */
  depositDue: number
  unbilled: number
}

const atLeastNothing = (amounts: readonly number[]) => Math.max(0, sumOfAmounts(amounts))

/** For a former customer their own invoices; for the present one the cost less invoices to others. */
const costFor = ({ cost, isFormer, billed, credited, billedToOthers }: WorkMoney) =>
  isFormer ? sumOfAmounts([billed, -credited]) : atLeastNothing([cost ?? 0, -billedToOthers])

/** By the invoices once the work is billed, else by the cost. `toCredit` of ended work is not asked for. */
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
