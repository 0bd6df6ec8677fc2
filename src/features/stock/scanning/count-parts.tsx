import Link from 'next/link'
import type { ReactNode } from 'react'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import type { Thing } from './scanned-things'
import type { Recorded } from './use-recorded'

/** Shared by counts of a place and of a type. */

const number = new Intl.NumberFormat('en-GB')
/** Things named one by one; the rest are counted. */
const MOST_NAMED = 50

/** 'units U-10001' */
export const keyOf = ({ noun, id }: Thing): string => `${noun} ${id}`

interface CountFrameProps {
  title: string
  about: string
  recorded: Recorded
  onLeave: () => void
  children: (things: readonly Thing[]) => ReactNode
}

export function CountFrame({ title, about, recorded: { things, isCut, failed }, onLeave, children }: CountFrameProps) {
  return (
    <div className="flex flex-col gap-4 max-sm:contents">
      <p className="flex items-center gap-3 rounded-lg border border-accent-line bg-accent-soft px-4 py-2 text-ink">
        <span className="min-w-0 flex-1 wrap-anywhere">
          Counting <strong className="font-semibold">{title}</strong>
          <span className="block text-sm text-ink-muted">{about}</span>
        </span>
        <Button variant="secondary" size="sm" className="min-h-11" onClick={onLeave}>
          Other count
        </Button>
      </p>
      {failed && <LoadFailure message="Failed to fetch what is on record" query={failed} />}
      {!failed && !things && <Skeleton className="h-48 rounded-card" />}
      {isCut && <p className="text-sm text-warn-ink">There is more on record than is compared here. Count it in smaller places.</p>}
      {things && children(things)}
    </div>
  )
}

/** '3 of 5' in large figures. */
export const CountFigure = ({ counted, expected }: { counted: number; expected: number }) => (
  <p role="status" className="text-2xl font-semibold text-ink tabular-nums">
    {number.format(counted)} <span className="text-base font-normal text-ink-muted">counted, {number.format(expected)} on record</span>
  </p>
)

/** Renders nothing without things. */
export function ThingList({ title, things, detail }: { title: string; things: readonly Thing[]; detail: (thing: Thing) => string }) {
  if (things.length === 0) return null
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface shadow-card">
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-semibold text-ink">
        {title}: {number.format(things.length)}
      </h2>
      <ul className="divide-y divide-line text-sm">
        {things.slice(0, MOST_NAMED).map((thing) => (
          <li key={keyOf(thing)} className="px-4 py-2 wrap-anywhere">
            <Link href={thing.href} prefetch={false} className="inline-block py-1 font-medium text-ink underline underline-offset-4">
              {thing.number}
            </Link>
            <span className="block text-ink-muted">{detail(thing)}</span>
          </li>
        ))}
        {things.length > MOST_NAMED && <li className="px-4 py-2 text-ink-muted">and {number.format(things.length - MOST_NAMED)} more</li>}
      </ul>
    </section>
  )
}
