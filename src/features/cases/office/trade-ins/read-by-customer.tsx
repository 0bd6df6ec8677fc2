import { clsx } from 'clsx/lite'
import { Eye } from '~/components/icons/lucide'

/** Marks fields that customers read with the offer. */
export const readByCustomer = 'border-l-4 border-l-accent'

/** Explains the mark. */
export const ReadByCustomer = ({ className }: { className?: string }) => (
  <p className={clsx('flex items-center gap-2 text-sm text-ink-muted', className)}>
    <span aria-hidden="true" className={clsx('h-5 w-2', readByCustomer)} />
    <Eye className="size-4 shrink-0" aria-hidden="true" />
    Read by the customer with the offer, as are the results
  </p>
)
