import Link from 'next/link'
import { useState, type ReactNode } from 'react'
import { DateText, StatusBadge } from '~/components/admin-list/cells'
import type { Tone } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { RecordSection } from '~/components/layouts/record-page'

/** Something else that a customer has here, with the way to it. */
export interface OwnedRecord {
  id: string
  href: string
  number: string
  /** What it is, in a few words. */
  about: string
  status: string
  tone: Tone
  at: Date
}

interface OwnerPanelProps {
  /** The dialog that gives the case to another customer. */
  renderChange: (onClose: () => void) => ReactNode
  /** Null where nobody is known. */
  owner: { email: string; fullName: string | null; phone: string | null; hasAccount: boolean; href: string } | null
  /** What else they have, by kind; kinds without any are not shown. */
  groups: readonly { title: string; records: readonly OwnedRecord[] }[]
}

/** Whose case it is, how to reach them, and what else they have here. */
export function OwnerPanel({ owner, groups, renderChange }: OwnerPanelProps) {
  const [changing, setChanging] = useState(false)
  const change = (
    <Button variant="ghost" size="sm" onClick={() => setChanging(true)}>
      Change customer
    </Button>
  )
  return (
    <RecordSection title="Customer" actions={change}>
      <div className="flex flex-col gap-5 p-5 sm:px-6">
        {owner ? (
          <address className="text-sm not-italic">
            <Link href={owner.href} prefetch={false} className="font-medium wrap-anywhere text-ink underline-offset-4 hover:underline">
              {owner.fullName || 'No name'}
            </Link>
            <Contact href={`mailto:${owner.email}`}>{owner.email}</Contact>
            {owner.phone && <Contact href={`tel:${owner.phone.replace(/[^+\d]/g, '')}`}>{owner.phone}</Contact>}
            {!owner.hasAccount && <p className="mt-1 text-ink-subtle">Invited, has not chosen a password yet</p>}
          </address>
        ) : (
          <p className="text-sm text-ink-subtle">No customer is known</p>
        )}
        {groups.map(({ title, records }) => records.length > 0 && <Group key={title} title={title} records={records} />)}
      </div>
      {changing && renderChange(() => setChanging(false))}
    </RecordSection>
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
      <ul className="flex flex-col gap-3">
        {records.map(({ id, href, number, about, status, tone, at }) => (
          <li key={id} className="text-sm">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <Link href={href} prefetch={false} className="font-medium wrap-anywhere text-ink underline underline-offset-4">
                {number}
              </Link>
              <StatusBadge status={status} tone={tone} />
            </span>
            <span className="block wrap-anywhere text-ink-muted">
              {about} · <DateText at={at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
