import { clsx } from 'clsx/lite'
import { CircleCheck, CircleX } from '~/components/icons/lucide'
import Link from 'next/link'
import { Button } from '~/components/ui/button'
import { createShared } from '~/lib/shared-value'

export interface Scan {
  title: string
  text: string
  isGood: boolean
  href?: string
  /** Undoes the scan's change. */
  undo?: (() => void) | undefined
}

const MOST_KEPT = 20
let count = 0

/** Latest first; kept while a found record is open. */
export const scanLog = createShared<readonly (Scan & { id: number })[]>([])

/** @returns true on success, for the sound */
export function logScan(scan: Scan): boolean {
  scanLog.set([{ ...scan, id: ++count }, ...scanLog.get()].slice(0, MOST_KEPT))
  return scan.isGood
}

/** Visible beside the camera and read out; before the first scan, instructions. */
export function LastOutcome({ about }: { about: string }) {
  const [last] = scanLog.use()
  const look = last?.isGood ? 'font-medium text-success-ink' : 'font-medium text-danger-ink'
  return (
    <p role="status" className={clsx('text-sm wrap-anywhere', last ? look : 'text-ink-muted')}>
      {last ? `${last.title}: ${last.text}` : about}
    </p>
  )
}

export function LastScans() {
  const scans = scanLog.use()
  if (scans.length === 0) return null
  const forget = (id: number) => scanLog.set(scans.map((scan) => (scan.id === id ? { ...scan, undo: undefined } : scan)))
  return (
    <section aria-label="Last scans" className="rounded-card border border-line bg-surface shadow-card">
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-semibold text-ink">Last scans</h2>
      <ul className="divide-y divide-line text-sm">
        {scans.map(({ id, title, text, isGood, href, undo }) => (
          <li key={id} className="flex min-h-12 items-center gap-3 px-4 py-2">
            {isGood ? (
              <CircleCheck className="size-5 shrink-0 text-success-ink" aria-hidden="true" />
            ) : (
              <CircleX className="size-5 shrink-0 text-danger-ink" aria-hidden="true" />
            )}
            <span className="min-w-0 flex-1 wrap-anywhere">
              {href === undefined ? (
                <span className="font-medium text-ink">{title}</span>
              ) : (
                <Link href={href} prefetch={false} className="inline-block py-1 font-medium text-ink underline underline-offset-4">
                  {title}
                </Link>
              )}
              <span className="block text-ink-muted">{text}</span>
            </span>
            {undo && (
              <Button
                size="sm"
                variant="secondary"
                className="min-h-11"
                aria-label={`Undo: ${title}`}
                onClick={() => {
                  forget(id)
                  undo()
                }}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
