import type { ReactNode } from 'react'

/**
 * The place of the Cookie Settings control within a text: a graphite panel, the ground for which the
 * control is made, and here a full button.
 */
export function CookieChoice({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-col items-start gap-4 rounded-card border border-graphite-line bg-graphite p-6 on-dark sm:flex-row sm:items-center sm:justify-between no-script:hidden">
      <p className="text-on-graphite-muted">What this browser may store is up to you.</p>
      <div className="shrink-0 [&>button]:min-h-11 [&>button]:rounded-lg [&>button]:bg-accent [&>button]:px-4 [&>button]:font-semibold [&>button]:text-on-accent [&>button:hover]:bg-accent-hover [&>button:hover]:text-on-accent [&>button:hover]:no-underline">
        {children}
      </div>
    </div>
  )
}
