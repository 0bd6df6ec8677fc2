import { useId } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { failureToast } from '~/components/form/use-action'
import { LoadFailure } from '~/components/ui/load-failure'
import { notifySuccess } from '~/components/ui/notify'
import { Skeleton } from '~/components/ui/loading'
import type { CreditPayments, PaidNoun } from '~/contracts/credit/credit-payments'
import { records } from '~/contracts/records'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { ApprovalNote } from '../office/approval-note'
import type { Paying } from './pay-form'
import { PaymentsPanel, type PaymentWords } from './payments-panel'

interface Paid {
  noun: PaidNoun
  id: string
}

const wordsOf = (noun: PaidNoun): PaymentWords => ({
  unpayable: {
    customer: `This ${records[noun].one} has no customer whose store credit could pay it.`,
    estimate: 'Store credit pays what was accepted: there is no accepted estimate yet.',
    cancelled: 'This order is cancelled.',
    platform: 'This order was paid at the checkout of the shop platform.',
  },
  nothing: 'The customer has no store credit to spend.',
  pay: 'Apply credit',
  hint: `It is held until the ${records[noun].one} is completed, and pays at once from then on.${noun === 'orders' ? ' A cancelled order gives it back.' : ''}`,
})

/** The calls return the payments afterwards. */
function usePayments({ noun, id }: Paid) {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const query = trpc.credit.payments.useQuery({ noun, id })
  const payRepair = trpc.credit.payRepairFor.useMutation()
  const payOrder = trpc.credit.payOrder.useMutation()
  const release = trpc.credit.release.useMutation()
  const changed = async (now: CreditPayments) => {
    utils.credit.payments.setData({ noun, id }, now)
    await utils.credit.invalidate()
  }
  const send = ({ amount, tradeInId }: Paying) =>
    submit((idempotencyKey) =>
      noun === 'repairs'
        ? payRepair.mutateAsync({ repairId: id, amount, idempotencyKey, ...(tradeInId !== undefined && { tradeInId }) })
        : payOrder.mutateAsync({ orderId: id, amount, idempotencyKey }),
    )
  return {
    query,
    pay: async (paying: Paying) => {
      await changed(await send(paying))
      notifySuccess(`${formatEuro(paying.amount)} of store credit applied`)
    },
    release: async (paymentId: string) => {
      try {
        const now = await release.mutateAsync({ paymentId })
        await changed(now)
        const waits = now.payments.some((payment) => payment.id === paymentId && payment.isReleaseAsked)
        notifySuccess(waits ? 'Waits for a second administrator. Nothing has changed yet.' : 'The payment was taken back')
      } catch (error) {
        failureToast('Failed to take the payment back')(error)
        await utils.credit.invalidate()
      }
    },
  }
}

function Payments({ noun, id, withSums = true }: Paid & { withSums?: boolean }) {
  const { query, pay, release } = usePayments({ noun, id })
  const { data, isError } = query
  if (data) {
    return (
      <PaymentsPanel
        payments={data}
        words={wordsOf(noun)}
        onPay={pay}
        onRelease={(payment) => release(payment.id)}
        withSums={withSums}
        givesBackUsed
        beforeRelease={({ id: creditPaymentId, captured }) => <ApprovalNote router="credit" of={{ creditPaymentId }} amount={captured} />}
      />
    )
  }
  if (!isError) return <Skeleton className="h-32" />
  return <LoadFailure message="Failed to fetch store credit payments" query={query} />
}

/** @param withSums false beside its bill, which has them */
export const RepairPayments = ({ id, withSums }: { id: string; withSums: boolean }) => (
  <RecordSection title="Store credit">
    <div className="p-5 sm:p-6">
      <Payments noun="repairs" id={id} withSums={withSums} />
    </div>
  </RecordSection>
)

export function OrderPayments({ id }: { id: string }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="border-t border-line pt-5">
      <h3 id={heading} className="mb-3 text-sm font-semibold text-ink">
        Store credit
      </h3>
      <Payments noun="orders" id={id} />
    </section>
  )
}
