import { OfficeButton } from '~/components/admin-list/office-link'
import { keepPreviousData } from '@tanstack/react-query'
import { HeaderFigures } from '~/components/admin-list/status-counts'
import { ListScreen } from '~/components/admin-list/list-screen'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { adminPaths } from '~/components/layouts/admin-nav'
import { invoicesInput, type InvoiceSort } from '~/contracts/billing/invoice-list'
import { invoiceStateLabels, invoiceStates } from '~/contracts/billing/invoices'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { invoiceColumns } from './invoice-columns'
import { invoiceMessages } from './invoice-text'

const sorts: Record<InvoiceSort, string> = {
  '-created': 'Newest first',
  created: 'Oldest first',
  due: 'Due soonest',
  '-due': 'Due last',
  '-amount': 'Amount, high to low',
  amount: 'Amount, low to high',
}
const kinds = [
  { key: 'kind', value: 'invoice', label: 'Invoices' },
  { key: 'kind', value: 'credit_note', label: 'Credit notes' },
]

export function InvoicesScreen() {
  const view = useAdminList(invoicesInput)
  const invoices = trpc.invoices.list.useQuery(view.input, { placeholderData: keepPreviousData })
  const { data } = invoices
  const figure = (amount: number | undefined) => (amount === undefined ? (invoices.isError ? '–' : undefined) : formatEuro(amount))
  return (
    <ListScreen
      title="Invoices"
      subtitle="What is billed, what is owed, and what has been credited"
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:contents">
          <HeaderFigures
            label="Invoice totals"
            items={[
              { label: 'Owed', value: figure(data?.owed) },
              { label: 'Overdue', value: figure(data?.overdue) },
            ]}
          />
          <div className="flex gap-2">
            <OfficeButton href={adminPaths.money} variant="secondary" size="sm">
              Money received
            </OfficeButton>
            <OfficeButton href={`${adminPaths.money}?tab=settings`} variant="secondary" size="sm">
              Settings
            </OfficeButton>
          </div>
        </div>
      }
      noun="invoices"
      messages={invoiceMessages}
      query={invoices}
      view={view}
      sorts={sorts}
      flags={kinds}
      choices={[
        {
          key: 'state',
          label: 'Filter by state',
          all: 'All States',
          options: invoiceStates.map((value) => ({
            value,
            label: data ? `${invoiceStateLabels[value]} (${data.counts[value]})` : invoiceStateLabels[value],
          })),
        },
      ]}
      columns={invoiceColumns}
      list={data}
      firstStep="A repair is billed when it is completed, or with ‘Issue invoice’ on its page."
    />
  )
}
