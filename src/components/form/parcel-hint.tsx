import { ParcelLink } from '~/components/ui/parcel-link'

interface ParcelHintProps {
  /** A likely slip while typing; null without one. */
  hint: string | null
  /** The carrier's; null for none, or where the fields link to it already. */
  page: string | null
}

export const ParcelHint = ({ hint, page }: ParcelHintProps) => (
  <div aria-live="polite">{hint === null ? <ParcelLink page={page} /> : <p className="text-sm text-ink-muted">{hint}</p>}</div>
)
