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
