import { clsx } from 'clsx'

interface CustomerCellProps {
  fullName: string | null
  email: string | null
}

/** Whose a record is: 'No name' and 'No email' where nothing is known (spec §2 Order Management). */
export function CustomerCell({ fullName, email }: CustomerCellProps) {
  return (
    <>
      <span className={clsx('block wrap-anywhere', fullName ? 'text-ink' : 'text-ink-subtle')}>{fullName || 'No name'}</span>
      <span className={clsx('block text-xs wrap-anywhere', email ? 'text-ink-muted' : 'text-ink-subtle')}>{email || 'No email'}</span>
    </>
  )
}
