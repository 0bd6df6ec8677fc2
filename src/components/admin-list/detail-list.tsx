import type { ReactNode } from 'react'

export interface Detail {
  label: string
  value: ReactNode
  /** Longer text takes a line of its own. */
  wide?: boolean
}

/** Shows a record as labels and values, two in a row where there is room. */
export function DetailList({ items }: { items: readonly Detail[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {items.map(({ label, value, wide }) => (
        <div key={label} className={wide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
          <dt className="text-xs font-medium text-ink-subtle">{label}</dt>
          <dd className="mt-0.5 text-sm wrap-anywhere whitespace-pre-wrap text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
