import { DescribedFields } from '~/components/form/described-fields'
import { DirtyReport, useDiscardGuard } from '~/components/form/dirty-state'
import { Form } from '~/components/form/form'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { Skeleton } from '~/components/ui/skeleton'
import { caseEmailInput, ESTIMATE_DAYS, type CaseEmailText, type EstimatePreview } from '~/contracts/estimates'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { useEstimatesChanged } from './use-estimates'

const fields = {
  subject: { kind: 'line', label: 'Subject', required: true },
  body: { kind: 'text', label: 'Message', required: true, rows: 14 },
} as const

interface SendEstimateDialogProps {
  repairId: string
  /** Of the draft. */
  number: number
  version: number
  onClose: () => void
  onSent: () => void
}

/** What the customer will read, to look at and to change before it goes out. */
export function SendEstimateDialog({ repairId: id, number, version, onClose, onSent }: SendEstimateDialogProps) {
  const guard = useDiscardGuard(onClose)
  const submit = useSubmission()
  const { keep, succeeded, failed } = useEstimatesChanged(id)
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
    <Modal title={`Send estimate ${number}`} onClose={guard.close} className="max-w-2xl">
      {preview.data ? (
        preview.data.recipient === null ? (
          <NoRecipient sending={send.isPending} onSend={withoutEmail} onClose={onClose} />
        ) : (
          <Form schema={caseEmailInput} defaultValues={textOf(preview.data)} onSubmit={sendWith} onFailure={onFailure}>
            {(form) => (
              <>
                <DirtyReport control={form.control} onChange={guard.setDirty} />
                <ModalBody className="flex flex-col gap-5">
                  <p className="text-sm text-ink-muted">
                    To <span className="font-medium wrap-anywhere text-ink">{preview.data.recipient}</span>. The estimate cannot be changed
                    once it is sent, and can be accepted for {ESTIMATE_DAYS} days.
                  </p>
                  <DescribedFields control={form.control} fields={fields} />
                </ModalBody>
                <ModalFooter>
                  <Button variant="secondary" onClick={guard.close}>
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
          </Form>
        )
      ) : (
        <ModalBody>
          {preview.isError ? (
            <LoadFailure
              message="Failed to fetch the email"
              reason={serverMessage(preview.error)}
              onRetry={() => void preview.refetch()}
              retrying={preview.isFetching}
            />
          ) : (
            <Skeleton className="h-80" />
          )}
        </ModalBody>
      )}
      {guard.question}
    </Modal>
  )
}

const textOf = ({ subject, body }: EstimatePreview): CaseEmailText => ({ subject, body })

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
