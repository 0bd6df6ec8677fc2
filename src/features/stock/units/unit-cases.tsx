import { OfficeLink } from '~/components/admin-list/office-link'
import { DateText, StatusBadge } from '~/components/admin-list/cells'
import { CustomerName } from '~/components/admin-list/customer-name'
import type { UnitCase } from '~/contracts/stock/units'
import { caseNames } from '~/contracts/case-ref'
import { statusTones } from '~/contracts/statuses'
import { casePageOf } from '~/lib/records'

/** Open ones and the latest first. @param none text without cases */
export function UnitCases({ cases, none }: { cases: readonly UnitCase[]; none: string }) {
  if (cases.length === 0) return <p className="text-sm text-ink-subtle">{none}</p>
  return (
    <ul aria-label="Cases of this machine" className="flex flex-col gap-3">
      {cases.map(({ id, noun, number, status, createdAt, customer, userId }) => (
        <li key={id} className="text-sm">
          <span className="flex flex-wrap items-center justify-between gap-2">
            <OfficeLink href={casePageOf(noun, number)} className="font-medium wrap-anywhere text-ink underline underline-offset-4">
              {caseNames[noun]} {number}
            </OfficeLink>
            <StatusBadge status={status} tone={statusTones[status]} />
          </span>
          <span className="block wrap-anywhere text-ink-muted">
            <CustomerName userId={userId}>{customer.fullName || customer.email || 'No customer is known'}</CustomerName> ·{' '}
            <DateText at={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
