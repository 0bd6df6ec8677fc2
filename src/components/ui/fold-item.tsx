import type { ReactNode } from 'react'
import { Fold } from './fold'

interface FoldItemProps {
  title: ReactNode
  /** Paragraphs of what there is to know of it. */
  facts: ReactNode
  /** Its buttons. */
  children?: ReactNode
}

/** An item of a list with what can be done about it; on a phone its title and first fact, and the rest once it is opened. */
export const FoldItem = ({ title, facts, children }: FoldItemProps) => (
  <li data-foldable="" className="relative flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-2.5 text-sm sm:px-6 sm:py-4">
    <Fold className="sm:hidden" />
    <div className="min-w-0 flex-1 basis-72 wrap-anywhere text-ink-muted">
      <div className="min-h-6 pr-6 font-medium text-ink sm:pr-0 max-sm:folded:max-h-10 max-sm:folded:overflow-hidden">{title}</div>
      <div className="max-sm:folded:max-h-5 max-sm:folded:overflow-hidden">{facts}</div>
    </div>
    {children && <div className="flex flex-wrap items-center gap-3 max-sm:folded:hidden">{children}</div>}
  </li>
)
