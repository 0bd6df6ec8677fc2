import { Spinner } from '~/components/ui/loading'

/** Stands in the card while it is found out what it shows. */
export function Loading() {
  return (
    <p role="status" className="flex min-h-72 items-center justify-center gap-3 text-ink-muted">
      <Spinner />
      Loading...
    </p>
  )
}
