import { EmailDialog, emailFields } from '~/features/cases/office/parts/email-dialog'
import { DescribedFields } from '~/components/form/described-fields'
import { Button } from '~/components/ui/button'
import { ModalBody, ModalFooter } from '~/components/ui/modal'
import { caseEmailInput, ESTIMATE_DAYS, type CaseEmailText } from '~/contracts/cases/estimates'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { useQuotes } from '../use-quotes'

interface SendEstimateDialogProps {
  repairId: string
  /** Of the draft. */
  number: number
  version: number
  onClose: () => void
  onSent: () => void
}

/** What the customer will read of an estimate, before it goes out. */
export function SendEstimateDialog({ repairId: id, number, version, onClose, onSent }: SendEstimateDialogProps) {
  const submit = useSubmission()
  const { keep, succeeded, failed } = useQuotes('repairs', id)
  const send = trpc.repairs.sendEstimate.useMutation()
  // Once it is sent there is no draft to be written about any more.
  const preview = trpc.repairs.previewEstimate.useQuery({ id }, { gcTime: 0, enabled: send.isIdle || send.isError })
  const sendWith = async (email: CaseEmailText | null) => {
    keep(await submit((idempotencyKey) => send.mutateAsync({ id, version, email, idempotencyKey })))
    succeeded('Estimate sent successfully')
    onSent()
  }
  const onFailure = (error: unknown) => failed(error, 'Failed to send estimate')
  const withoutEmail = () => void sendWith(null).catch(onFailure)
  return (
    <EmailDialog
      title={`Send estimate ${number}`}
      preview={preview}
      schema={caseEmailInput}
      draftOf={({ subject, body }) => ({ subject, body })}
      onSubmit={sendWith}
      onFailure={onFailure}
      onClose={onClose}
      instead={({ recipient }) => recipient === null && <NoRecipient sending={send.isPending} onSend={withoutEmail} onClose={onClose} />}
    >
      {(form, { recipient }, close) => (
        <>
          <ModalBody className="flex flex-col gap-5">
            <p className="text-sm text-ink-muted">
              To <span className="font-medium wrap-anywhere text-ink">{recipient}</span>. The estimate cannot be changed once it is sent,
              and can be accepted for {ESTIMATE_DAYS} days.
            </p>
            <DescribedFields control={form.control} fields={emailFields} />
          </ModalBody>
          <ModalFooter>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button variant="secondary" onClick={withoutEmail} disabled={send.isPending}>
              Without Email
            </Button>
            <Button type="submit" busy={send.isPending}>
              Send Estimate
            </Button>
          </ModalFooter>
        </>
      )}
    </EmailDialog>
  )
}

/** A repair whose customer has no address: the estimate counts as given in another way. */
function NoRecipient({ sending, onSend, onClose }: { sending: boolean; onSend: () => void; onClose: () => void }) {
  return (
    <>
      <ModalBody>
        <p className="text-ink-muted">
          This repair has no customer with an email address, so nothing can be sent. Tell the customer in another way, for example by
          telephone or on paper. The estimate cannot be changed from then on, and can be accepted for {ESTIMATE_DAYS} days.
        </p>
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={onSend} busy={sending}>
          Without Email
        </Button>
      </ModalFooter>
    </>
  )
}
