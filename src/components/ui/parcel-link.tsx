import { ExternalLink } from '~/components/icons/lucide'

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

interface ParcelHintProps {
  /** A likely slip while typing; null without one. */
  hint: string | null
  /** The carrier's; null for none, or where the fields link to it already. */
  page: string | null
}

export const ParcelHint = ({ hint, page }: ParcelHintProps) => (
  <div aria-live="polite">{hint === null ? <ParcelLink page={page} /> : <p className="text-sm text-ink-muted">{hint}</p>}</div>
)
