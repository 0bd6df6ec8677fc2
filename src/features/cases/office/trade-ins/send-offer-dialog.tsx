import { AskedFrom } from '~/components/ui/asked-from'
import { EmailDialog, emailFields } from '~/features/cases/office/parts/email-dialog'
import { DescribedFields } from '~/components/form/described-fields'
import { Button } from '~/components/ui/button'
import { ModalBody, ModalFooter } from '~/components/ui/modal'
import { caseEmailInput, type CaseEmailText } from '~/contracts/cases/estimates'
import { OFFER_DAYS, type Offer, type OfferPreview } from '~/contracts/cases/offers'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { useQuotes } from '../use-quotes'

interface SendOfferDialogProps {
  tradeInId: string
  /** The draft. */
  offer: Offer
  /** Somebody has asked for the word of whoever reads this. */
  isApproval: boolean
  /** It is above the limit. */
  needsApproval: boolean
  onClose: () => void
  /** Called when the offer has gone out, or has been put before a second administrator. */
  onDone: () => void
}

/** What the customer will read, to look at before it goes out: to be changed by who sends it, and approved as it is. */
export function SendOfferDialog({ tradeInId: id, offer, isApproval, needsApproval, onClose, onDone }: SendOfferDialogProps) {
  const { number, version, finalValue } = offer
  const submit = useSubmission()
  const { keep, succeeded, failed } = useQuotes('tradeIns', id)
  const send = trpc.tradeIns.sendOffer.useMutation()
  const approve = trpc.tradeIns.approveOffer.useMutation()
  const isBusy = send.isPending || approve.isPending
  // Once it is sent there is no draft to be written about any more.
  const isOpen = !isBusy && !send.isSuccess && !approve.isSuccess
  const preview = trpc.tradeIns.previewOffer.useQuery({ id }, { gcTime: 0, enabled: isOpen })

  const sendWith = async (email: CaseEmailText | null) => {
    keep(await submit((idempotencyKey) => send.mutateAsync({ id, version, email, idempotencyKey })))
    succeeded(needsApproval ? 'Offer waits for a second administrator' : 'Offer sent successfully')
    onDone()
  }
  const onFailure = (error: unknown) => failed(error, isApproval ? 'Failed to approve the offer' : 'Failed to send offer')
  const approveIt = async () => {
    keep(await submit((idempotencyKey) => approve.mutateAsync({ id, version, idempotencyKey })))
    succeeded('Offer approved and sent successfully')
    onDone()
  }
  const sendLabel = needsApproval ? 'Ask for Approval' : 'Send Offer'
  const explanation = needsApproval && !isApproval ? ' It is sent when a second administrator has approved it.' : ''
  const rule = `${formatEuro(finalValue)} of store credit. The offer cannot be changed once it is sent, and can be accepted for ${OFFER_DAYS} days.${explanation}`

  const instead = (email: OfferPreview) =>
    (isApproval || email.recipient === null) && (
      <>
        <ModalBody className="flex flex-col gap-4">
          <p className="text-sm text-ink-muted">
            {isApproval && email.recipient !== null && (
              <>
                For <span className="font-medium wrap-anywhere text-ink">{email.recipient}</span>:{' '}
              </>
            )}
            {rule}
          </p>
          {isApproval && offer.requested && <AskedFrom {...offer.requested} />}
          {email.recipient === null ? (
            <p className="text-sm text-ink-muted">
              This trade-in has no customer with an email address, so nothing can be sent. Tell the customer in another way.
            </p>
          ) : (
            <Written preview={email} />
          )}
        </ModalBody>
        <ModalFooter>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={isBusy} onClick={() => void (isApproval ? approveIt() : sendWith(null)).catch(onFailure)}>
            {isApproval ? 'Approve and Send' : needsApproval ? sendLabel : 'Without Email'}
          </Button>
        </ModalFooter>
      </>
    )

  return (
    <EmailDialog
      title={`${isApproval ? 'Approve' : 'Send'} offer ${number}`}
      preview={preview}
      schema={caseEmailInput}
      draftOf={({ subject, body }) => ({ subject, body })}
      onSubmit={sendWith}
      onFailure={onFailure}
      onClose={onClose}
      instead={instead}
    >
      {(form, { recipient }, close) => (
        <>
          <ModalBody className="flex flex-col gap-5">
            <p className="text-sm text-ink-muted">
              To <span className="font-medium wrap-anywhere text-ink">{recipient}</span>: {rule}
            </p>
            <DescribedFields control={form.control} fields={emailFields} />
          </ModalBody>
          <ModalFooter>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button variant="secondary" disabled={isBusy} onClick={() => void sendWith(null).catch(onFailure)}>
              Without Email
            </Button>
            <Button type="submit" busy={isBusy}>
              {sendLabel}
            </Button>
          </ModalFooter>
        </>
      )}
    </EmailDialog>
  )
}

/** The email as it was asked for. */
const Written = ({ preview: { recipient, subject, body } }: { preview: OfferPreview }) => (
  <div className="rounded-lg border border-line p-4 text-sm wrap-anywhere">
    <p className="text-ink-muted">To {recipient}</p>
    <p className="mt-1 font-semibold text-ink">{subject}</p>
    <p className="mt-3 whitespace-pre-wrap text-ink">{body}</p>
  </div>
)
