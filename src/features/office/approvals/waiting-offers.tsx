import Link from 'next/link'
import { useState } from 'react'
import { DateText } from '~/components/admin-list/cells'
import { CustomerName } from '~/components/admin-list/customer-name'
import { ReasonDialog } from '~/components/form/reason-dialog'
import { serverMessage } from '~/components/form/server-errors'
import { RecordSection } from '~/components/layouts/record-page'
import { ApprovalRow } from '~/components/ui/approval-row'
import { AskedFrom } from '~/components/ui/asked-from'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { deviceName } from '~/contracts/cases/device'
import { refuseOfferInput, type WaitingOffer } from '~/contracts/cases/offers'
import { formatEuro } from '~/lib/money'
import { casePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'

const refusal = refuseOfferInput.pick({ note: true })

const whoOf = ({ customer }: WaitingOffer) => customer?.fullName || customer?.email || 'nobody'
const nameOf = (offer: WaitingOffer) => `${formatEuro(offer.total)} for ${offer.tradeInNumber}`

/** Offers above the limit, to be approved and sent, or refused. */
export function WaitingOffers({ offers }: { offers: readonly WaitingOffer[] }) {
  const utils = trpc.useUtils()
  const [asked, setAsked] = useState<{ offer: WaitingOffer; decision: 'approve' | 'refuse' }>()
  const onSettled = () => utils.tradeIns.invalidate()
  const approve = trpc.tradeIns.approveOffer.useMutation({ onSettled })
  const refuse = trpc.tradeIns.refuseOffer.useMutation({ onSettled })
  const close = () => setAsked(undefined)
  const approveIt = async ({ id, version }: WaitingOffer) => {
    try {
      await approve.mutateAsync({ id, version })
      notifySuccess('Offer approved and sent successfully')
    } catch (error) {
      notifyError('Failed to approve the offer', error, serverMessage(error))
    }
    close()
  }
  return (
    <RecordSection title="Offers">
      <ul className="divide-y divide-line">
        {offers.map((offer) => (
          <ApprovalRow
            key={`${offer.id} ${offer.number}`}
            title={
              <>
                {formatEuro(offer.total)} for{' '}
                <Link href={casePageOf('tradeIns', offer.tradeInNumber)} prefetch={false} className="underline underline-offset-4">
                  {offer.tradeInNumber}
                </Link>
              </>
            }
            name={nameOf(offer)}
            isMine={offer.isMine}
            whyNot={offer.whyNot}
            onApprove={() => setAsked({ offer, decision: 'approve' })}
            onRefuse={() => setAsked({ offer, decision: 'refuse' })}
          >
            <p>
              {deviceName(offer.device)}, of <CustomerName userId={offer.customer?.userId}>{whoOf(offer)}</CustomerName>
            </p>
            {offer.because && <p>{offer.because}</p>}
            <p className="text-ink-subtle">
              Asked for by {offer.requestedBy ?? 'somebody whose account is gone'}, <DateText at={offer.requestedAt} />
              {offer.isFromOwnNetwork && !offer.isMine && ', from your own network'}
            </p>
          </ApprovalRow>
        ))}
      </ul>
      {asked?.decision === 'approve' && (
        <ConfirmDialog
          title={`Approve ${nameOf(asked.offer)}?`}
          message={`Offer ${asked.offer.number} of ${formatEuro(asked.offer.total)} of store credit is sent to ${whoOf(asked.offer)}. Once it is accepted, your approval counts for the store credit too, up to this amount.`}
          confirmLabel="Approve"
          cancelLabel="Cancel"
          variant="primary"
          busy={approve.isPending}
          onConfirm={() => void approveIt(asked.offer)}
          onCancel={close}
        >
          <AskedFrom by={asked.offer.requestedBy} isFromOwnNetwork={asked.offer.isFromOwnNetwork} because={asked.offer.because} />
        </ConfirmDialog>
      )}
      {asked?.decision === 'refuse' && (
        <ReasonDialog
          title={`Refuse ${nameOf(asked.offer)}?`}
          message={`Offer ${asked.offer.number} is not sent, and is a draft again.`}
          schema={refusal}
          hint="The person who asked for it can read it; the customer cannot."
          submitLabel="Refuse"
          onSubmit={async (note) => {
            const { id, version } = asked.offer
            await refuse.mutateAsync({ id, version, note })
            notifySuccess('Offer refused')
            close()
          }}
          onFailure={(error) => notifyError('Failed to refuse the offer', error, serverMessage(error))}
          onClose={close}
        />
      )}
    </RecordSection>
  )
}
