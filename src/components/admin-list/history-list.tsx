import { ArrowRight, ChevronRight, RotateCw } from '~/components/icons/lucide'
import { type ReactNode, useId } from 'react'
import { Button } from '~/components/ui/button'
import { Skeleton } from '~/components/ui/loading'
import { RelativeTime } from './cells'
import { Disclosure, DisclosureButton, DisclosurePanel } from '@headlessui/react'

/** One thing that happened to a record. */
interface HistoryRow {
  id: string
  at: Date
  /** The person, for example by email address; null for the system itself. */
  actor: string | null
  /** For example 'Status changed'. */
  what: string
  /** The value it had and the one it got, as people read them; undefined where there is none. */
  before?: string | undefined
  after?: string | undefined
  /** Longer words of somebody's own, in lines. */
  text?: string | undefined
}

export interface HistoryListProps {
  /** Newest first; undefined while they are on their way. */
  rows: readonly HistoryRow[] | undefined
  /** True where they could not be read. */
  failed: boolean
  onRetry: () => void
  /** Reads older ones; undefined where there are none. */
  onMore?: (() => void) | undefined
}

/** Shows the history of a record, newest first. */
export function HistoryList(props: HistoryListProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="border-t border-line pt-5">
      <h3 id={heading} className="mb-3 text-sm font-semibold text-ink">
        History
      </h3>
      <HistoryRows {...props} />
    </section>
  )
}

/** The same without its heading, for a place that has one. */
export function HistoryRows({ rows, failed, onRetry, onMore }: HistoryListProps) {
  return (
    <>
      {rows === undefined ? <NoRows failed={failed} onRetry={onRetry} /> : <Rows rows={rows} />}
      {rows !== undefined && onMore && (
        <Button variant="secondary" size="sm" onClick={onMore} className="mt-3">
          Show older
        </Button>
      )}
    </>
  )
}

function NoRows({ failed, onRetry }: Pick<HistoryListProps, 'failed' | 'onRetry'>) {
  if (!failed) {
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        <p className="sr-only">Loading history</p>
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-5 w-1/2" />
      </div>
    )
  }
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-ink-muted">
      The history could not be loaded.
      <Button variant="secondary" size="sm" onClick={onRetry}>
        <RotateCw className="size-4" aria-hidden="true" />
        Try again
      </Button>
    </div>
  )
}

function Rows({ rows }: { rows: readonly HistoryRow[] }) {
  if (rows.length === 0) return <p className="text-sm text-ink-muted">Nothing has been changed yet</p>
  return (
    <ol aria-label="History" className="flex flex-col gap-4 border-l border-line pl-4">
      {rows.map(({ id, at, actor, what, before, after, text }) => (
        <li
          key={id}
          className="relative text-sm before:absolute before:top-1.5 before:-left-[1.1875rem] before:size-1.5 before:rounded-full before:bg-line-strong"
        >
          <p className="font-medium text-ink">{what}</p>
          {(before !== undefined || after !== undefined) && (
            <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 wrap-anywhere text-ink-muted">
              {before !== undefined && (
                <>
                  <span>
                    <span className="sr-only">from </span>
                    {before}
                  </span>
                  <ArrowRight className="size-3.5 text-ink-subtle" aria-hidden="true" />
                </>
              )}
              {after !== undefined && (
                <span>
                  <span className="sr-only">to </span>
                  {after}
                </span>
              )}
            </p>
          )}
          {text !== undefined && text !== '' && <p className="mt-0.5 wrap-anywhere whitespace-pre-wrap text-ink-muted">{text}</p>}
          <p className="mt-0.5 text-xs wrap-anywhere text-ink-subtle">
            {actor ?? 'System'} · <RelativeTime at={at} />
          </p>
        </li>
      ))}
    </ol>
  )
}

/** 'History', closed at first beside a form; what it holds is not read before it is opened. */
export function HistoryDisclosure({ children }: { children: ReactNode }) {
  return (
    <Disclosure as="div" className="border-t border-line px-5 py-2 sm:px-6">
      <DisclosureButton className="group -mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-md px-2 text-sm font-semibold text-ink-muted hover:text-ink">
        <ChevronRight className="size-4 transition-transform group-data-open:rotate-90" aria-hidden="true" />
        History
      </DisclosureButton>
      <DisclosurePanel className="pt-2 pb-3">{children}</DisclosurePanel>
    </Disclosure>
  )
}
