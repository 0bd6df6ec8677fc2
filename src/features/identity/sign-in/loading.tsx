import { Spinner } from '~/components/ui/loading'

export function Loading() {
  return (
    <p role="status" className="flex min-h-72 items-center justify-center gap-3 text-ink-muted">
      <Spinner />
      Loading...
    </p>
  )
}
