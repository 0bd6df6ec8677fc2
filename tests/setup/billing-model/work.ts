import { Books, extended, sum, type ReckonedLine, type Terms } from './reckon'

/** Store credit that was given for the work. EUR cents. */
interface ReckonedCredit {
  amount: number
  held: number
  captured: number
  isReleased: boolean
}

/** How far a repair or an order has come, as far as money asks. */
export type Standing = 'open' | 'done' | 'cancelled'

/** The books of one repair or order with what becomes of the work: its cost, its status, store credit by status, and what is owed of it. */
export class Work extends Books {
  standing: Standing = 'open'
  /** Store credit that the customer can spend. */
  available = 0
  /** Of its latest lines; null before there are any. An order begins at nothing. */
  private amounts: number[] | null
  /** The latest lines are of no work. */
  private isFeeAlone = false
  /** The device goes back undone, until somebody works on it again. */
  private isReturned = false
  private readonly credits: ReckonedCredit[] = []
  private readonly deposits = new Set<number>()

  constructor(
    terms: Terms,
    readonly noun: 'repairs' | 'orders',
  ) {
    super(terms)
    this.amounts = noun === 'orders' ? [0] : null
  }

  override deposit(percent: number, accepted: number): number | null {
    const place = super.deposit(percent, accepted)
    if (place !== null) this.deposits.add(place)
    return place
  }

  override bill(lines: readonly ReckonedLine[]): number | null {
    const amounts = lines.map(({ quantity = 100, price }) => extended(quantity, price))
    this.isFeeAlone = false
    this.amounts = this.noun === 'orders' ? [sum(amounts)] : amounts
    if (this.standing === 'cancelled') return null
    return super.bill(this.amounts.map((price) => ({ price })))
  }

  override useCredit(cents: number): void {
    if (cents > this.used) this.credits.push({ amount: cents - this.used, held: 0, captured: cents - this.used, isReleased: false })
    let back = Math.max(0, this.used - cents)
    for (const credit of this.credits.toReversed()) {
      const part = Math.min(back, credit.captured)
      credit.captured -= part
      credit.held += part
      back -= part
    }
    super.useCredit(cents)
  }

  /** What a credit note gives back of store credit can be spent again, the latest of it first. */
  override credit(of: number, parts?: readonly { line: number; amount?: number }[]): void {
    const before = this.used
    super.credit(of, parts)
    let back = before - this.used
    for (const credit of this.credits.toReversed()) {
      const part = Math.min(back, credit.captured)
      if (part <= 0) continue
      credit.captured -= part
      credit.amount = credit.captured + credit.held
      credit.isReleased = credit.amount === 0
      this.available += part
      back -= part
    }
  }

  become(standing: Standing): void {
    this.standing = standing
    if (standing === 'open') this.isReturned = false
    this.settleCredits()
    this.settle()
    if (this.noun === 'repairs' && standing === 'done') this.billRest()
  }

  /** A repair goes back as it came, for what its inspection costs. */
  returnUndone(fee: number): void {
    this.amounts = fee > 0 ? [fee] : []
    this.isFeeAlone = fee > 0
    this.isReturned = true
    this.become('done')
  }

  /** It is another customer's: the credit of a trade-in stays with the former one, and so does the answer that the device goes back undone. */
  giveOn(): void {
    this.available = 0
    this.isReturned = false
  }

  /** Store credit was given for it that may come back. */
  get hasCredit(): boolean {
    return this.credits.length > 0
  }

  /** What is billed beyond the cost, on the latest invoice that has anything left. */
  get proposal(): { of: number; amount: number } | null {
    const counted = [...this.invoices.entries()].filter(([, { interestOf }]) => this.isEnded || interestOf === null)
    const beyond = sum(counted.map(([, { total, credited }]) => total - credited)) - (this.cost ?? 0)
    const latest = counted.findLast(([, { total, credited }]) => total > credited)
    return beyond > 0 && latest ? { of: latest[0], amount: Math.min(beyond, latest[1].total - latest[1].credited) } : null
  }

  /** What is owed of the work, as every page, reminder and payment is to say. */
  get owedOfWork() {
    const { invoices, cost, isEnded } = this
    const paid = sum(invoices.map((invoice) => invoice.paid))
    const held = sum(this.credits.map((credit) => credit.held))
    const hasInvoice = invoices.some(({ interestOf }, place) => interestOf === null && !this.deposits.has(place))
    const left = sum(invoices.map(({ total, credited }) => total - credited))
    const toCredit = isEnded ? Math.min(this.owed, Math.max(0, left - (cost ?? 0))) : 0
    const due = hasInvoice
      ? Math.max(0, this.owed - toCredit - held - this.onAccount)
      : Math.max(0, (cost ?? 0) - held - this.used - paid - this.onAccount)
    const openDeposits = sum(invoices.map(({ owed }, place) => (this.deposits.has(place) ? owed : 0)))
    const billed = invoices.map(({ total, credited }, place) =>
      credited >= total ? 0 : this.deposits.has(place) ? total - credited : total,
    )
    return {
      ...{ due, toCredit, held, captured: this.used },
      depositDue: hasInvoice || isEnded || this.standing !== 'open' ? 0 : Math.min(due, openDeposits),
      unbilled: isEnded ? 0 : Math.max(0, (cost ?? 0) - sum(billed)),
    }
  }

  private get cost(): number | null {
    return this.standing === 'cancelled' ? 0 : this.amounts && sum(this.amounts)
  }

  private get isEnded(): boolean {
    return this.standing === 'cancelled' || this.cost === null || (this.standing === 'done' && (this.isReturned || this.isFeeAlone))
  }

  /** Work that is over uses what is put aside, as far as it costs; cancelled it gives all back, and open again it puts it aside again. */
  private settleCredits(): void {
    let left = this.noun === 'orders' ? sum(this.amounts ?? []) : (this.cost ?? Infinity)
    for (const credit of this.credits.filter(({ isReleased }) => !isReleased)) {
      const isBack = credit.held + credit.captured === 0
      if (this.standing === 'done') {
        const open = Math.max(0, left - credit.captured)
        if (isBack) this.hold(credit, Math.min(credit.amount, open))
        const more = Math.min(credit.held, open)
        credit.captured += more
        credit.held -= more
        this.giveBack(credit)
        left = Math.max(0, left - credit.captured)
        continue
      }
      credit.held += credit.captured
      credit.captured = 0
      if (this.standing === 'cancelled') this.giveBack(credit)
      else if (isBack) this.hold(credit, credit.amount)
    }
    this.used = sum(this.credits.map(({ captured }) => captured))
  }

  private hold(credit: ReckonedCredit, amount: number): void {
    credit.held = Math.min(amount, this.available)
    this.available -= credit.held
  }

  private giveBack(credit: ReckonedCredit): void {
    this.available += credit.held
    credit.held = 0
  }

  /** Finished work is billed by itself: what was billed counts whole, also as far as it was credited, unless it was a deposit. */
  private billRest(): void {
    const amounts = [...(this.amounts ?? [])]
    let left = sum(amounts)
    for (const [place, { total, credited, interestOf }] of this.invoices.entries()) {
      if (interestOf !== null) continue
      const less = Math.min(left, this.deposits.has(place) ? total - credited : total)
      if (less <= 0) continue
      amounts.push(-less)
      left -= less
    }
    if (left > 0) this.issue(amounts, this.terms.rate)
  }
}
