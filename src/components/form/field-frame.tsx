import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface FieldFrameProps {
  /** The control's id. */
  id: string
  label: string
  hint?: string | undefined
  hintId?: string | undefined
  message?: string | undefined
  messageId?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** A field's label above, its control, then what is wrong with it, then its hint. */
export function FieldFrame({ id, label, hint, hintId, message, messageId, className, children }: FieldFrameProps) {
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
      </label>
      {children}
      {message !== undefined && (
        <p id={messageId} className="flex items-start gap-1.5 text-sm text-danger-ink">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {message}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className="text-sm text-ink-subtle">
          {hint}
        </p>
      )}
    </div>
  )
}
