import { useState } from 'react'
import { ChoiceGroup } from '~/components/form/choice-group'
import { DirtyReport, useDiscardGuard } from '~/components/form/dirty-state'
import { Form } from '~/components/form/form'
import { NumberField } from '~/components/form/number-field'
import { serverMessage } from '~/components/form/server-errors'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { refundCredit, REFUND_BONUS_PERCENT, REFUND_MONTHS } from '~/contracts/credit'
import { adjustCreditInput, issueRefundInput, type CreditOutcome } from '~/contracts/credit-requests'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

const adjustSchema = adjustCreditInput.pick({ amount: true, reason: true })
const refundSchema = issueRefundInput.pick({ amount: true, reason: true })

interface AdjustCreditFormProps {
  userId: string
  /** Whose credit it is. */
  who: string
  onClose: () => void
}

/** Adds credit or takes it away, or issues what a refund brings; above the limit it waits for a second administrator. */
export function AdjustCreditForm({ userId, who, onClose }: AdjustCreditFormProps) {
  const [kind, setKind] = useState<'adjustment' | 'refund'>('adjustment')
  const guard = useDiscardGuard(onClose)
  const submit = useSubmission()
  const utils = trpc.useUtils()
  const adjust = trpc.credit.adjust.useMutation()
  const refund = trpc.credit.issueRefund.useMutation()
  const isRefund = kind === 'refund'
  const said = ({ state, balance }: CreditOutcome) =>
    notifySuccess(
      state === 'applied'
        ? `Store credit is now ${formatEuro(balance)}`
        : 'Above the limit: waits for a second administrator to approve it',
    )
  return (
    <Modal title={`Store credit of ${who}`} onClose={guard.close}>
      <Form
        schema={isRefund ? refundSchema : adjustSchema}
        defaultValues={{ amount: '', reason: '' }}
        onSubmit={async (values) => {
          const send = isRefund ? refund : adjust
          said(await submit((idempotencyKey) => send.mutateAsync({ userId, ...values, idempotencyKey })))
          await utils.credit.invalidate()
          onClose()
        }}
        onFailure={(error) => notifyError('Failed to change store credit', error, serverMessage(error))}
      >
        {({ control, watch, formState }) => {
          const amount = Number(watch('amount'))
          return (
            <>
              <DirtyReport control={control} onChange={guard.setDirty} />
              <ModalBody className="flex flex-col gap-5">
                <ChoiceGroup
                  legend="What it is"
                  options={[
                    { value: 'adjustment', label: 'Adjustment', detail: 'Below 0 takes away; never expires' },
                    { value: 'refund', label: 'Refund', detail: `${REFUND_BONUS_PERCENT} % more, for ${REFUND_MONTHS} months` },
                  ]}
                  value={kind}
                  onChange={setKind}
                />
                <NumberField
                  control={control}
                  name="amount"
                  label="Amount"
                  unit="€"
                  step="0.01"
                  required
                  {...(isRefund && amount > 0 && { hint: `Issues ${formatEuro(refundCredit(amount))} of store credit` })}
                />
                <TextField control={control} name="reason" label="Reason" hint="The customer reads it." required autoComplete="off" />
              </ModalBody>
              <ModalFooter>
                <Button variant="secondary" onClick={guard.close}>
                  Cancel
                </Button>
                <Button type="submit" busy={formState.isSubmitting}>
                  {isRefund ? 'Issue Refund Credit' : 'Save Adjustment'}
                </Button>
              </ModalFooter>
            </>
          )
        }}
      </Form>
      {guard.question}
    </Modal>
  )
}
