import type { ReactNode } from 'react'
import type { CreditPayment, CreditPayments, Unpayable } from '~/contracts/credit/payments'
import { PayForm, type Paying } from './pay-form'
import { PaymentList } from './payment-list'
import { PaymentSums } from './payment-sums'

/** Texts of the panel, for its reader. */
export interface PaymentWords {
  unpayable: Record<Unpayable, string>
  /** There is no credit to pay with. */
  nothing: string
  /** The button, and what becomes of what is paid. */
  pay: string
  hint: string
}

interface PaymentsPanelProps {
  payments: CreditPayments
  words: PaymentWords
  /** Left out where nobody may pay here. */
  onPay?: (paying: Paying) => Promise<void>
  onRelease?: (payment: CreditPayment) => Promise<void>
  givesBackUsed?: boolean
  /** Shown before used credit is given back. */
  beforeRelease?: (payment: CreditPayment) => ReactNode
}

/** Store credit of a repair or an order: cost, payments, the rest, and a way to pay it. */
export function PaymentsPanel({ payments, words, onPay, onRelease, givesBackUsed = false, beforeRelease }: PaymentsPanelProps) {
  return (
    <div className="flex flex-col gap-5">
      {/* The platform has taken its whole price, in its own currency. */}
      {payments.unpayable !== 'platform' && <PaymentSums sums={payments} />}
      <PaymentList
        // Payments that were given back are of no use to customers.
        payments={givesBackUsed ? payments.payments : payments.payments.filter(({ state }) => state !== 'ended')}
        onRelease={onRelease}
        givesBackUsed={givesBackUsed}
        beforeRelease={beforeRelease}
      />
      {onPay && <Next payments={payments} words={words} onPay={onPay} />}
    </div>
  )
}

/** The form to pay, or the reason why nothing can be paid. */
function Next({ payments, words, onPay }: { payments: CreditPayments; words: PaymentWords; onPay: (paying: Paying) => Promise<void> }) {
  const { left, available, expected, unpayable } = payments
  if (unpayable) return <Remark>{words.unpayable[unpayable]}</Remark>
  if (left === null) return null
  if (left === 0) return <Remark>Nothing is left to pay.</Remark>
  if (available === 0 && expected.length === 0) return <Remark>{words.nothing}</Remark>
  return <PayForm payments={{ ...payments, left }} label={words.pay} hint={words.hint} onPay={onPay} />
}

const Remark = ({ children }: { children: string }) => <p className="text-sm text-ink-muted">{children}</p>
