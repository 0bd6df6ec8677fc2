import { RecordSection } from '~/components/layouts/record-page'
import { ParcelLink } from '~/components/ui/parcel-link'
import { parcelPage, type Parcel } from '~/contracts/carriers'

/** The return parcel; renders nothing before there is one. */
export function ShippingPanel({ carrier, trackingNumber }: Parcel) {
  if (!carrier && !trackingNumber) return null
  const page = parcelPage({ carrier, trackingNumber })
  return (
    <RecordSection title="Shipping">
      <dl className="flex flex-col gap-3 p-5 text-sm sm:px-6">
        <div>
          <dt className="text-ink-muted">Carrier</dt>
          <dd className="font-medium wrap-anywhere text-ink">{carrier ?? 'Not noted'}</dd>
        </div>
        <div>
          <dt className="text-ink-muted">Tracking number</dt>
          <dd className="font-medium wrap-anywhere text-ink">{trackingNumber ?? 'Not noted'}</dd>
        </div>
        {page !== null && (
          <div>
            <ParcelLink page={page} />
          </div>
        )}
      </dl>
    </RecordSection>
  )
}
