import { clsx } from 'clsx/lite'
import { Icon } from './icon'

interface StageIndicatorProps {
  label: string
  stages: readonly string[]
  /** Index of the current stage; all are done if it equals their number. */
  current: number
}

export function StageIndicator({ label, stages, current }: StageIndicatorProps) {
  return (
    <ol aria-label={label} className="mt-10 flex flex-col gap-4 sm:flex-row">
      {stages.map((stage, index) => (
        <li
          key={stage}
          aria-current={index === current ? 'step' : undefined}
          className={clsx(
            'flex flex-1 items-center gap-3 border-graphite-line sm:block sm:border-t-2 sm:pt-4',
            index === current ? 'text-on-graphite sm:border-accent' : 'text-on-graphite-muted',
          )}
        >
          <span
            aria-hidden="true"
            className={clsx(
              'grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold tabular-nums sm:mb-3',
              index === current ? 'bg-accent text-on-accent' : 'border border-graphite-line-strong',
            )}
          >
            {index < current ? <Icon name="check" className="size-4" /> : index + 1}
          </span>
          <span className="font-medium">
            {stage}
            {index < current && <span className="sr-only"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
