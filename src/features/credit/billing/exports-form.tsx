import { useId, useState } from 'react'
import { bookFile, bookLabels, bookNames, bookPeriod } from '~/contracts/credit/books'
import { buttonStyles } from '~/components/ui/button-styles'

const days = { from: 'First day', to: 'Last day' } as const

/** Files of some days for whoever keeps the books: links to them, as soon as two days are chosen. */
export function ExportsForm() {
  const id = useId()
  const [period, setPeriod] = useState({ from: '', to: '' })
  const isChosen = period.from !== '' && period.to !== ''
  const parsed = bookPeriod.safeParse(period)
  const fault = isChosen && !parsed.success ? (parsed.error.issues[0]?.message ?? 'Choose two days') : null
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:max-w-md sm:grid-cols-2">
        {(['from', 'to'] as const).map((name) => (
          <label key={name} className="flex flex-col gap-1 text-sm font-medium text-ink">
            {days[name]}
            <input
              type="date"
              className="field sm:text-sm"
              value={period[name]}
              aria-invalid={fault !== null}
              aria-describedby={`${id}-state`}
              onChange={({ target }) => setPeriod({ ...period, [name]: target.value })}
            />
          </label>
        ))}
      </div>
      <p id={`${id}-state`} role="status" className={fault === null ? 'text-sm text-ink-muted' : 'text-sm font-medium text-danger-ink'}>
        {fault ?? (parsed.success ? 'The same days are the same file, whenever it is downloaded.' : 'Choose two days, at most a year.')}
      </p>
      {parsed.success && (
        <ul aria-label="Files" className="flex flex-wrap gap-2">
          {bookNames.map((name) => (
            <li key={name}>
              <a href={bookFile(name, parsed.data)} download className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
                {bookLabels[name]}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
