import type { ReactNode } from 'react'
import { Badge } from './badge'
import { Button } from './button'

interface ApprovalRowProps {
  /** '€1,500.00 for ada@example.com'. */
  title: ReactNode
  /** The same as text, for the names of the buttons. */
  name: string
  /** Whoever reads it has asked for it. */
  isMine: boolean
  /** Why whoever reads it cannot approve it, if so. */
  whyNot: string | null
  approveLabel?: string
  onApprove: () => void
  onRefuse: () => void
  /** Its purpose, the reason for the wait, and who has asked. */
  children: ReactNode
}

/** Something that waits for a second administrator. Who may not approve it sees that it waits, and why. */
export function ApprovalRow({ title, name, isMine, whyNot, approveLabel = 'Approve', onApprove, onRefuse, children }: ApprovalRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-72 text-sm wrap-anywhere text-ink-muted">
        <p className="font-medium text-ink">{title}</p>
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {(isMine || whyNot) && (
          <div className="flex max-w-96 items-start gap-2 text-sm text-ink-muted">
            <Badge tone="info" className="shrink-0">
              Waiting
            </Badge>
            <p className="min-w-0 py-0.5">{isMine ? 'Somebody else must approve it' : whyNot}</p>
          </div>
        )}
        <Button variant="secondary" size="sm" aria-label={`Refuse ${name}`} onClick={onRefuse}>
          Refuse
        </Button>
        {!isMine && !whyNot && (
          <Button size="sm" aria-label={`${approveLabel} ${name}`} onClick={onApprove}>
            {approveLabel}
          </Button>
        )}
      </div>
    </li>
  )
}
