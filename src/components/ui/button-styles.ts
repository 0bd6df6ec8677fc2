import { clsx } from 'clsx/lite'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'inverse'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-active border-transparent',
  secondary: 'bg-surface text-ink border-line-strong hover:bg-surface-muted active:bg-surface-strong',
  ghost: 'bg-transparent text-ink border-transparent hover:bg-surface-muted active:bg-surface-strong',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover border-transparent',
  inverse: 'bg-transparent text-on-graphite border-graphite-line-strong hover:bg-graphite-raised active:bg-graphite-line',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 gap-1.5 rounded-md px-3 text-sm',
  md: 'min-h-11 gap-2 rounded-lg px-4 text-base',
  lg: 'min-h-13 gap-2.5 rounded-lg px-6 text-lg',
}

const shared =
  'inline-flex items-center justify-center border font-semibold whitespace-nowrap transition-colors select-none ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-strong disabled:text-ink-subtle'

interface ButtonLook {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  className?: string | undefined
}

/** `className` may add layout but not override the look (clsx, since tailwind-merge costs every public page 8 kB). */
export const buttonStyles = ({ variant = 'primary', size = 'md', className }: ButtonLook = {}) =>
  clsx(shared, variants[variant], sizes[size], className)
