import Link from 'next/link'
import type { ReactNode } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { ParcelLink } from '~/components/ui/parcel-link'
import { parcelPage } from '~/contracts/carriers'
import { outcomeLabels } from '~/contracts/repair-outcomes'
import type { TrackedCase } from '~/contracts/cases/tracking'
import { formatDate } from '~/lib/date-text'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { formatMarked } from '~/lib/quoted-amount'
import { customerKinds } from '../kinds'

interface CaseAsideProps {
  tracked: TrackedCase
  linkedHref?: ((linked: NonNullable<TrackedCase['linked']>) => string) | undefined
  children?: ReactNode
}

/** The agreed value, before it the last offer marked with the answer. */
function valueOf({ quotes: [newest], finalValue }: Extract<TrackedCase, { noun: 'tradeIns' }>): [name: string, value: string | null] {
  if (finalValue !== null) return ['Value', formatEuro(finalValue)]
  if (newest === undefined || newest.state === 'draft') return ['Value', null]
  const total = formatEuro(newest.total)
  return ['Offered value', newest.state === 'sent' ? total : formatMarked(total, newest.state)]
}

/** Marked if the estimate was declined or not answered. */
function costOf({ cost, outcome, quotes: [newest] }: Extract<TrackedCase, { noun: 'repairs' }>): string | null {
  if (cost === null) return null
  const amount = formatEuro(cost)
  if (outcome !== null || newest === undefined || newest.state === 'draft' || newest.state === 'sent') return amount
  return formatMarked(amount, newest.state)
}

function factsOf(tracked: TrackedCase): [name: string, value: string][] {
  const facts: [string, string | null][] = [
    ['Machine', tracked.device],
    ['Serial number', tracked.serialNumber],
    ['Opened', formatDate(tracked.createdAt)],
    ...(tracked.noun === 'repairs'
      ? ([
          ['Service', [tracked.service, tracked.isExpedited ? 'Expedited' : null].filter((part) => part !== null).join(', ') || null],
          ['Problem', tracked.problem],
          ['Cost', costOf(tracked)],
          ['What came of it', tracked.outcome && outcomeLabels[tracked.outcome]],
          ['Under warranty until', tracked.warrantyUntil && formatDay(tracked.warrantyUntil)],
        ] as [string, string | null][])
      : ([['Quoted value', tracked.quotedValue === null ? null : formatEuro(tracked.quotedValue)], valueOf(tracked)] as [
          string,
          string | null,
        ][])),
    ['Carrier', tracked.carrier],
    ['Tracking number', tracked.trackingNumber],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
}

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
