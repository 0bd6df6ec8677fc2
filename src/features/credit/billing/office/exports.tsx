import { useContext, useState } from 'react'
import { useNow, ViewerContext } from '~/components/admin-list/cells'
import { buttonStyles } from '~/components/ui/button-styles'
import { bookFile, bookLabels, bookNames, bookPeriod } from '~/contracts/credit/books'
import { calendarDay } from '~/lib/instant'
import { monthFrom, PeriodFields } from './period-fields'

/** Files of some days for whoever keeps the books, at first of the last whole month. */
export function Exports() {
  const { timeZone } = useContext(ViewerContext)
  const today = calendarDay(useNow(), timeZone)
  const [typed, setTyped] = useState(() => monthFrom(today, -1) ?? { from: today, to: today })
  const { data: period, error } = bookPeriod.safeParse(typed)
  return (
    <div className="flex flex-col gap-4">
      <PeriodFields value={typed} onChange={setTyped} problem={error?.issues[0]?.message} />
      {period && (
        <>
          <ul aria-label="Files" className="flex flex-wrap gap-2">
            {bookNames.map((name) => (
              <li key={name}>
                <a href={bookFile(name, period)} download className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
                  {bookLabels[name]}
                </a>
              </li>
            ))}
          </ul>
          <p className="text-sm text-ink-muted">The same days are the same file, whenever it is downloaded.</p>
        </>
      )}
    </div>
  )
}
