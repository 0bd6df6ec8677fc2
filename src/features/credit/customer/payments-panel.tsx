import type { CreditPayment, CreditPayments, Unpayable } from '~/contracts/credit/credit-payments'
import { PayForm, type Paying } from './pay-form'
import { PaymentSums } from './payment-sums'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { formatDate } from '~/lib/date-text'
import { formatEuro } from '~/lib/money'

const stateText = ({ state, amount, held, captured, tradeInNumber }: CreditPayment): string =>
  ({
    pending: `${formatEuro(amount)} of trade-in ${tradeInNumber ?? ''}, held as soon as it is there`,
    held: `${formatEuro(held)} held`,
    captured: `${formatEuro(captured)} paid${held > 0 ? `, ${formatEuro(held)} held` : ''}`,
    ended: `${formatEuro(amount)} given back`,
  })[state]

interface PaymentListProps {
  payments: readonly CreditPayment[]
  /** Left out if the reader may not take payments back. */
  onRelease?: ((payment: CreditPayment) => Promise<void>) | undefined
  /** Used credit can be given back too; the dialog asks for it. */
  givesBackUsed?: boolean
  beforeRelease?: ((payment: CreditPayment) => ReactNode) | undefined
}

/** Oldest first. */
function PaymentList({ payments, onRelease, givesBackUsed = false, beforeRelease }: PaymentListProps) {
  // Customers take their own payment back, as the hint beside it says.
  const cancelLabel = givesBackUsed ? 'Cancel' : 'Take back'
  const [busy, setBusy] = useState<string>()
  const [asked, setAsked] = useState<CreditPayment>()
  const release = async (payment: CreditPayment) => {
    if (!onRelease) return
    setBusy(payment.id)
    await onRelease(payment)
    setBusy(undefined)
    setAsked(undefined)
  }
  const mayRelease = ({ state, isReleaseAsked }: CreditPayment) =>
    onRelease !== undefined && (state === 'captured' ? givesBackUsed && !isReleaseAsked : state !== 'ended')
  if (payments.length === 0) return null
  return (
    <>
      <ul aria-label="Payments with store credit" className="divide-y divide-line border-t border-line">
        {payments.map((payment) => (
          <li key={payment.id} className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 text-sm">
            <span className={payment.state === 'ended' ? 'text-ink-subtle' : 'text-ink'}>
              <span className="font-medium wrap-anywhere">{stateText(payment)}</span>
              <span className="block text-ink-subtle">{formatDate(payment.createdAt)}</span>
              {givesBackUsed && payment.isReleaseAsked && (
                <span className="block text-warn-ink">To be given back: waits for a second administrator</span>
              )}
            </span>
            {mayRelease(payment) && (
              <Button
                variant="secondary"
                size="sm"
                busy={busy === payment.id}
                aria-label={`${payment.state === 'captured' ? 'Give back' : cancelLabel} the payment of ${formatEuro(payment.amount)}`}
                onClick={() => (payment.state === 'captured' ? setAsked(payment) : void release(payment))}
              >
                {payment.state === 'captured' ? 'Give back' : cancelLabel}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title="Give this payment back?"
          message={`${formatEuro(asked.captured)} of store credit was used. The customer can spend it again, and it is left to pay here.`}
          confirmLabel="Give back"
          cancelLabel="Keep it paid"
          busy={busy === asked.id}
          onConfirm={() => void release(asked)}
          onCancel={() => setAsked(undefined)}
        >
          {beforeRelease?.(asked)}
        </ConfirmDialog>
      )}
    </>
  )
}

/** Depends on the reader. */
export interface PaymentWords {
  unpayable: Record<Unpayable, string>
  nothing: string
  /** The button, and what happens to the payment. */
  pay: string
  hint: string
}

interface PaymentsPanelProps {
  payments: CreditPayments
  words: PaymentWords
  /** Left out if the reader may not pay. */
  onPay?: (paying: Paying) => Promise<void>
  onRelease?: ((payment: CreditPayment) => Promise<void>) | undefined
  givesBackUsed?: boolean
  /** False if the sums stand beside it. */
  withSums?: boolean
  beforeRelease?: (payment: CreditPayment) => ReactNode
}

export function PaymentsPanel({
  payments,
  words,
  onPay,
  onRelease,
  givesBackUsed = false,
  withSums = true,
  beforeRelease,
}: PaymentsPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const isPressed = useRef(false)
  // The pressed button was disabled meanwhile, or is gone: the focus stays where the answer is read.
  useEffect(() => {
    if (isPressed.current && document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
    isPressed.current = false
  }, [payments])
  const pressed = <Value,>(act: (value: Value) => Promise<void>) => {
    return (value: Value) => {
      isPressed.current = true
      return act(value)
    }
  }
  return (
    <div ref={panel} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      {/* The platform has taken the whole price in its own currency. */}
      {withSums && payments.unpayable !== 'platform' && <PaymentSums sums={payments} />}
      <PaymentList
        // Customers do not see released payments.
        payments={givesBackUsed ? payments.payments : payments.payments.filter(({ state }) => state !== 'ended')}
        onRelease={onRelease && pressed(onRelease)}
        givesBackUsed={givesBackUsed}
        beforeRelease={beforeRelease}
      />
      {onPay && <Next payments={payments} words={words} onPay={pressed(onPay)} />}
    </div>
  )
}

function Next({ payments, words, onPay }: { payments: CreditPayments; words: PaymentWords; onPay: (paying: Paying) => Promise<void> }) {
  const { left, available, expected, unpayable } = payments
  if (unpayable) return <Remark>{words.unpayable[unpayable]}</Remark>
  if (left === null) return null
  if (left === 0) return <Remark>Nothing is left to pay.</Remark>
  if (available === 0 && expected.length === 0) return <Remark>{words.nothing}</Remark>
  return <PayForm payments={{ ...payments, left }} label={words.pay} hint={words.hint} onPay={onPay} />
}

const Remark = ({ children }: { children: string }) => <p className="text-sm text-ink-muted">{children}</p>
