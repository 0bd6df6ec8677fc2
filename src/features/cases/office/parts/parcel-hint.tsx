import { parcelHint, parcelPage, type Parcel } from '~/contracts/cases/carriers'
import { ParcelLink } from './parcel-link'

/** Under the fields of a parcel, while they are typed: a likely slip, and the carrier's page of the number. */
export function ParcelHint({ carrier, trackingNumber }: Parcel) {
  const hint = parcelHint({ carrier, trackingNumber })
  return (
    <div aria-live="polite">
      {hint !== null && <p className="text-sm text-ink-muted">{hint}</p>}
      {hint === null && <ParcelLink page={parcelPage({ carrier, trackingNumber })} />}
    </div>
  )
}
