import { clsx } from 'clsx'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { growthText } from '~/contracts/dashboard'
import { StatLine } from './stat-card'

/** By how much a figure has changed since last month; nothing where it has not (spec §9). */
export function GrowthLine({ percent }: { percent: number }) {
  const words = growthText(percent)
  if (!words) return null
  const Icon = words.positive ? TrendingUp : TrendingDown
  return (
    <StatLine>
      <span className={clsx('inline-flex items-start gap-1.5', words.positive ? 'text-success-ink' : 'text-danger-ink')}>
        <Icon className="mt-0.5 hidden size-4 shrink-0 sm:block" aria-hidden="true" />
        {words.text}
      </span>
    </StatLine>
  )
}
