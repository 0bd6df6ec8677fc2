import type { ReactNode } from 'react'
import { StatusBadge } from '~/components/admin-list/cells'
import type { Detail } from '~/components/admin-list/detail-list'
import { CustomerCell } from '~/components/admin-list/status-columns'
import { StatusDetailsDialog, type StatusDetailsDialogProps } from '~/components/admin-list/status-details-dialog'
import type { CaseNoun } from '~/contracts/case-ref'
import { statusTones } from '~/contracts/statuses'
import { formatDateTime } from '~/lib/date-text'
import { casePageOf } from '~/lib/records'
import type { Cases } from './kinds'

type Given<Row> = Omit<StatusDetailsDialogProps<Row>, 'page' | 'items'>

interface CaseDetailsProps<Noun extends CaseNoun> extends Given<Cases[Noun]> {
  of: Noun
  own: (row: Cases[Noun]) => readonly Detail[]
  createdOn: string
}

export const CaseDetails = <Noun extends CaseNoun>({ of, own, createdOn, ...given }: CaseDetailsProps<Noun>) => (
  <StatusDetailsDialog
    {...given}
    page={(row) => casePageOf(of, given.name(row))}
    items={(row) => [
      { label: 'Customer', value: <CustomerCell userId={row.userId} {...row.customer} /> },
      { label: 'Status', value: <StatusBadge status={row.status} tone={statusTones[row.status]} /> },
      ...own(row),
      { label: createdOn, value: formatDateTime(row.createdAt) },
      { label: 'Last changed', value: formatDateTime(row.updatedAt) },
    ]}
  />
)

export const noted = (label: string, text: string | null): { label: string; value: ReactNode; wide: true } => ({
  label,
  value: text || <span className="text-ink-subtle">Nothing noted yet</span>,
  wide: true,
})
