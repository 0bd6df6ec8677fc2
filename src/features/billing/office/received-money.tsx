import { keepPreviousData } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { useNow, ViewerContext } from '~/components/admin-list/cells'
import { RecordSection } from '~/components/layouts/record-page'
import { EntryTable } from '~/components/ui/entry-table'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { receivedInput, type Received, type ReceivedSums } from '~/contracts/billing/invoice-list'
import { paymentMethodLabels } from '~/contracts/billing/receipts'
import { calendarDay, formatShortDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { PeriodFields } from './period-fields'

const sumColumns = [
  { header: 'Payments', align: 'end', cell: ({ number }: ReceivedSums) => number.toLocaleString('en-GB') },
  { header: 'Received', align: 'end', cell: ({ received }: ReceivedSums) => formatEuro(received) },
  { header: 'Pays invoices', align: 'end', cell: ({ allocated }: ReceivedSums) => formatEuro(allocated) },
  { header: 'On account', align: 'end', cell: ({ onAccount }: ReceivedSums) => formatEuro(onAccount) },
  { header: 'Refunded', align: 'end', cell: ({ refunded }: ReceivedSums) => formatEuro(refunded) },
  { header: 'Matched with the bank', align: 'end', cell: ({ fromBank }: ReceivedSums) => fromBank.toLocaleString('en-GB') },
] as const

/** By day and method; starts with this month. */
export function ReceivedMoney() {
  const { timeZone } = useContext(ViewerContext)
  const today = calendarDay(useNow(), timeZone)
  const [typed, setTyped] = useState({ from: `${today.slice(0, 7)}-01`, to: today })
  const parsed = receivedInput.safeParse(typed)
  const received = trpc.invoices.received.useQuery(parsed.success ? parsed.data : { from: today, to: today }, {
    enabled: parsed.success,
    placeholderData: keepPreviousData,
  })
  return (
    <div className="flex flex-col gap-4">
      <PeriodFields value={typed} onChange={setTyped} problem={parsed.error?.issues[0]?.message} />
      {received.isError && !received.data && <LoadFailure message="Failed to fetch money received" query={received} />}
      {!received.data && !received.isError && <Skeleton className="h-64" />}
      {received.data && <Sums received={received.data} />}
    </div>
  )
}

function Sums({ received: { days, methods, total, openLines } }: { received: Received }) {
  return (
    <>
      {openLines.number > 0 && (
        <p className="rounded-lg border border-warn-line bg-warn-soft px-4 py-2.5 text-sm text-warn-ink">
          {openLines.number === 1 ? 'One line' : `${openLines.number.toLocaleString('en-GB')} lines`} of the bank’s file,{' '}
          {formatEuro(openLines.amount)}, {openLines.number === 1 ? 'is' : 'are'} not matched yet.
        </p>
      )}
      {days.length === 0 ? (
        <p className="rounded-card border border-line bg-surface px-6 py-12 text-center text-ink-muted shadow-card">
          No money was received in this period.
        </p>
      ) : (
        <>
          <RecordSection title="By method">
            <div className="p-5 sm:px-6">
              <EntryTable
                label="By method"
                rows={[...methods.map((row) => ({ ...row, name: paymentMethodLabels[row.method] })), { ...total, name: 'All' }]}
                rowId={({ name }) => name}
                columns={[{ header: 'Method', cell: ({ name }) => <span className="font-medium">{name}</span> }, ...sumColumns]}
              />
            </div>
          </RecordSection>
          <RecordSection title="By day">
            <div className="p-5 sm:px-6">
              <EntryTable
                label="By day"
                rows={days}
                rowId={({ day, method }) => `${day} ${method}`}
                columns={[
                  { header: 'Day', cell: ({ day }) => <time dateTime={day}>{formatShortDay(day)}</time> },
                  { header: 'Method', cell: ({ method }) => paymentMethodLabels[method] },
                  ...sumColumns,
                ]}
              />
            </div>
          </RecordSection>
        </>
      )}
    </>
  )
}
