import { keepPreviousData } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { RelativeTime, useNow, ViewerContext } from '~/components/admin-list/cells'
import { FormDialog } from '~/components/form/form-dialog'
import { EuroField } from '~/components/form/number-field'
import { TextField } from '~/components/form/text-field'
import { RecordSection, TABLE_IN_SECTION } from '~/components/layouts/record-page'
import { failureToast } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { EntryTable } from '~/components/ui/entry-table'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { notifySuccess } from '~/components/ui/notify'
import { receivedInput } from '~/contracts/billing/invoice-list'
import { tillCount, type TillCount, type TillDay } from '~/contracts/billing/till'
import { calendarDay, formatShortDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { PeriodFields } from './period-fields'

/** '€0.50 too little', '€2.00 too much', 'Nothing is missing'. */
const differenceText = ({ difference }: TillCount) =>
  difference === 0 ? 'Nothing is missing' : `${formatEuro(Math.abs(difference))} too ${difference < 0 ? 'little' : 'much'}`

/** Cash of each day with its count; starts with this month. */
export function Till({ mayWrite }: { mayWrite: boolean }) {
  const { timeZone } = useContext(ViewerContext)
  const today = calendarDay(useNow(), timeZone)
  const [typed, setTyped] = useState({ from: `${today.slice(0, 7)}-01`, to: today })
  const [counting, setCounting] = useState<TillDay>()
  const parsed = receivedInput.safeParse(typed)
  const till = trpc.payments.till.useQuery(parsed.success ? parsed.data : { from: today, to: today }, {
    enabled: parsed.success,
    placeholderData: keepPreviousData,
  })
  const days = till.data ?? []
  const isInPeriod = parsed.success && parsed.data.from <= today && today <= parsed.data.to
  // Today can be counted even without cash.
  const shown = isInPeriod && !days.some(({ day }) => day === today) ? [emptyDay(today), ...days] : days
  return (
    <>
      <RecordSection
        title="Cash by day"
        actions={<PeriodFields value={typed} onChange={setTyped} problem={parsed.error?.issues[0]?.message} />}
      >
        {till.isError && !till.data && <LoadFailure message="Failed to fetch the till" query={till} />}
        {!till.data && !till.isError && <Skeleton className="m-5 h-64" />}
        {till.data && shown.length === 0 && <p className="px-5 py-5 text-sm text-ink-muted sm:px-6">No cash came in these days.</p>}
        {till.data && shown.length > 0 && (
          <div className={TABLE_IN_SECTION}>
            <Days days={shown} onCount={mayWrite ? setCounting : undefined} />
          </div>
        )}
      </RecordSection>
      {counting && <CountDialog day={counting} onClose={() => setCounting(undefined)} />}
    </>
  )
}

const emptyDay = (day: string): TillDay => ({ day, received: 0, refunded: 0, expected: 0, counts: [] })

function Days({ days, onCount }: { days: readonly TillDay[]; onCount: ((day: TillDay) => void) | undefined }) {
  return (
    <EntryTable
      label="Cash by day"
      rows={days}
      rowId={({ day }) => day}
      columns={[
        { header: 'Day', cell: ({ day }) => <time dateTime={day}>{formatShortDay(day)}</time> },
        { header: 'Received', align: 'end', inBlock: 'opened', cell: ({ received }) => formatEuro(received) },
        { header: 'Given back', align: 'end', inBlock: 'opened', cell: ({ refunded }) => formatEuro(refunded) },
        {
          header: 'Expected',
          align: 'end',
          wide: true,
          cell: ({ expected }) => <span className="font-medium">{formatEuro(expected)}</span>,
        },
        { header: 'Counted', wide: true, cell: ({ counts, expected }) => <Counts counts={counts} expected={expected} /> },
        {
          header: 'Count',
          align: 'end',
          wide: true,
          inBlock: 'opened',
          cell: (day) =>
            onCount && (
              <Button variant="secondary" size="sm" onClick={() => onCount(day)}>
                {day.counts.length === 0 ? 'Count the till' : 'Correct the count'}
                <span className="sr-only"> of {formatShortDay(day.day)}</span>
              </Button>
            ),
        },
      ]}
    />
  )
}

function Counts({ counts, expected }: Pick<TillDay, 'counts' | 'expected'>) {
  const [last, ...former] = counts
  if (!last) return <span className="text-ink-muted">Not counted</span>
  return (
    <div className="flex flex-col gap-1">
      <CountText count={last} />
      {last.expected !== expected && (
        <p className="text-warn-ink">{formatEuro(last.expected)} was expected then: payments of the day have changed since.</p>
      )}
      {former.length > 0 && (
        <details className="text-ink-muted">
          <summary className="cursor-pointer">{former.length === 1 ? 'Corrects one count' : `Corrects ${former.length} counts`}</summary>
          <ul className="mt-1 flex flex-col gap-1">
            {former.map((count) => (
              <li key={count.id}>
                <CountText count={count} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const CountText = ({ count }: { count: TillCount }) => (
  <p className="wrap-anywhere">
    <span className="font-medium tabular-nums">{formatEuro(count.counted)}</span> ·{' '}
    <span className={count.difference === 0 ? 'text-ink-muted' : 'font-medium text-warn-ink'}>{differenceText(count)}</span>
    <span className="block text-xs text-ink-muted">
      {count.by ?? 'Somebody who has gone'}, <RelativeTime at={count.at} />
      {count.note !== null && <>: {count.note}</>}
    </span>
  </p>
)

function CountDialog({ day: { day, expected, counts }, onClose }: { day: TillDay; onClose: () => void }) {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const count = trpc.payments.countTill.useMutation()
  const [last] = counts
  return (
    <FormDialog
      title={`${last ? 'Correct the count' : 'Count the till'} of ${formatShortDay(day)}`}
      className="max-w-md"
      bodyClassName="flex flex-col gap-5"
      schema={tillCount}
      defaultValues={{ counted: last ? String(last.counted) : '', note: '' }}
      onSubmit={async (values) => {
        await submit((idempotencyKey) => count.mutateAsync({ ...values, day, seen: last?.number ?? 0, idempotencyKey }))
        notifySuccess(`${formatEuro(values.counted)} counted`)
        await utils.payments.till.invalidate()
        onClose()
      }}
      onFailure={(error) => {
        void utils.payments.till.invalidate()
        failureToast('Failed to save the count')(error)
      }}
      onClose={onClose}
      submitLabel="Save count"
    >
      {({ control }) => (
        <>
          <EuroField
            control={control}
            name="counted"
            label="Cash counted"
            required
            min="0"
            hint={`${formatEuro(expected)} is expected: cash that came less cash that was given back. Leave the float out.`}
          />
          <TextField control={control} name="note" label="Note" autoComplete="off" hint="Such as why something is missing" />
        </>
      )}
    </FormDialog>
  )
}
