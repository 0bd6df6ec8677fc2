import { useId, type ReactNode } from 'react'

interface PanelProps {
  title: string
  action?: (heading: string) => ReactNode
  children: ReactNode
}

export function Panel({ title, action, children }: PanelProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="flex h-full min-w-0 flex-col rounded-card border border-line bg-surface shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-3">
        <h2 id={heading} className="font-semibold text-ink">
          {title}
        </h2>
        {action?.(heading)}
      </div>
      {children}
    </section>
  )
}

export const Remark = ({ children }: { children: ReactNode }) => (
  <div className="m-auto px-5 py-10 text-center text-sm text-ink-muted">{children}</div>
)
