import { clsx } from 'clsx/lite'

/** A grey block in the place and size of what is being loaded; give it both by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse rounded-md bg-surface-strong', className)} />
}

/** A turning ring, for the eye only: the words beside it (or a `role="status"` around it) say what is under way. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('inline-block shrink-0 animate-spin rounded-full border-2 border-current/25 border-t-current', className)}
    />
  )
}
