import type { ListColumn } from '~/components/admin-list/columns'
import { RowLink } from '~/components/admin-list/row-link'
import { createdColumn, CustomerCell, numberColumn } from '~/components/admin-list/status-columns'
import { missingTexts, type InvoiceRow } from '~/contracts/billing/invoices'
import { formatShortDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { invoicePageOf } from '~/lib/records'
import { documentName, documentTitle, InvoiceBadge } from './invoice-text'

const amount = 'whitespace-nowrap tabular-nums'

/** Keys 'amount', 'due' and 'created' are the procedure's sorts. */
export const invoiceColumns: ListColumn<InvoiceRow>[] = [
  numberColumn(
    'Invoice',
    (row) => <RowLink href={invoicePageOf(row.id)}>{documentTitle(row)}</RowLink>,
    (row) => (
      <span className="wrap-anywhere text-ink-muted">
        {[row.number !== null && documentName(row), row.nounNumber && `for ${row.nounNumber}`].filter(Boolean).join(' ')}
      </span>
    ),
  ),
  {
    id: 'customer',
    header: 'Customer',
    card: 'half',
    cell: ({ userId, buyerName, buyerEmail }) => <CustomerCell userId={userId} fullName={buyerName} email={buyerEmail} />,
  },
  {
    id: 'state',
    header: 'State',
    card: 'half',
    brief: true,
    cell: (row) => (
      <>
        <InvoiceBadge row={row} />
        {row.waitsFor.length > 0 && row.state === 'waiting' && (
          <span className="mt-1 block text-xs text-ink-muted">{row.waitsFor.map((each) => missingTexts[each]).join('. ')}</span>
        )}
      </>
    ),
  },
  {
    id: 'due',
    header: 'Due',
    sort: 'ascending',
    card: 'half',
    cell: ({ dueOn }) =>
      dueOn === null ? (
        <span className="text-ink-subtle">–</span>
      ) : (
        <time dateTime={dueOn} className="whitespace-nowrap text-ink-muted">
          {formatShortDay(dueOn)}
        </time>
      ),
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    sort: 'descending',
    card: 'half',
    cell: ({ kind, total }) => <span className={`text-ink ${amount}`}>{formatEuro(kind === 'credit_note' ? -total : total)}</span>,
  },
  {
    id: 'owed',
    header: 'Owed',
    align: 'end',
    card: 'half',
    brief: 'named',
    cell: ({ owed }) => <span className={`${owed > 0 ? 'font-medium text-ink' : 'text-ink-subtle'} ${amount}`}>{formatEuro(owed)}</span>,
  },
  createdColumn(),
]
