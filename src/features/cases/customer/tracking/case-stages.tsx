import { clsx } from 'clsx/lite'
import { Icon } from '~/components/ui/icon'
import type { Progress } from '~/contracts/cases/progress/progress'
import { formatDate } from '~/lib/date-text'

/** The stages of a case with their days, on a graphite ground. On a phone one line and a bar: the next step comes first there. */
export function CaseStages({ label, progress: { stages, current } }: { label: string; progress: Pick<Progress, 'stages' | 'current'> }) {
  const shown = stages[Math.min(current, stages.length - 1)]
  return (
    <div className="mt-6 sm:mt-10">
      <p aria-hidden="true" className="mb-2 font-medium sm:hidden">
        {current < stages.length ? `Step ${current + 1} of ${stages.length}: ${shown?.name}` : `All ${stages.length} steps are done`}
      </p>
      <ol aria-label={label} className="flex gap-1.5 sm:gap-4">
        {stages.map(({ name, at }, index) => (
          <li
            key={name}
            aria-current={index === current ? 'step' : undefined}
            className={clsx(
              'flex-1 border-t-4 sm:border-t-2 sm:pt-4',
              index === current ? 'border-accent text-on-graphite' : 'text-on-graphite-muted',
              index < current && 'border-on-graphite-muted',
              index > current && 'border-graphite-line',
            )}
          >
            <span className="sr-only sm:not-sr-only">
              <span className="flex items-center gap-1.5 font-medium">
                {index < current && <Icon name="check" className="size-4 shrink-0" />}
                {name}
                {index < current && <span className="sr-only"> (done)</span>}
              </span>
              {at && (
                <time dateTime={at.toISOString()} className="block text-sm text-on-graphite-muted">
                  {' '}
                  {formatDate(at)}
                </time>
              )}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
