import { keepPreviousData } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { creditLiabilityInput, creditMonthInput, type CreditLiability, type CreditMonth } from '~/contracts/credit/reports'
import { creditKindLabels } from '~/contracts/credit/credit-texts'
import { formatMonth } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

export function CreditBooks() {
  return (
    <div className="my-6 grid items-start gap-6 lg:grid-cols-2">
      <Liability />
      <Month />
    </div>
  )
}

interface PeriodProps {
  label: string
  type: 'date' | 'month'
  value: string
  onChange: (text: string) => void
}

function Period({ label, type, value, onChange }: PeriodProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="text-sm text-ink-muted">
        {label}
      </label>
      <input id={id} type={type} value={value} onChange={(event) => onChange(event.target.value)} className="field w-auto sm:text-sm" />
    </div>
  )
}

/** The last typed text that is a whole period. */
function usePeriod(isWhole: (text: string) => boolean, first: string) {
  const [typed, setTyped] = useState(first)
  const [asked, setAsked] = useState(first)
  const type = (text: string) => {
    setTyped(text)
    if (isWhole(text)) setAsked(text)
  }
  return { typed, asked, type }
}

const isDay = (text: string) => text === '' || creditLiabilityInput.safeParse({ day: text }).success
const isMonth = (text: string) => creditMonthInput.safeParse({ month: text }).success

function Liability() {
  const { typed, asked, type } = usePeriod(isDay, '')
  const liability = trpc.credit.liability.useQuery(asked === '' ? {} : { day: asked }, { placeholderData: keepPreviousData })
  return (
    <RecordSection
      title="What the shop owes"
      actions={<Period label="End of" type="date" value={typed || (liability.data?.day ?? '')} onChange={type} />}
    >
      <Shown query={liability} failure="Failed to fetch what the shop owes">
        {(data) => <Figures label="What the shop owes" rows={liabilityRows(data)} />}
      </Shown>
    </RecordSection>
  )
}

interface FigureRow {
  label: string
  amount: number
  strong?: boolean
}

const liabilityRows = ({ total, held, byKind, byExpiry }: CreditLiability): FigureRow[] => [
  ...byKind.map(({ kind, amount }) => ({ label: `${creditKindLabels[kind]} credit`, amount })),
  { label: 'Total', amount: total, strong: true },
  { label: 'Of which held for payments', amount: held },
  ...byExpiry.map(({ month, amount }) => ({ label: month === null ? 'Never expires' : `Expires in ${formatMonth(month)}`, amount })),
]

const monthRows = ({ opening, issued, adjusted, used, expired, closing }: CreditMonth): FigureRow[] => [
  { label: 'Opening', amount: opening, strong: true },
  { label: 'Issued', amount: issued },
  { label: 'Adjusted', amount: adjusted },
  { label: 'Used', amount: 0 - used },
  { label: 'Expired', amount: 0 - expired },
  { label: 'Closing', amount: closing, strong: true },
]

function Month() {
  const [now] = useState(() => new Date().toISOString().slice(0, 7))
  const { typed, asked, type } = usePeriod(isMonth, now)
  const month = trpc.credit.month.useQuery({ month: asked }, { placeholderData: keepPreviousData })
  return (
    <RecordSection title="One month" actions={<Period label="Month" type="month" value={typed} onChange={type} />}>
      <Shown query={month} failure="Failed to fetch the month">
        {(data) => <Figures label={`Store credit in ${formatMonth(data.month)}`} rows={monthRows(data)} />}
      </Shown>
    </RecordSection>
  )
}

interface ShownProps<Data> {
  query: { data: Data | undefined; error: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown }
  failure: string
  children: (data: Data) => ReactNode
}

function Shown<Data>({ query, failure, children }: ShownProps<Data>) {
  const { data, isError, isFetching } = query
  return (
    <div className="p-5 sm:p-6" aria-busy={isFetching}>
      {data !== undefined ? children(data) : isError ? <LoadFailure message={failure} query={query} /> : <Skeleton className="h-40" />}
    </div>
  )
}

function Figures({ label, rows }: { label: string; rows: FigureRow[] }) {
  return (
    <table aria-label={label} className="w-full text-left text-sm">
      <tbody className="divide-y divide-line">
        {rows.map(({ label: name, amount, strong }) => (
          <tr key={name}>
            <th scope="row" className={strong ? 'py-2 pr-4 font-semibold text-ink' : 'py-2 pr-4 font-normal text-ink-muted'}>
              {name}
            </th>
            <td className={strong ? 'py-2 text-right font-semibold text-ink tabular-nums' : 'py-2 text-right text-ink tabular-nums'}>
              {formatEuro(amount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
