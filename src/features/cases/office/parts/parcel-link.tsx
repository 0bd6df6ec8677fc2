import { ExternalLink } from '~/components/icons/lucide'
import { RecordSection } from '~/components/layouts/record-page'
import { parcelPage, type Parcel } from '~/contracts/cases/carriers'

/** Renders nothing without a carrier's page. */
export function ParcelLink({ page }: { page: string | null }) {
  if (page === null) return null
  return (
    <a
      href={page}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-9 items-center gap-1.5 text-sm font-medium text-ink underline underline-offset-4"
    >
      <ExternalLink className="size-4" aria-hidden="true" />
      Track parcel
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

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
