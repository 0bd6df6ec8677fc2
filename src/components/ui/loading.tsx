import { clsx } from 'clsx/lite'

/** A grey placeholder; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse rounded-md bg-surface-strong', className)} />
}

/** For the eye only: words beside it, or a `role="status"` around it, must say what is going on. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('inline-block shrink-0 animate-spin rounded-full border-2 border-current/25 border-t-current', className)}
    />
  )
}
