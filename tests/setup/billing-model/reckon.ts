/**
 * Bills, payments and the ledger computed a second time, in whole cents and with none of the shop's code: facts in, documents, balances and
 * sums out. Amounts are EUR cents, quantities hundredths, rates hundredths of a percent, rates of exchange millionths.
 */

export interface ReckonedLine {
  quantity?: number
  /** EUR cents for one, with VAT. */
  price: number
}

/** A line of a document with what of it is VAT. */
interface Taxed {
  net: number
  vat: number
  total: number
}
interface BookedLine extends Taxed {
  rate: number
  credited: number
}

export interface ReckonedInvoice extends Taxed {
  lines: BookedLine[]
  /** GBP pence; null without VAT. */
  vatSterling: number | null
  /** The invoice that it charges interest for. */
  interestOf: number | null
  owed: number
  paid: number
  storeCredit: number
  credited: number
}
export interface ReckonedPayment {
  isCard: boolean
  /** The payment never arrived; its outgoing money is no refund. */
  isReversed?: boolean
  amount: number
  onAccount: number
  allocated: number
  refunded: number
  /** Cents of it by the invoice that they pay. */
  puts: Map<number, number>
}
export interface ReckonedNote extends Taxed {
  of: number
  vatSterling: number | null
}

/** A fraction in whole units, half of one away from zero. */
function rounded(numerator: bigint, denominator: bigint): number {
  const size = numerator < 0n ? -numerator : numerator
  const whole = (2n * size + denominator) / (2n * denominator)
  return Number(numerator < 0n ? -whole : whole)
}

/** Splits an amount into its VAT at a rate and the rest. */
function vatOf(total: number, rate: number): Taxed {
  const vat = rounded(BigInt(total) * BigInt(rate), 10_000n + BigInt(rate))
  return { net: total - vat, vat, total }
}

/** The price of so many, in cents. */
export const extended = (quantity: number, price: number): number => rounded(BigInt(quantity) * BigInt(price), 100n)

const ONE = 100
export const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
const sumOf = (lines: readonly Taxed[]): Taxed => ({
  net: sum(lines.map(({ net }) => net)),
  vat: sum(lines.map(({ vat }) => vat)),
  total: sum(lines.map(({ total }) => total)),
})

/** How a seller bills: at a rate of VAT in hundredths of a percent, 0 without one; and millionths of a pound for one euro. */
export interface Terms {
  rate: number
  /** The name of the rate, unless it is the standard one. */
  code?: 'zero' | 'outside'
  sterling: number | null
}

/** The books of one repair or order of one customer. */
export class Books {
  readonly invoices: ReckonedInvoice[] = []
  readonly notes: ReckonedNote[] = []
  readonly payments: ReckonedPayment[] = []
  /** Store credit that the work has used. */
  used = 0

  constructor(protected readonly terms: Terms) {}

  private sterlingOf(vat: number): number | null {
    return vat === 0 || this.terms.sterling === null ? null : rounded(BigInt(vat) * BigInt(this.terms.sterling), 1_000_000n)
  }

  /** An invoice of lines at a rate. Nothing is issued for nothing. @returns its place, or null */
  protected issue(amounts: readonly number[], rate: number, interestOf: number | null = null): number | null {
    const lines = amounts.map((total) => ({ ...vatOf(total, rate), rate, credited: 0 }))
    const sums = sumOf(lines)
    if (sums.total <= 0) return null
    const empty = { paid: 0, storeCredit: 0, credited: 0 }
    this.invoices.push({ lines, ...sums, ...empty, vatSterling: this.sterlingOf(sums.vat), interestOf, owed: sums.total })
    this.settle()
    return this.invoices.length - 1
  }

  /** A deposit of hundredths of a percent of what was accepted. */
  deposit(percent: number, accepted: number): number | null {
    return this.issue([rounded(BigInt(accepted) * BigInt(percent), 10_000n)], this.terms.rate)
  }

  /** The cost of the work, less earlier invoices. Nothing is issued if those cover it. */
  bill(lines: readonly ReckonedLine[]): number | null {
    const amounts = lines.map(({ quantity = ONE, price }) => extended(quantity, price))
    let left = sum(amounts)
    for (const invoice of this.invoices) {
      if (invoice.interestOf !== null) continue
      const less = Math.min(left, sum(invoice.lines.map(({ total, credited }) => total - credited)))
      if (less <= 0) continue
      amounts.push(-less)
      left -= less
    }
    return left > 0 ? this.issue(amounts, this.terms.rate) : null
  }

  /** Interest on what is owed of an invoice: 1.5 % for each whole month, less what was charged before, outside the scope of VAT. */
  interest(of: number, months: number): number | null {
    const charged = sum(this.invoices.map((each) => (each.interestOf === of ? each.total - each.credited : 0)))
    const amount = rounded(BigInt(this.invoice(of).owed) * 15n * BigInt(months), 1000n) - charged
    return amount > 0 ? this.issue([amount], 0, of) : null
  }

  /** Money comes in, for an invoice or for the work alone. */
  receive(amount: number, invoice: number | null, isCard = false): number {
    this.payments.push({ isCard, amount, onAccount: amount, allocated: 0, refunded: 0, puts: new Map() })
    const place = this.payments.length - 1
    if (invoice !== null) this.put(place, invoice)
    this.settle()
    return place
  }

  /** The work has used so much store credit in all. */
  useCredit(cents: number): void {
    this.used = cents
    this.settle()
  }

