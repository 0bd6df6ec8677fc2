import { parcelHint, parcelPage, type Parcel } from '~/contracts/cases/carriers'
import { ParcelLink } from './parcel-link'

interface ParcelHintProps extends Parcel {
  /** The page is linked beside the fields already. */
  isLinked?: boolean
}

/** Under the fields of a parcel, while they are typed: a likely slip, and the carrier's page of the number. */
export function ParcelHint({ carrier, trackingNumber, isLinked = false }: ParcelHintProps) {
  const hint = parcelHint({ carrier, trackingNumber })
  return (
    <div aria-live="polite">
      {hint !== null && <p className="text-sm text-ink-muted">{hint}</p>}
      {hint === null && !isLinked && <ParcelLink page={parcelPage({ carrier, trackingNumber })} />}
    </div>
  )
}
