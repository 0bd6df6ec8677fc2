import { Badge, type Tone } from '~/components/ui/badge'
import {
  invoiceStateLabels,
  isToCredit,
  TO_CREDIT,
  type DocumentPurpose,
  type InvoiceRow,
  type InvoiceState,
} from '~/contracts/billing/invoices'

const tones: Record<InvoiceState, Tone> = {
  waiting: 'warn',
  due: 'info',
  overdue: 'danger',
  settled: 'success',
  credited: 'neutral',
  withdrawn: 'neutral',
}

const names: Record<DocumentPurpose, string> = {
  repair: 'Invoice',
  order: 'Invoice',
  deposit: 'Deposit invoice',
  interest: 'Interest invoice',
}

export const documentName = ({ kind, purpose }: Pick<InvoiceRow, 'kind' | 'purpose'>): string =>
  kind === 'credit_note' ? 'Credit note' : names[purpose]

/** The number, before there is one the kind. */
export const documentTitle = (row: Pick<InvoiceRow, 'kind' | 'purpose' | 'number'>): string => row.number ?? documentName(row)

/** An invoice with a number. */
export const isIssued = ({ kind, state }: Pick<InvoiceRow, 'kind' | 'state'>): boolean =>
  kind === 'invoice' && state !== 'waiting' && state !== 'withdrawn'

/** An issued credit note has no state to show. */
export const InvoiceBadge = ({ row }: { row: Pick<InvoiceRow, 'kind' | 'state' | 'owed' | 'toCredit'> }) =>
  row.kind === 'credit_note' && row.state === 'settled' ? (
    <Badge tone="neutral">Issued</Badge>
  ) : isToCredit(row) ? (
    <Badge tone="warn">{TO_CREDIT}</Badge>
  ) : (
    <Badge tone={tones[row.state]}>{invoiceStateLabels[row.state]}</Badge>
  )

export const invoiceMessages = {
  loadFailed: 'Failed to fetch invoices',
  noneMatch: 'No invoices match your filters',
  none: 'No invoices found',
  missing: 'There is no such invoice.',
} as const
