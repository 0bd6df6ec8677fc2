import { AskedFrom } from '~/components/ui/asked-from'
import type { CaseEmailText } from '~/contracts/cases/estimates'
import { contradictionsOf } from '~/contracts/cases/evaluation'
import type { Offer, OfferPreview } from '~/contracts/cases/offers'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { SendQuoteDialog } from '../parts/send-quote-dialog'
import { useQuotes } from '../use-quotes'
import { Contradictions } from './contradictions'

interface SendOfferDialogProps {
  tradeInId: string
  offer: Offer
  /** The reader approves somebody else's request. */
  isApproval: boolean
  /** Above the limit. */
  needsApproval: boolean
  onClose: () => void
  /** Called when the offer was sent, or waits for a second administrator. */
  onDone: () => void
}

/** The sender can edit the email; who approves it cannot. */
export function SendOfferDialog({ tradeInId: id, offer, isApproval, needsApproval, onClose, onDone }: SendOfferDialogProps) {
  const { number, version, finalValue } = offer
  const submit = useSubmission()
  const { keep, succeeded, failed } = useQuotes('tradeIns', id)
  const send = trpc.tradeIns.sendOffer.useMutation()
  const approve = trpc.tradeIns.approveOffer.useMutation()
  const isBusy = send.isPending || approve.isPending
  // A sent offer has no draft left to preview.
  const isOpen = !isBusy && !send.isSuccess && !approve.isSuccess
  const preview = trpc.tradeIns.previewOffer.useQuery({ id }, { gcTime: 0, enabled: isOpen })

  const sendWith = async (email: CaseEmailText | null) => {
    keep(await submit((idempotencyKey) => send.mutateAsync({ id, version, email, idempotencyKey })))
    succeeded(needsApproval ? 'Offer waits for a second administrator' : 'Offer sent successfully')
    onDone()
  }
  const approveIt = async () => {
    keep(await submit((idempotencyKey) => approve.mutateAsync({ id, version, idempotencyKey })))
    succeeded('Offer approved and sent successfully')
    onDone()
  }
  const sendLabel = needsApproval ? 'Ask for approval' : 'Send offer'
  const explanation = needsApproval && !isApproval ? ' It is sent when a second administrator has approved it.' : ''
  const rule = `${formatEuro(finalValue)} of store credit. The offer cannot be changed once it is sent, and can be accepted for ${preview.data?.validDays} days.${explanation}`

  return (
    <SendQuoteDialog
      title={`${isApproval ? 'Approve' : 'Send'} offer ${number}`}
      preview={preview}
      isBusy={isBusy}
      sendLabel={sendLabel}
      about={
        <>
          : {rule}
          <Contradictions found={contradictionsOf(offer)} className="mt-3" />
        </>
      }
      instead={(email) =>
        (isApproval || email.recipient === null) && {
          body: (
            <>
              <p className="text-sm text-ink-muted">
                {isApproval && email.recipient !== null && (
                  <>
                    For <span className="font-medium wrap-anywhere text-ink">{email.recipient}</span>:{' '}
                  </>
                )}
                {rule}
              </p>
              <Contradictions found={contradictionsOf(offer)} />
              {isApproval && offer.requested && <AskedFrom {...offer.requested} />}
              {email.recipient === null ? (
                <p className="text-sm text-ink-muted">
                  No email address of the customer is known, so nothing is sent: tell them in another way.
                </p>
              ) : (
                <Written preview={email} />
              )}
            </>
          ),
          label: isApproval ? 'Approve and send' : needsApproval ? sendLabel : 'Go on without email',
          work: () => (isApproval ? approveIt() : sendWith(null)),
        }
      }
      onSend={sendWith}
      onFailure={(error) => failed(error, isApproval ? 'Failed to approve the offer' : 'Failed to send offer')}
      onClose={onClose}
    />
  )
}

const Written = ({ preview: { recipient, subject, body } }: { preview: OfferPreview }) => (
  <div className="rounded-lg border border-line p-4 text-sm wrap-anywhere">
    <p className="text-ink-muted">To {recipient}</p>
    <p className="mt-1 font-semibold text-ink">{subject}</p>
    <p className="mt-3 whitespace-pre-wrap text-ink">{body}</p>
  </div>
)
