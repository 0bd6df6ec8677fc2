import { clsx } from 'clsx/lite'
import { CircleAlert, CircleCheck, Info } from '~/components/icons/lucide'
import type { ReactNode } from 'react'

const looks = {
  info: { look: 'border-info-line bg-info-soft text-info-ink', Icon: Info },
  success: { look: 'border-success-line bg-success-soft text-success-ink', Icon: CircleCheck },
  warn: { look: 'border-warn-line bg-warn-soft text-warn-ink', Icon: CircleAlert },
  danger: { look: 'border-danger-line bg-danger-soft text-danger-ink', Icon: CircleAlert },
}

interface FormNoteProps {
  tone: keyof typeof looks
  /** Set if the words appear by themselves and nothing else announces them. */
  role?: 'status' | 'alert'
  className?: string
  children: ReactNode
}

export function FormNote({ tone, role, className, children }: FormNoteProps) {
  const { look, Icon } = looks[tone]
  return (
    <div role={role} className={clsx('flex items-start gap-2.5 rounded-lg border px-3.5 py-3 text-sm', look, className)}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  )
}
