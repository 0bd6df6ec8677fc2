import { clsx } from 'clsx/lite'
import { Icon } from '~/components/ui/icon'
import type { Stages } from '~/contracts/cases/progress/progress'
import { formatDate } from '~/lib/date-text'

/** Replaces the names of all stages on a phone. */
function shortOf({ stages, current }: Stages): string {
  const shown = stages[Math.min(current, stages.length - 1)]
  if (current < stages.length) return `Step ${current + 1} of ${stages.length}: ${shown?.name}`
  return stages.some(({ isSkipped }) => isSkipped) ? `${shown?.name}` : `All ${stages.length} steps are done`
}

/** On a graphite ground. On a phone one line and a bar, since the next step comes first there. */
export function CaseStages({ label, progress: { stages, current } }: { label: string; progress: Stages }) {
  return (
    <div className="mt-6 sm:mt-10">
      <p aria-hidden="true" className="mb-2 font-medium sm:hidden">
        {shortOf({ stages, current })}
      </p>
      <ol aria-label={label} className="flex gap-1.5 sm:gap-4">
        {stages.map(({ name, at, isSkipped }, index) => (
          <li
            key={name}
            aria-current={index === current ? 'step' : undefined}
            className={clsx(
              'flex-1 border-t-4 sm:border-t-2 sm:pt-4',
              index === current ? 'border-accent text-on-graphite' : 'text-on-graphite-muted',
              index < current && !isSkipped && 'border-on-graphite-muted',
              (index > current || isSkipped) && 'border-graphite-line',
            )}
          >
            <span className="sr-only sm:not-sr-only">
              <span className="flex items-center gap-1.5 font-medium">
                {index < current && !isSkipped && <Icon name="check" className="size-4 shrink-0" />}
                <span className={isSkipped && 'line-through'}>{name}</span>
                {index < current && <span className="sr-only"> ({isSkipped ? 'left out' : 'done'})</span>}
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
