import { Button } from '~/components/ui/button'

/** Two days, inclusive, as '2026-11-01' or as typed so far. */
export interface Period {
  from: string
  to: string
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The whole month `months` after a day's; null if the day is invalid. */
export function monthFrom(day: string, months: number): Period | null {
  const [year = 0, number = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, number - 1 + months, 1))
  if (Number.isNaN(first.getTime())) return null
  return { from: dayOf(first), to: dayOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0))) }
}

interface PeriodFieldsProps {
  value: Period
  onChange: (value: Period) => void
  problem: string | undefined
}

/** The first and the last day of a period, and ways to the month before and after it. */
export function PeriodFields({ value, onChange, problem }: PeriodFieldsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="flex items-center gap-2 text-sm text-ink-muted">
          {name === 'from' ? 'From' : 'To'}
          <input
            type="date"
            value={value[name]}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : 'period-problem'}
            onChange={(event) => onChange({ ...value, [name]: event.target.value })}
            className="field w-40 sm:min-h-9 sm:py-1 sm:text-sm"
          />
        </label>
      ))}
      <Button variant="secondary" size="sm" onClick={() => onChange(monthFrom(value.to, -1) ?? value)}>
        Month before
      </Button>
      <Button variant="secondary" size="sm" onClick={() => onChange(monthFrom(value.to, 1) ?? value)}>
        Month after
      </Button>
      {problem !== undefined && (
        <p id="period-problem" role="alert" className="w-full text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  )
}
