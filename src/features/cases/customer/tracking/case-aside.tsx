import Link from 'next/link'
import type { ReactNode } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { ParcelLink } from '~/features/cases/office/parts/parcel-link'
import { parcelPage } from '~/contracts/cases/carriers'
import { outcomeLabels } from '~/contracts/cases/repair-outcomes'
import type { TrackedCase } from '~/contracts/cases/tracking'
import { formatDate } from '~/lib/date-text'
import { formatShortDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { customerKinds } from '../kinds'

interface CaseAsideProps {
  tracked: TrackedCase
  linkedHref?: ((linked: NonNullable<TrackedCase['linked']>) => string) | undefined
  /** Stands between the facts and the papers. */
  children?: ReactNode
}

/** An offer is no value yet: it may be declined, or have ended. */
function valueName({ quotes: [newest], status }: Extract<TrackedCase, { noun: 'tradeIns' }>): string {
  if (status === 'completed' || newest === undefined || newest.state === 'accepted') return 'Value'
  return 'Offered value'
}

function factsOf(tracked: TrackedCase): [name: string, value: string][] {
  const facts: [string, string | null][] = [
    ['Machine', tracked.device],
    ['Serial number', tracked.serialNumber],
    ['Opened', formatDate(tracked.createdAt)],
    ...(tracked.noun === 'repairs'
      ? ([
          ['Problem', tracked.problem],
          ['Cost', tracked.cost === null ? null : formatEuro(tracked.cost)],
          ['What came of it', tracked.outcome && outcomeLabels[tracked.outcome]],
          ['Under warranty until', tracked.warrantyUntil && formatShortDay(tracked.warrantyUntil)],
        ] as [string, string | null][])
      : ([
          ['Quoted value', tracked.quotedValue === null ? null : formatEuro(tracked.quotedValue)],
          [valueName(tracked), tracked.finalValue === null ? null : formatEuro(tracked.finalValue)],
        ] as [string, string | null][])),
    ['Carrier', tracked.carrier],
    ['Tracking number', tracked.trackingNumber],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
}

/** The facts of the case, its papers, and the case that it is linked with. */
export function CaseAside({ tracked, linkedHref, children }: CaseAsideProps) {
  const { linked, documents } = tracked
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <RecordSection title="Details">
        <dl className="flex flex-col gap-3 p-5 text-sm sm:px-6">
          {factsOf(tracked).map(([name, value]) => (
            <div key={name}>
              <dt className="text-ink-muted">{name}</dt>
              <dd className="wrap-anywhere whitespace-pre-line text-ink">{value}</dd>
            </div>
          ))}
          <div className="empty:hidden">
            <ParcelLink page={parcelPage(tracked)} />
          </div>
          {linked && (
            <div>
              <dt className="text-ink-muted">{customerKinds[linked.noun].linkedAs}</dt>
              <dd className="wrap-anywhere text-ink">
                {linkedHref ? (
                  <Link href={linkedHref(linked)} prefetch={false} className="font-medium underline underline-offset-4">
                    {linked.number}
                  </Link>
                ) : (
                  linked.number
                )}
              </dd>
            </div>
          )}
        </dl>
      </RecordSection>
      {children}
      <RecordSection title="Papers">
        <ul className="flex flex-col gap-2 p-5 text-sm sm:px-6">
          {documents.map(({ label, address }) => (
            <li key={address}>
              <a
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-block py-1 font-medium text-ink underline underline-offset-4"
              >
                {label} (PDF)
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      </RecordSection>
    </div>
  )
}
