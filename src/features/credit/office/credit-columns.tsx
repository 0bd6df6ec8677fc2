import { CustomerName } from '~/components/admin-list/customer-name'
import { DateText } from '~/components/admin-list/cells'
import type { ListColumn } from '~/components/admin-list/columns'
import { Button } from '~/components/ui/button'
import type { CreditAccount } from '~/contracts/credit/accounts'
import { formatEuro } from '~/lib/money'

const nameOf = ({ fullName, email, hasUser }: CreditAccount) => fullName || email || (hasUser ? 'No name' : 'Account deleted')

/** Keys 'balance' and 'created' are the procedure's sorts. */
export const creditColumns = (onOpen: (account: CreditAccount) => void): ListColumn<CreditAccount>[] => [
  {
    id: 'customer',
    header: 'Customer',
    card: 'title',
    cell: (account) => (
      <>
        <CustomerName userId={account.hasUser ? account.userId : null} className="block w-fit font-medium wrap-anywhere text-ink">
          {nameOf(account)}
        </CustomerName>
        <span className="block text-xs wrap-anywhere text-ink-subtle">{account.email || 'No email'}</span>
      </>
    ),
  },
  {
    id: 'balance',
    header: 'Available',
    align: 'end',
    sort: 'descending',
    card: 'half',
    brief: 'named',
    cell: ({ balance }) => <span className="text-ink tabular-nums">{formatEuro(balance)}</span>,
  },
  {
    id: 'held',
    header: 'Held',
    align: 'end',
    card: 'half',
    brief: 'named',
    cell: ({ held }) => <span className="text-ink-muted tabular-nums">{formatEuro(held)}</span>,
  },
  {
    id: 'entries',
    header: 'Entries',
    align: 'end',
    card: 'half',
    cell: ({ entries }) => <span className="text-ink-muted tabular-nums">{entries.toLocaleString('en-GB')}</span>,
  },
  {
    id: 'created',
    header: 'Since',
    sort: 'descending',
    card: 'half',
    cell: ({ createdAt }) => <DateText at={createdAt} className="text-ink-muted" />,
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    card: 'corner',
    cell: (account) => (
      <Button variant="ghost" size="sm" onClick={() => onOpen(account)} aria-label={`View details of ${nameOf(account)}`}>
        Details
      </Button>
    ),
  },
]
