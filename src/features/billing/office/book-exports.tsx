import { useContext, useState } from 'react'
import { useMay, useNow, ViewerContext } from '~/components/admin-list/cells'
import { buttonStyles } from '~/components/ui/button-styles'
import { bookFile, bookLabels, type BookName, bookNames, bookPeriod, documentsOfFile, hasPayments } from '~/contracts/billing/books'
import { calendarDay } from '~/lib/instant'
import { trpc } from '~/trpc/client'
import { monthFrom, PeriodFields } from './period-fields'

export function Exports() {
  const { timeZone } = useContext(ViewerContext)
  const today = calendarDay(useNow(), timeZone)
  const [typed, setTyped] = useState(() => monthFrom(today, -1) ?? { from: today, to: today })
  const { data: period, error } = bookPeriod.safeParse(typed)
  const counted = trpc.invoices.countBooked.useQuery(period ?? typed, { enabled: period !== undefined })
  const may = useMay()
  const names = bookNames.filter((name) => !hasPayments(name) || may('payments', 'read'))
  const parts = (name: BookName) =>
    Math.max(1, Math.ceil((counted.data?.documents ?? 0) / (documentsOfFile[name] ?? Number.POSITIVE_INFINITY)))
  return (
    <div className="flex flex-col gap-4">
      <PeriodFields value={typed} onChange={setTyped} problem={error?.issues[0]?.message} />
      {period && (
        <>
          <ul aria-label="Files" className="flex flex-wrap gap-2">
            {names.flatMap((name) =>
              Array.from({ length: parts(name) }, (_, index) => (
                <li key={`${name} ${index}`}>
                  <a
                    href={bookFile(name, period, parts(name) > 1 ? index + 1 : undefined)}
                    download
                    className={buttonStyles({ variant: 'secondary', size: 'sm' })}
                  >
                    {bookLabels[name]}
                    {parts(name) > 1 && `, ${index + 1} of ${parts(name)}`}
                  </a>
                </li>
              )),
            )}
          </ul>
          <p className="text-sm text-ink-muted">The same days are the same file, whenever it is downloaded.</p>
        </>
      )}
    </div>
  )
}
