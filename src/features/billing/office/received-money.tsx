import { OfficeLink } from '~/components/admin-list/office-link'
import { keepPreviousData } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { useMay, useNow, ViewerContext } from '~/components/admin-list/cells'
import { adminPaths } from '~/components/layouts/admin-nav'
import { RecordSection, TABLE_IN_SECTION } from '~/components/layouts/record-page'
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
  { header: 'Payments', align: 'end', inBlock: 'opened', cell: ({ number }: ReceivedSums) => number.toLocaleString('en-GB') },
  { header: 'Received', align: 'end', cell: ({ received }: ReceivedSums) => formatEuro(received) },
  { header: 'Pays invoices', align: 'end', inBlock: 'opened', cell: ({ allocated }: ReceivedSums) => formatEuro(allocated) },
  { header: 'On account', align: 'end', cell: ({ onAccount }: ReceivedSums) => formatEuro(onAccount) },
  { header: 'Refunded', align: 'end', inBlock: 'opened', cell: ({ refunded }: ReceivedSums) => formatEuro(refunded) },
  {
    header: 'Matched with the bank',
    align: 'end',
    inBlock: 'opened',
    cell: ({ fromBank }: ReceivedSums) => fromBank.toLocaleString('en-GB'),
  },
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
  const { data } = received
  return (
    <div className="flex flex-col gap-4">
      <RecordSection
        title="By method"
        actions={<PeriodFields value={typed} onChange={setTyped} problem={parsed.error?.issues[0]?.message} />}
      >
        {received.isError && !data && <LoadFailure message="Failed to fetch money received" query={received} />}
        {!data && !received.isError && <Skeleton className="m-5 h-64" />}
        {data && <ByMethod received={data} />}
      </RecordSection>
      {data && <OpenLines lines={data.openLines} />}
      {data && data.days.length > 0 && <ByDay days={data.days} />}
    </div>
  )
}

function ByMethod({ received: { days, methods, total } }: { received: Received }) {
  if (days.length === 0) return <p className="px-6 py-12 text-center text-ink-muted">No money was received in this period.</p>
  return (
    <div className={TABLE_IN_SECTION}>
      <EntryTable
        label="By method"
        rows={[...methods.map((row) => ({ ...row, name: paymentMethodLabels[row.method] })), { ...total, name: 'All' }]}
        rowId={({ name }) => name}
        columns={[{ header: 'Method', cell: ({ name }) => <span className="font-medium">{name}</span> }, ...sumColumns]}
      />
    </div>
  )
}

/** Says what of the bank's file may belong here. */
function OpenLines({ lines: { number, amount } }: { lines: Received['openLines'] }) {
  const may = useMay()
  if (number === 0) return null
  return (
    <p className="rounded-lg border border-warn-line bg-warn-soft px-4 py-2.5 text-sm text-warn-ink">
      {number === 1 ? 'One line' : `${number.toLocaleString('en-GB')} lines`} of the bank’s file, {formatEuro(amount)},{' '}
      {number === 1 ? 'is' : 'are'} not matched yet.
      {may('payments', 'read') && (
        <>
          {' '}
          <OfficeLink href={`${adminPaths.money}?tab=bank`} className="font-medium underline underline-offset-4">
            Match {number === 1 ? 'it' : 'them'}
          </OfficeLink>
        </>
      )}
    </p>
  )
}

const ByDay = ({ days }: Pick<Received, 'days'>) => (
  <RecordSection title="By day">
    <div className={TABLE_IN_SECTION}>
      <EntryTable
        label="By day"
        rows={days}
        rowId={({ day, method }) => `${day} ${method}`}
        columns={[
          {
            header: 'Day',
            cell: ({ day, method }) => (
              <>
                <time dateTime={day}>{formatShortDay(day)}</time>
                <span className="@xl:hidden">, {paymentMethodLabels[method]}</span>
              </>
            ),
          },
          { header: 'Method', inBlock: 'never', cell: ({ method }) => paymentMethodLabels[method] },
          ...sumColumns,
        ]}
      />
    </div>
  </RecordSection>
)
