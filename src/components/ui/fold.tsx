import { clsx } from 'clsx/lite'
import { ChevronDown } from '~/components/icons/lucide'

/**
 * Opens the rest of a row on a phone, in the row's corner. The row is `relative` and has `data-foldable`; what is in it looks at
 * `folded:`, so that it takes no script.
 * @param className hides it where the row is never folded
 */
export const Fold = ({ className }: { className: string }) => (
  <details data-fold="" className={clsx('group/fold absolute top-0 right-0', className)}>
    <summary
      title="Show more or less"
      className="grid size-11 cursor-pointer list-none place-items-center rounded-lg text-ink-muted hover:bg-current/10 [&::-webkit-details-marker]:hidden"
    >
      <span className="sr-only">Show more or less</span>
      <ChevronDown className="size-4 transition-transform group-open/fold:rotate-180" aria-hidden="true" />
    </summary>
  </details>
)
