import { clsx } from 'clsx'
import { tradeInStages } from '~/contracts/trade-in-estimate'

/** A visitor of the page is always at the first stage (spec §2 Trade-in). */
const CURRENT = 0

/** Where in a trade-in the visitor stands; on a graphite ground. */
export function StageIndicator() {
  return (
    <ol aria-label="Stages of a trade-in" className="mt-10 grid gap-x-4 gap-y-4 sm:grid-cols-4">
      {tradeInStages.map((stage, index) => {
        const current = index === CURRENT
        return (
          <li
            key={stage}
            aria-current={current ? 'step' : undefined}
            className={clsx(
              'flex items-center gap-3 border-graphite-line sm:block sm:border-t-2 sm:pt-4',
              current ? 'text-on-graphite sm:border-accent' : 'text-on-graphite-muted',
            )}
          >
            <span
              aria-hidden="true"
              className={clsx(
                'grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold tabular-nums sm:mb-3',
                current ? 'bg-accent text-on-accent' : 'border border-graphite-line-strong',
              )}
            >
              {index + 1}
            </span>
            <span className="font-medium">{stage}</span>
          </li>
        )
      })}
    </ol>
  )
}
