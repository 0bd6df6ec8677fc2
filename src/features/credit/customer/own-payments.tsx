import { useEffect } from 'react'
import { RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { failureToast } from '~/components/form/use-action'
import { wantToasts } from '~/components/ui/lazy-toasts'
import { LinkButton } from '~/components/ui/link-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { notifySuccess } from '~/components/ui/notify'
import type { CreditPayments, CreditSums } from '~/contracts/credit/credit-payments'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import type { Paying } from './pay-form'
import { PaymentSums } from './payment-sums'
import { PaymentsPanel, type PaymentWords } from './payments-panel'

/** Where to pay the rest. */
const PAY_THE_REST = 'What store credit does not cover you pay by card or bank transfer, as ‘Your bill’ says.'

const words: PaymentWords = {
  unpayable: {
    customer: 'Store credit cannot pay this.',
    estimate: 'Store credit can pay this once you have accepted an estimate.',
    cancelled: 'This order is cancelled.',
    platform: 'This order was paid at the checkout of our shop.',
  },
  nothing: `You have no store credit to pay with. What your trade-ins bring can be used here. ${PAY_THE_REST}`,
  pay: 'Pay with store credit',
  hint: `Until the repair is completed it is held, and you can take it back; from then on it pays at once. ${PAY_THE_REST}`,
}

/** Paid wholly with money. */
const isPaidOtherwise = ({ left, held, captured, pending }: CreditSums) => left === 0 && held === 0 && captured === 0 && pending === 0

export function OwnRepairPayments({ repairId }: { repairId: string }) {
  useEffect(wantToasts, [])
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const payments = trpc.credit.repair.useQuery({ repairId })
  const pay = trpc.credit.payRepair.useMutation()
  const cancel = trpc.credit.cancelPayment.useMutation()
  const changed = async (now: CreditPayments) => {
    utils.credit.repair.setData({ repairId }, now)
    await utils.credit.invalidate()
  }
  const { data } = payments
  if (!data && !payments.isError) return <SectionSkeleton />
  if (data && isPaidOtherwise(data)) return null
  return (
    <RecordSection title="Pay with store credit">
      <div className="p-5 sm:px-6">
        {data ? (
          <PaymentsPanel
            payments={data}
            words={words}
            onPay={async (paying: Paying) => {
              await changed(await submit((idempotencyKey) => pay.mutateAsync({ repairId, ...paying, idempotencyKey })))
              notifySuccess(
                paying.tradeInId === undefined
                  ? `${formatEuro(paying.amount)} of store credit pays this repair`
                  : `${formatEuro(paying.amount)} is paid as soon as the credit of your trade-in is there`,
              )
            }}
            onRelease={async ({ id, amount }) => {
              try {
                await changed(await cancel.mutateAsync({ paymentId: id }))
                notifySuccess(`The payment of ${formatEuro(amount)} was cancelled`)
              } catch (error) {
                failureToast('Failed to cancel the payment')(error)
                await utils.credit.invalidate()
              }
            }}
          />
        ) : (
          <LoadFailure message="What store credit pays could not be loaded" query={payments} />
        )}
      </div>
    </RecordSection>
  )
}

/** A link only shows payments; paying needs a sign-in. */
export function LinkedPayments({ sums, signInHref }: { sums: CreditSums; signInHref: string }) {
  if (isPaidOtherwise(sums)) return null
  return (
    <RecordSection title="Pay with store credit">
      <div className="flex flex-col items-start gap-5 p-5 sm:px-6">
        <PaymentSums sums={sums} />
        {sums.left !== 0 && (
          <>
            <p className="text-sm text-ink-muted">
              You can pay the rest with your store credit. It is in the account with the email address that we write to: sign in with that
              address, or choose a password for it there if you have never signed in.
            </p>
            <LinkButton href={signInHref} variant="secondary" size="sm">
              Sign in to pay
            </LinkButton>
            <p className="text-sm text-ink-muted">{PAY_THE_REST}</p>
          </>
        )}
      </div>
    </RecordSection>
  )
}

/** Uses of a trade-in's credit. */
export function TradeInCreditNote({ amount, href, isSignedIn }: { amount: number; href: string; isSignedIn: boolean }) {
  return (
    <RecordSection title="Your store credit">
      <div className="flex flex-col items-start gap-4 p-5 text-sm sm:px-6">
        <p className="text-2xl font-semibold text-ink tabular-nums">{formatEuro(amount)}</p>
        <p className="text-ink-muted">
          {isSignedIn
            ? 'It was added to your account.'
            : 'It is in the account with the email address that we write to. Sign in with that address, or choose a password for it there if you have never signed in.'}
        </p>
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink-muted">
          <li>A repair: open the repair in your account and press ‘Pay with store credit’, once you have accepted its estimate.</li>
          <li>
            An order: choose bank transfer, then open the order in your account and press ‘Pay with store credit’. If ‘Store credit’ in your
            account offers to move it to the shop, you use it there yourself.
          </li>
          <li>It may pay a part. What it does not cover you pay by card or bank transfer.</li>
        </ul>
        <LinkButton href={href} variant="secondary" size="sm">
          {isSignedIn ? 'Open your store credit' : 'Sign in to your store credit'}
        </LinkButton>
        <LinkButton href={paths.products} variant="secondary" size="sm">
          View products
        </LinkButton>
      </div>
    </RecordSection>
  )
}

const orderWords = (isOpen: boolean): PaymentWords => ({
  ...words,
  hint: `${isOpen ? 'We prepare the order once all of it is paid; until then you can take it back.' : 'It is used once the order is completed.'} ${PAY_THE_REST}`,
})

interface OwnOrderPaymentsProps {
  orderId: string
  payments: CreditPayments
  /** It is not prepared yet. */
  isOpen: boolean
  /** Called after every change. */
  onChanged: () => Promise<void>
}

export function OwnOrderPayments({ orderId, payments, isOpen, onChanged }: OwnOrderPaymentsProps) {
  useEffect(wantToasts, [])
  const submit = useSubmission()
  const pay = trpc.credit.payOwnOrder.useMutation()
  const cancel = trpc.credit.cancelPayment.useMutation()
  if (isPaidOtherwise(payments)) return null
  return (
    <RecordSection title="Pay with store credit">
      <div className="p-5 sm:px-6">
        <PaymentsPanel
          payments={payments}
          words={orderWords(isOpen)}
          onPay={async ({ amount }: Paying) => {
            await submit((idempotencyKey) => pay.mutateAsync({ orderId, amount, idempotencyKey }))
            await onChanged()
            notifySuccess(`${formatEuro(amount)} of store credit pays this order`)
          }}
          onRelease={
            isOpen
              ? async ({ id, amount }) => {
                  try {
                    await cancel.mutateAsync({ paymentId: id })
                    notifySuccess(`The payment of ${formatEuro(amount)} was cancelled`)
                  } catch (error) {
                    failureToast('Failed to cancel the payment')(error)
                  }
                  await onChanged()
                }
              : undefined
          }
        />
      </div>
    </RecordSection>
  )
}
