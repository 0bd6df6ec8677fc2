import { useState } from 'react'
import { ChoiceGroup } from '~/components/form/choice-group'
import { FormDialog } from '~/components/form/form-dialog'
import { EuroField } from '~/components/form/number-field'
import { failureToast } from '~/components/form/use-action'
import { TextField } from '~/components/form/text-field'
import { notifySuccess } from '~/components/ui/notify'
import { refundCredit, REFUND_BONUS_PERCENT, REFUND_MONTHS } from '~/contracts/credit/credit'
import { adjustCreditInput, issueRefundInput, type CreditOutcome } from '~/contracts/credit/requests'
import { decimalOf } from '~/contracts/fields'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { ApprovalNote } from './approval-note'

const adjustSchema = adjustCreditInput.pick({ amount: true, reason: true })
const refundSchema = issueRefundInput.pick({ amount: true, reason: true })

interface AdjustCreditFormProps {
  userId: string
  who: string
  onClose: () => void
}

/** Adds or removes credit, or issues a refund's; above the limit it waits for a second administrator. */
export function AdjustCreditForm({ userId, who, onClose }: AdjustCreditFormProps) {
  const [kind, setKind] = useState<'adjustment' | 'refund'>('adjustment')
  const submit = useSubmission()
  const utils = trpc.useUtils()
  const adjust = trpc.credit.adjust.useMutation()
  const refund = trpc.credit.issueRefund.useMutation()
  const isRefund = kind === 'refund'
  const notifyOutcome = ({ state, balance, request }: CreditOutcome) =>
    notifySuccess(
      state === 'applied'
        ? `Store credit is now ${formatEuro(balance)}`
        : `Waits for a second administrator to approve it${request?.because ? `: ${request.because}` : ''}`,
    )
  return (
    <FormDialog
      title={`Store credit of ${who}`}
      bodyClassName="flex flex-col gap-5"
      schema={isRefund ? refundSchema : adjustSchema}
      defaultValues={{ amount: '', reason: '' }}
      onSubmit={async (values) => {
        const send = isRefund ? refund : adjust
        notifyOutcome(await submit((idempotencyKey) => send.mutateAsync({ userId, ...values, idempotencyKey })))
        await utils.credit.invalidate()
        onClose()
      }}
      onFailure={failureToast('Failed to change store credit')}
      onClose={onClose}
      submitLabel={isRefund ? 'Issue refund credit' : 'Save adjustment'}
    >
      {({ control, watch }) => {
        const amount = decimalOf(watch('amount'))
        return (
          <>
            <ChoiceGroup
              legend="What it is"
              options={[
                { value: 'adjustment', label: 'Adjustment', detail: 'Below 0 takes away; never expires' },
                { value: 'refund', label: 'Refund', detail: `${REFUND_BONUS_PERCENT}% more, for ${REFUND_MONTHS} months` },
              ]}
              value={kind}
              onChange={setKind}
            />
            <EuroField
              control={control}
              name="amount"
              label="Amount"
              required
              {...(isRefund && amount > 0 && { hint: `Issues ${formatEuro(refundCredit(amount))} of store credit` })}
            />
            <TextField control={control} name="reason" label="Reason" hint="The customer reads it." required autoComplete="off" />
            <ApprovalNote router="credit" of={{ userId }} amount={(isRefund && amount > 0 ? refundCredit(amount) : amount) || 0} />
          </>
        )
      }}
    </FormDialog>
  )
}
