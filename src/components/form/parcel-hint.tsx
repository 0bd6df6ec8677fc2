import { parcelHint, parcelPage, type Parcel } from '~/contracts/carriers'
import { ParcelLink } from '~/components/ui/parcel-link'

interface ParcelHintProps extends Parcel {
  /** The fields already link to the page. */
  isLinked?: boolean
}

/** A likely slip while typing, and the carrier's page. */
export function ParcelHint({ carrier, trackingNumber, isLinked = false }: ParcelHintProps) {
  const hint = parcelHint({ carrier, trackingNumber })
  return (
    <div aria-live="polite">
      {hint !== null && <p className="text-sm text-ink-muted">{hint}</p>}
      {hint === null && !isLinked && <ParcelLink page={parcelPage({ carrier, trackingNumber })} />}
    </div>
  )
}
