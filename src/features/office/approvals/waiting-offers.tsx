import { OfficeLink } from '~/components/admin-list/office-link'
import { CustomerName } from '~/components/admin-list/customer-name'
import { WaitingList, type Waiting } from '~/components/admin-list/waiting-list'
import { AskedFrom, AskedLine } from '~/components/ui/asked-from'
import { deviceName } from '~/contracts/cases/device'
import { refuseOfferInput, type WaitingOffer } from '~/contracts/cases/offers'
import { formatEuro } from '~/lib/money'
import { casePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'

const refusal = refuseOfferInput.pick({ note: true })

const whoOf = ({ customer }: WaitingOffer) => customer?.fullName || customer?.email || 'nobody'
const nameOf = (offer: WaitingOffer) => `${formatEuro(offer.total)} for ${offer.tradeInNumber}`

export function WaitingOffers({ offers }: { offers: readonly WaitingOffer[] }) {
  const utils = trpc.useUtils()
  const onSettled = () => utils.tradeIns.invalidate()
  const approve = trpc.tradeIns.approveOffer.useMutation({ onSettled })
  const refuse = trpc.tradeIns.refuseOffer.useMutation({ onSettled })

  const waiting = offers.map((offer): Waiting => {
    const { id, version, number, total, tradeInNumber, isMine, isFromOwnNetwork, because, requestedBy, whyNot } = offer
    return {
      ...{ id: `${id} ${number}`, name: nameOf(offer), isMine, whyNot },
      title: (
        <>
          {formatEuro(total)} for{' '}
          <OfficeLink href={casePageOf('tradeIns', tradeInNumber)} className="underline underline-offset-4">
            {tradeInNumber}
          </OfficeLink>
        </>
      ),
      facts: (
        <>
          <p>
            {deviceName(offer.device)}, of <CustomerName userId={offer.customer?.userId}>{whoOf(offer)}</CustomerName>
          </p>
          {because && <p>{because}</p>}
          <AskedLine by={requestedBy} at={offer.requestedAt} isFromOwnNetwork={isFromOwnNetwork && !isMine} />
        </>
      ),
      approve: {
        message: `Offer ${number} of ${formatEuro(total)} of store credit is sent to ${whoOf(offer)}. Once it is accepted, your approval counts for the store credit too, up to this amount.`,
        details: <AskedFrom by={requestedBy} isFromOwnNetwork={isFromOwnNetwork} because={because} />,
        send: async () => {
          await approve.mutateAsync({ id, version })
          return 'Offer approved and sent successfully'
        },
        failure: 'Failed to approve the offer',
      },
      refuse: {
        message: `Offer ${number} is not sent, and is a draft again.`,
        schema: refusal,
        send: async (note) => {
          await refuse.mutateAsync({ id, version, note })
          return 'Offer refused'
        },
        failure: 'Failed to refuse the offer',
      },
    }
  })
  return <WaitingList title="Offers" waiting={waiting} />
}
