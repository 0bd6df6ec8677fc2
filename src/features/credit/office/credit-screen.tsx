import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FilterToolbar } from '~/components/admin-list/filter-toolbar'
import { ListPanel } from '~/components/admin-list/list-panel'
import { ListRows } from '~/components/admin-list/list-rows'
import { StatusFilter } from '~/components/admin-list/select-menu'
import { HeaderFigures } from '~/components/admin-list/status-counts'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { LoadFailure } from '~/components/ui/load-failure'
import { useFailureNotice } from '~/components/ui/notify'
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
const LOAD_FAILED = 'Failed to fetch store credit'

const statuses = [
  { value: 'open', label: 'With credit' },
  { value: 'empty', label: 'Without credit' },
] as const

const sorts = {
  '-balance': 'Balance, high to low',
  balance: 'Balance, low to high',
  '-created': 'Newest first',
  created: 'Oldest first',
} as const

/** Store Credit: what waits for a decision, every customer's account, and the shop's books of them. */
export function CreditScreen() {
  const view = useAdminList(creditAccountsInput)
  const accounts = trpc.credit.accounts.useQuery(view.input, { placeholderData: keepPreviousData })
  useFailureNotice(accounts.error, LOAD_FAILED)
  const [opened, setOpened] = useState<CreditAccount>()
  const columns = useMemo(() => creditColumns(setOpened), [])
  const { data } = accounts
  const figure = (amount: number | undefined) => (amount === undefined ? (accounts.isError ? '–' : undefined) : formatEuro(amount))
  // The open dialog shows changes too.
  const shown = opened && (data?.rows.find(({ id }) => id === opened.id) ?? opened)

  return (
    <>
      <ScreenHeader title="Store Credit" subtitle="What customers can spend, and every entry behind it" dense>
        <HeaderFigures
          label="Store credit totals"
          items={[
            { label: 'Available', value: figure(data?.balance) },
            { label: 'Held', value: figure(data?.held) },
          ]}
        />
      </ScreenHeader>
      <div className="mb-3 flex flex-col gap-3 empty:hidden">
        <CreditRequests />
        <UndecidedTradeIns />
      </div>
      {accounts.isError && !data ? (
        <LoadFailure message={LOAD_FAILED} query={accounts} />
      ) : (
        <ListPanel>
          <FilterToolbar noun="accounts" view={view} sorts={sorts}>
            <StatusFilter
              label="Filter by credit"
              allLabel="All Accounts"
              options={statuses}
              value={view.input.status}
              onChange={(status) => view.show({ status })}
            />
          </FilterToolbar>
          <ListRows
            noun="accounts"
            columns={columns}
            view={view}
            sort={view.input.sort}
            list={data}
            loading={accounts.isPlaceholderData}
            none="No store credit yet"
            noneMatch="No accounts match your filters"
            firstStep="Completing a trade-in issues its value as store credit."
            onShowAll={() => view.show({ search: undefined, status: undefined })}
          />
        </ListPanel>
      )}
      <CreditBooks />
      <LedgerCheck />
      {shown && <CreditAccountDialog account={shown} onClose={() => setOpened(undefined)} />}
    </>
  )
}
