import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { HeaderFigures } from '~/components/admin-list/status-counts'
import { ListScreen } from '~/components/admin-list/list-screen'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { onDemand } from '~/components/ui/on-demand'
import { creditAccountsInput, type CreditAccount } from '~/contracts/credit/accounts'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { CreditBooks } from './credit-books'
import { creditColumns } from './credit-columns'
import { LedgerCheck } from './ledger-check'

const CreditRequests = onDemand(() => import('./credit-requests').then((module) => module.CreditRequests))
const UndecidedTradeIns = onDemand(() => import('./undecided-trade-ins').then((module) => module.UndecidedTradeIns))
const CreditAccountDialog = onDemand(() => import('./credit-account-dialog').then((module) => module.CreditAccountDialog))
const messages = {
  loadFailed: 'Failed to fetch store credit',
  none: 'No store credit yet',
  noneMatch: 'No accounts match your filters',
}

const statuses = [
  { value: 'open', label: 'With credit' },
  { value: 'empty', label: 'Without credit' },
]
const choices = [{ key: 'status', label: 'Filter by credit', all: 'All Accounts', options: statuses }]

const sorts = {
  '-balance': 'Balance, high to low',
  balance: 'Balance, low to high',
  '-created': 'Newest first',
  created: 'Oldest first',
} as const

export function CreditScreen() {
  const view = useAdminList(creditAccountsInput)
  const accounts = trpc.credit.accounts.useQuery(view.input, { placeholderData: keepPreviousData })
  const [opened, setOpened] = useState<CreditAccount>()
  const columns = useMemo(() => creditColumns(setOpened), [])
  const { data } = accounts
  const figure = (amount: number | undefined) => (amount === undefined ? (accounts.isError ? '–' : undefined) : formatEuro(amount))
  // The open dialog follows changes.
  const shown = opened && (data?.rows.find(({ id }) => id === opened.id) ?? opened)

  return (
    <>
      <ListScreen
        title="Store Credit"
        subtitle="What customers can spend, and every entry behind it"
        actions={
          <HeaderFigures
            label="Store credit totals"
            items={[
              { label: 'Available', value: figure(data?.balance) },
              { label: 'Held', value: figure(data?.held) },
            ]}
          />
        }
        noun="accounts"
        messages={messages}
        query={accounts}
        view={view}
        sorts={sorts}
        choices={choices}
        columns={columns}
        list={data}
        firstStep="Completing a trade-in issues its value as store credit."
      >
        <div className="mb-3 flex flex-col gap-3 empty:hidden">
          <CreditRequests />
          <UndecidedTradeIns />
        </div>
      </ListScreen>
      <CreditBooks />
      <LedgerCheck />
      {shown && <CreditAccountDialog account={shown} onClose={() => setOpened(undefined)} />}
    </>
  )
}
