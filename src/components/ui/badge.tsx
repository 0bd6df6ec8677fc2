import { clsx } from 'clsx/lite'
import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'accent' | 'success' | 'warn' | 'danger' | 'info'

const tones: Record<Tone, string> = {
  neutral: 'border-line bg-surface-muted text-ink-muted',
  accent: 'border-accent-line bg-accent-soft text-accent-ink',
  success: 'border-success-line bg-success-soft text-success-ink',
  warn: 'border-warn-line bg-warn-soft text-warn-ink',
  danger: 'border-danger-line bg-danger-soft text-danger-ink',
  info: 'border-info-line bg-info-soft text-info-ink',
}

export const toneInks: Record<Tone, string> = {
  neutral: 'text-ink-subtle',
  accent: 'text-accent-ink',
  success: 'text-success-ink',
  warn: 'text-warn-ink',
  danger: 'text-danger-ink',
  info: 'text-info-ink',
}

interface BadgeProps {
  tone?: Tone
  size?: 'sm' | 'md'
  className?: string
  children: ReactNode
}

export function Badge({ tone = 'neutral', size = 'md', className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-full border font-medium whitespace-nowrap tabular-nums',
        size === 'sm' ? 'px-1.5 text-xs' : 'px-2.5 py-0.5 text-sm',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
