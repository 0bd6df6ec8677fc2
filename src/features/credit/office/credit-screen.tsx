import { keepPreviousData } from '@tanstack/react-query'
import Link from 'next/link'
import { useMemo, useState } from 'react'
import { CustomerName } from '~/components/admin-list/customer-name'
import { FilterToolbar } from '~/components/admin-list/filter-toolbar'
import { ListPanel } from '~/components/admin-list/list-panel'
import { ListRows } from '~/components/admin-list/list-rows'
import { StatusFilter } from '~/components/admin-list/select-menu'
import { HeaderFigures } from '~/components/admin-list/status-counts'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { RecordSection } from '~/components/layouts/record-page'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { useFailureNotice } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import { creditAccountsInput, type CreditAccount } from '~/contracts/credit/accounts'
import { formatEuro, formatOrNotSet } from '~/lib/money'
import { casePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { CreditRequests } from '../credit-parts'
import { CreditBooks } from './credit-books'
import { creditColumns } from './credit-columns'
import { HashTarget } from './hash-target'
import { LedgerCheck } from './ledger-check'
import { useTradeInDecision } from './use-trade-in-decision'

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

/** Store Credit: what the shop owes, who waits for an approval, and every customer's account. */
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
      <ScreenHeader title="Store Credit" subtitle="What customers can spend, and every entry behind it">
        <HeaderFigures
          label="Store credit totals"
          items={[
            { label: 'Available', value: figure(data?.balance) },
            { label: 'Held', value: figure(data?.held) },
          ]}
        />
      </ScreenHeader>
      <CreditRequests />
      <UndecidedTradeIns />
      <CreditBooks />
      <LedgerCheck />
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
      {shown && <CreditAccountDialog account={shown} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const whyNot = { customer: 'It has no customer', value: 'It has no final value' }

/** Completed trade-ins that nothing was issued for, for a decision; nothing while there are none. */
function UndecidedTradeIns() {
  const undecided = trpc.credit.undecided.useQuery({ limit: 50 })
  const { issue, decline, question } = useTradeInDecision()
  const rows = undecided.data?.rows ?? []
  if (rows.length === 0) return question ?? null
  return (
    <HashTarget id="undecided">
      <RecordSection title="Completed trade-ins without store credit">
        <ul className="divide-y divide-line">
          {rows.map((tradeIn) => (
            <li key={tradeIn.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 sm:px-6">
              <div className="min-w-48 flex-1 text-sm">
                <p className="font-medium wrap-anywhere text-ink">
                  <Link href={casePageOf('tradeIns', tradeIn.tradeInNumber)} prefetch={false} className="underline underline-offset-4">
                    {tradeIn.tradeInNumber}
                  </Link>
                  , {formatOrNotSet(tradeIn.finalValue)}
                </p>
                <p className="wrap-anywhere text-ink-muted">
                  {tradeIn.missing === null ? (
                    <CustomerName userId={tradeIn.userId}>{tradeIn.email ?? 'No email'}</CustomerName>
                  ) : (
                    `${whyNot[tradeIn.missing]}: nothing can be issued`
                  )}
                </p>
              </div>
              <Button variant="secondary" size="sm" aria-label={`No credit for ${tradeIn.tradeInNumber}`} onClick={() => decline(tradeIn)}>
                No Credit
              </Button>
              <Button
                size="sm"
                disabled={tradeIn.missing !== null}
                aria-label={`Issue credit for ${tradeIn.tradeInNumber}`}
                onClick={() => issue(tradeIn)}
              >
                Issue
              </Button>
            </li>
          ))}
        </ul>
      </RecordSection>
      {question}
    </HashTarget>
  )
}
