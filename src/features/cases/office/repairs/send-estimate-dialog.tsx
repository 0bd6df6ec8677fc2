import type { CaseEmailText } from '~/contracts/cases/estimates'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { SendQuoteDialog } from '../parts/send-quote-dialog'
import { useQuotes } from '../use-quotes'

interface SendEstimateDialogProps {
  repairId: string
  number: number
  version: number
  onClose: () => void
  onSent: () => void
}

export function SendEstimateDialog({ repairId: id, number, version, onClose, onSent }: SendEstimateDialogProps) {
  const submit = useSubmission()
  const { keep, succeeded, failed } = useQuotes('repairs', id)
  const send = trpc.repairs.sendEstimate.useMutation()
  // A sent estimate has no draft left to preview.
  const preview = trpc.repairs.previewEstimate.useQuery({ id }, { gcTime: 0, enabled: send.isIdle || send.isError })
  const sendWith = async (email: CaseEmailText | null) => {
    keep(await submit((idempotencyKey) => send.mutateAsync({ id, version, email, idempotencyKey })))
    succeeded('Estimate sent successfully')
    onSent()
  }
  return (
    <SendQuoteDialog
      title={`Send estimate ${number}`}
      preview={preview}
      isBusy={send.isPending}
      sendLabel="Send estimate"
      about={`. The estimate cannot be changed once it is sent, and can be accepted for ${preview.data?.validDays} days.`}
      instead={({ recipient, validDays }) =>
        recipient === null && {
          body: (
            <p className="text-ink-muted">
              No email address of the customer is known, so nothing is sent: tell them in another way, for example by telephone or on paper.
              The estimate cannot be changed from then on, and can be accepted for {validDays} days.
            </p>
          ),
          label: 'Go on without email',
          work: () => sendWith(null),
        }
      }
      onSend={sendWith}
      onFailure={(error) => failed(error, 'Failed to send estimate')}
      onClose={onClose}
    />
  )
}
