import { clsx } from 'clsx/lite'
import { formatEuro } from '~/lib/money'

/** Sums in a row, each below its name. EUR. */
export const SumList = ({ sums, className }: { sums: readonly { label: string; amount: number }[]; className?: string }) => (
  <dl className={clsx('flex flex-wrap gap-x-8 gap-y-3', className)}>
    {sums.map(({ label, amount }) => (
      <div key={label}>
        <dt className="text-xs font-medium text-ink-muted">{label}</dt>
        <dd className="font-semibold text-ink tabular-nums">{formatEuro(amount)}</dd>
      </div>
    ))}
  </dl>
)