  /** A credit note for lines, or for all that is open of them: off what is owed first, then off money, then off store credit. */
  credit(of: number, parts?: readonly { line: number; amount?: number }[]): void {
    const invoice = this.invoice(of)
    const open = invoice.lines.flatMap(({ total, credited }, line) => (total === credited ? [] : [{ line }]))
    const chosen: readonly { line: number; amount?: number }[] = parts ?? open
    const lines = chosen.map(({ line, amount }) => {
      const booked = invoice.lines[line]
      if (!booked) throw new RangeError(`No line ${line}`)
      const part: number = amount ?? booked.total - booked.credited
      const before = vatOf(booked.credited, booked.rate)
      booked.credited += part
      const after = vatOf(booked.credited, booked.rate)
      return { total: part, vat: after.vat - before.vat, net: after.net - before.net }
    })
    const sums = sumOf(lines)
    const earlier = sumOf(this.notes.filter((note) => note.of === of))
    const sterling =
      invoice.vatSterling === null ? null : (this.sterlingOf(earlier.vat + sums.vat) ?? 0) - (this.sterlingOf(earlier.vat) ?? 0)
    this.notes.push({ of, ...sums, vatSterling: sterling })
    let beyond = Math.max(0, sums.total - invoice.owed)
    for (const payment of this.payments.toReversed()) {
      const back = Math.min(beyond, payment.puts.get(of) ?? 0)
      this.release(payment, of, back)
      beyond -= back
    }
    // The customer has it to spend again.
    invoice.storeCredit -= beyond
    this.used -= beyond
    invoice.owed += beyond - sums.total
    invoice.credited += sums.total
    this.settle()
  }

  /** Money goes back, by the shop or by the customer's bank: what is on account first, then what pays invoices, which are owed it again. */
  refund(place: number, amount: number): void {
    const payment = this.payment(place)
    let beyond = Math.max(0, amount - payment.onAccount)
    for (const of of [...payment.puts.keys()].toReversed()) {
      const back = Math.min(beyond, payment.puts.get(of) ?? 0)
      this.release(payment, of, back)
      beyond -= back
    }
    payment.onAccount -= amount
    payment.refunded += amount
    this.settle()
  }

  /** Documents, payments and sums, without what only the reckoning needs. */
  read() {
    return {
      invoices: this.invoices.map(({ lines, interestOf: _, ...invoice }) => ({
        ...invoice,
        lines: lines.map(({ net, vat, total }) => ({ net, vat, total })),
      })),
      notes: this.notes.map(({ of: _, ...note }) => note),
      payments: this.payments.map(({ amount, onAccount, allocated, refunded }) => ({ amount, onAccount, allocated, refunded })),
      ledger: this.ledger,
    }
  }

  get owed(): number {
    return sum(this.invoices.map(({ owed }) => owed))
  }
  get onAccount(): number {
    return sum(this.payments.map(({ onAccount }) => onAccount))
  }

  /** The ledger's sums by kind of entry that follow from the books: all that was billed is owed, corrected, or paid some way. */
  get ledger() {
    return {
      billed: sum(this.invoices.map(({ total }) => total)),
      corrected: sum(this.invoices.map(({ credited }) => credited)),
      storeCredit: sum(this.invoices.map(({ storeCredit }) => storeCredit)),
      received: sum(this.payments.map(({ amount }) => amount)),
      refunded: sum(this.payments.map(({ refunded }) => refunded)),
      owed: this.owed,
      onAccount: this.onAccount,
    }
  }

  /** Reverses a payment: it pays nothing, and other money on account takes its place. */
  reverse(place: number): void {
    const payment = this.payment(place)
    for (const [of, amount] of payment.puts) this.release(payment, of, amount)
    payment.onAccount -= payment.amount
    payment.refunded += payment.amount
    payment.isReversed = true
    this.settle()
  }

  /** Ends all work undone: credits the rest of its invoices, the latest first. */
  cancel(): void {
    for (const [place, { total, credited }] of [...this.invoices.entries()].toReversed()) if (credited < total) this.credit(place)
  }

  private invoice(place: number): ReckonedInvoice {
    const invoice = this.invoices[place]
    if (!invoice) throw new RangeError(`No invoice ${place}`)
    return invoice
  }

  private payment(place: number): ReckonedPayment {
    const payment = this.payments[place]
    if (!payment) throw new RangeError(`No payment ${place}`)
    return payment
  }

  private put(place: number, to: number): void {
    const payment = this.payment(place)
    this.move(payment, to, Math.min(payment.onAccount, this.invoice(to).owed))
  }

  private release(payment: ReckonedPayment, of: number, amount: number): void {
    this.move(payment, of, -amount)
  }

  /** Money on account pays an invoice, or with less than 0 does so no more. Which a payment came to last is remembered. */
  private move(payment: ReckonedPayment, to: number, amount: number): void {
    if (amount === 0) return
    const invoice = this.invoice(to)
    const now = (payment.puts.get(to) ?? 0) + amount
    payment.puts.delete(to)
    payment.puts.set(to, now)
    payment.onAccount -= amount
    payment.allocated += amount
    invoice.owed -= amount
    invoice.paid += amount
  }

  /** Store credit first, the oldest invoice first; what is used no more leaves the newest. Then money, the oldest first. */
  protected settle(): void {
    let more = this.used - sum(this.invoices.map(({ storeCredit }) => storeCredit))
    for (const invoice of this.invoices.toReversed()) {
      const back = Math.min(Math.max(0, -more), invoice.storeCredit)
      invoice.storeCredit -= back
      invoice.owed += back
      more += back
    }
    for (const invoice of this.invoices) {
      const amount = Math.min(Math.max(0, more), invoice.owed)
      invoice.storeCredit += amount
      invoice.owed -= amount
      more -= amount
    }
    for (const place of this.payments.keys()) for (const to of this.invoices.keys()) this.put(place, to)
  }
}
