import type { ReactNode } from 'react'
import { Spinner } from './loading'

/** Says over the page that a press was heard. Not seen where what it opens comes at once. */
export const Opening = ({ children }: { children: ReactNode }) => (
  <OverPage className="pointer-events-none opacity-100 transition-opacity delay-150 starting:opacity-0">
    <p role="status" aria-busy="true" className="flex items-center gap-3 font-medium">
      <Spinner />
      {children} …
    </p>
  </OverPage>
)

/** For code that a press loads. */
export const LoadingPart = () => <Opening>Loading</Opening>

export const OverPage = ({ className, children }: { className: string; children: ReactNode }) => (
  <div className={`fixed inset-0 z-50 flex items-center justify-center p-4 ${className}`}>
    <div className="rounded-lg border border-line bg-surface px-5 py-4 text-ink shadow-raised">{children}</div>
  </div>
)
