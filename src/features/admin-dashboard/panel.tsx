import { type ReactNode, useEffect, useId } from 'react'

/** What the dashboard says (spec §2 Admin dashboard). */
export const dashboardMessages = {
  title: 'Dashboard',
  welcome: 'Welcome to your admin dashboard',
  loadFailed: 'Failed to fetch dashboard figures',
  chartsFailed: 'Failed to fetch dashboard charts',
  failedMessagesFailed: 'Failed to fetch messages that could not be sent',
  sendAgainFailed: 'Failed to send again',
  discardFailed: 'Failed to discard',
  attentionFailed: 'Failed to fetch what needs attention',
  shopListFailed: 'Failed to fetch the age of the shop’s list',
  stalePagesFailed: 'Failed to fetch which pages are out of date',
  setupFailed: 'Failed to fetch the state of the setup',
  /** Stands for a part that could not be read. */
  unavailable: 'Not available at the moment',
  /** Stands for a figure that could not be read. */
  unknown: '–',
} as const

/** A part of the dashboard that could not be read is only logged (spec §8). */
export function useLoggedFailure(error: unknown, words: string): void {
  useEffect(() => {
    if (error) console.error(words, error)
  }, [error, words])
}

interface PanelProps {
  title: string
  /** Stands at the end of the title's row; gets the heading's id, to be described by it. */
  action?: (heading: string) => ReactNode
  children: ReactNode
}

/** A titled part of the dashboard. */
export function Panel({ title, action, children }: PanelProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="flex h-full min-w-0 flex-col rounded-card border border-line bg-surface shadow-card">
      <div className="flex items-center justify-between gap-3 border-b border-line px-5 py-3">
        <h2 id={heading} className="font-semibold text-ink">
          {title}
        </h2>
        {action?.(heading)}
      </div>
      {children}
    </section>
  )
}

/** Says why a panel shows nothing. */
export const Remark = ({ children }: { children: ReactNode }) => (
  <p className="m-auto px-5 py-10 text-center text-sm text-ink-muted">{children}</p>
)
