import { OfficeLink } from '~/components/admin-list/office-link'
import { phoneLink } from '~/lib/phone-link'
import { keepPreviousData } from '@tanstack/react-query'
import { DueText } from '~/components/admin-list/cells'
import type { ListColumn } from '~/components/admin-list/columns'
import { CustomerName } from '~/components/admin-list/customer-name'
import { HeaderFigures } from '~/components/admin-list/status-counts'
import { ListSection } from '~/components/admin-list/list-screen'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { debtAgeLabels, debtAges, debtorsInput, type Debtor } from '~/contracts/billing/invoice-list'
import { nameOfCustomer } from '~/lib/customer-name'
import { formatEuro } from '~/lib/money'
import { listOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { uncounted } from './uncounted-money'

const messages = {
  loadFailed: 'Failed to fetch debtors',
  none: 'Nobody owes anything',
  noneMatch: 'No debtors match your search',
}

const euro = (amount: number, look = 'text-ink') => (
  <span className={`whitespace-nowrap tabular-nums ${amount === 0 ? 'text-ink-subtle' : look}`}>
    {amount === 0 ? '–' : formatEuro(amount)}
  </span>
)

const columns: ListColumn<Debtor>[] = [
  {
    id: 'customer',
    header: 'Customer',
    card: 'title',
    cell: ({ userId, hasUser, company, name, email, phone }) => {
      const fullName = company ?? name
      const known = hasUser ? nameOfCustomer({ fullName, email, phone }) : (fullName ?? 'A deleted account')
      return (
        <>
          <CustomerName userId={hasUser ? userId : null} className="block wrap-anywhere text-ink">
            {known}
          </CustomerName>
          <span className="flex flex-wrap gap-x-2 text-xs text-ink-muted empty:hidden">
            {email !== null && email !== known && <span className="min-w-0 truncate">{email}</span>}
            {phone !== null && phone !== known && (
              <a href={phoneLink(phone)} className="relative z-1 whitespace-nowrap underline-offset-4 hover:underline">
                {phone}
              </a>
            )}
          </span>
        </>
      )
    },
  },
  {
    id: 'owed',
    header: 'Owed',
    align: 'end',
    card: 'half',
    brief: 'named',
    cell: ({ owed, userId, invoices }) => (
      <OfficeLink
        href={`${listOf('invoices')}?userId=${userId}&sort=due`}
        title={`${invoices} ${invoices === 1 ? 'invoice' : 'invoices'}`}
        className="font-medium whitespace-nowrap text-ink tabular-nums underline underline-offset-4"
      >
        {formatEuro(owed)}
      </OfficeLink>
    ),
  },
  ...debtAges.map((age): ListColumn<Debtor> => ({
    id: age,
    header: debtAgeLabels[age],
    align: 'end',
    card: 'half',
    cell: (debtor) => euro(debtor[age], age === 'older' ? 'text-danger-ink' : 'text-ink'),
  })),
  {
    id: 'oldest',
    header: 'Oldest',
    card: 'half',
    brief: 'named',
    cell: ({ oldestDueOn }) => <DueText day={oldestDueOn} className="whitespace-nowrap" />,
  },
  { id: 'account', header: 'On account', align: 'end', card: 'half', cell: ({ onAccount }) => euro(onAccount, 'text-ink-muted') },
]

function useDebtors() {
  const view = useAdminList(debtorsInput)
  return { view, debtors: trpc.invoices.debtors.useQuery(view.input, { placeholderData: keepPreviousData }) }
}

/** The sums of all debtors, by age; they stand beside the screen's title. */
export function DebtorTotals() {
  const { data, isError } = useDebtors().debtors
  const figures = [
    { label: 'Owed', of: 'owed' },
    ...debtAges.map((age) => ({ label: debtAgeLabels[age], of: age })),
    { label: 'To be credited', of: 'toCredit' },
    { label: 'On account', of: 'onAccount' },
  ] as const
  const text = (amount: number | undefined) => (amount === undefined ? (isError ? '–' : undefined) : formatEuro(amount))
  return <HeaderFigures label="Sums of all debtors" items={figures.map(({ label, of }) => ({ label, value: text(data?.totals[of]) }))} />
}

export function Debtors() {
  const { view, debtors } = useDebtors()
  const { data } = debtors
  return (
    <ListSection
      noun="debtors"
      messages={messages}
      query={debtors}
      view={view}
      columns={columns}
      list={
        data && (view.input.search ? { ...uncounted(data, view.page), total: data.total } : { ...data, matching: data.total, counts: null })
      }
    />
  )
}
