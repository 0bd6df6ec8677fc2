import { clsx } from 'clsx'

/** A grey block in the place and size of what is being loaded; give it both by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse rounded-md bg-surface-strong', className)} />
}
