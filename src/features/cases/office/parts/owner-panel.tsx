import { OfficeLink } from '~/components/admin-list/office-link'
import type { LabelledStatus } from '~/lib/status-labels'
import { nameOfCustomer } from '~/lib/customer-name'
import { phoneLink } from '~/lib/phone-link'
import { useState, type ReactNode } from 'react'
import { CustomerName } from '~/components/admin-list/customer-name'
import { DateText, StatusBadge } from '~/components/admin-list/cells'
import type { Tone } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { RecordSection } from '~/components/layouts/record-page'
import type { CaseNoun } from '~/contracts/case-ref'
import type { CaseOwner } from '~/contracts/cases/cases'
import { languageName } from '~/contracts/languages'
import { deviceName } from '~/contracts/cases/device'
import { statusTones } from '~/contracts/statuses'
import { formatMoney } from '~/lib/currency'
import { casePageOf, listOf } from '~/lib/records'
import { detailsOf } from '~/lib/record-paths'
import type { Cases } from '../kinds'

const ReturnAddressPanel = onDemand(() => import('./return-address-panel').then((module) => module.ReturnAddressPanel))
const ChangeCustomer = onDemand(() => import('./change-customer-dialog').then((module) => module.ChangeCustomerDialog))

/** Keeps the page of a busy customer's case short. */
const SHOWN_AT_ONCE = 3

interface OwnedRecord {
  id: string
  href: string
  number: string
  about: string
  status: LabelledStatus
  tone: Tone
  at: Date
}

/** By kind, without empty ones. */
function groupsOf({ cases, orders }: CaseOwner): { title: string; records: OwnedRecord[] }[] {
  return [
    {
      title: 'Other repairs and trade-ins',
      records: cases.map(({ id, noun, number, device, status, createdAt }) => ({
        id,
        href: casePageOf(noun, number),
        number,
        about: deviceName(device),
        status,
        tone: statusTones[status],
        at: createdAt,
      })),
    },
    {
      title: 'Orders',
      records: orders.map(({ id, number, totalAmount, currency, status, createdAt }) => ({
        id,
        href: detailsOf(listOf('orders'), id),
        number,
        about: formatMoney(totalAmount, currency),
        status,
        tone: statusTones[status],
        at: createdAt,
      })),
    },
  ]
}

interface OwnerPanelProps<Noun extends CaseNoun> {
  noun: Noun
  row: Cases[Noun]
  /** Null if unknown. */
  owner: CaseOwner | null
}

export function OwnerPanel<Noun extends CaseNoun>({ noun, row, owner }: OwnerPanelProps<Noun>) {
  const [changing, setChanging] = useState(false)
  const change = (
    <Button variant="ghost" size="sm" onClick={() => setChanging(true)}>
      Change customer
    </Button>
  )
  return (
    <>
      <RecordSection title="Customer" actions={change}>
        <div className="flex flex-col gap-5 p-5 sm:px-6">
          {owner ? (
            <address className="text-sm not-italic">
              <CustomerName userId={owner.userId} className="font-medium wrap-anywhere text-ink">
                {nameOfCustomer(owner)}
              </CustomerName>
              {owner.email && <Contact href={`mailto:${owner.email}`}>{owner.email}</Contact>}
              {owner.phone && <Contact href={phoneLink(owner.phone)}>{owner.phone}</Contact>}
              {owner.language !== null && <p className="text-ink-muted">Speaks {languageName(owner.language)}</p>}
              {!owner.hasAccount && (
                <p className="mt-1 text-ink-subtle">
                  {owner.email ? 'Has not chosen a password yet' : 'No email address: call them, and print what they need'}
                </p>
              )}
            </address>
          ) : (
            <p className="text-sm text-ink-subtle">No customer is known</p>
          )}
          {owner &&
            groupsOf(owner).map(({ title, records }) => records.length > 0 && <Group key={title} title={title} records={records} />)}
        </div>
        {changing && <ChangeCustomer noun={noun} row={row} onClose={() => setChanging(false)} />}
      </RecordSection>
      <ReturnAddressPanel noun={noun} row={row} />
    </>
  )
}

const Contact = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="block min-h-6 wrap-anywhere text-ink-muted underline-offset-4 hover:text-ink hover:underline">
    {children}
  </a>
)

function Group({ title, records }: { title: string; records: readonly OwnedRecord[] }) {
  return (
    <div>
      <h3 className="mb-1.5 text-xs font-semibold text-ink-subtle">{title}</h3>
      <Records records={records.slice(0, SHOWN_AT_ONCE)} />
      {records.length > SHOWN_AT_ONCE && (
        <details className="mt-3 text-sm">
          <summary className="min-h-6 cursor-pointer font-medium text-ink">{records.length - SHOWN_AT_ONCE} more</summary>
          <div className="pt-3">
            <Records records={records.slice(SHOWN_AT_ONCE)} />
          </div>
        </details>
      )}
    </div>
  )
}

const Records = ({ records }: { records: readonly OwnedRecord[] }) => (
  <ul className="flex flex-col gap-3">
    {records.map(({ id, href, number, about, status, tone, at }) => (
      <li key={id} className="text-sm">
        <span className="flex flex-wrap items-center justify-between gap-2">
          <OfficeLink href={href} className="font-medium wrap-anywhere text-ink underline underline-offset-4">
            {number}
          </OfficeLink>
          <StatusBadge status={status} tone={tone} />
        </span>
        <span className="block wrap-anywhere text-ink-muted">
          {about} · <DateText at={at} />
        </span>
      </li>
    ))}
  </ul>
)
