import { useEffect, useRef, type ComponentProps } from 'react'
import { buttonStyles, type ButtonSize, type ButtonVariant } from './button-styles'
import { Spinner } from './loading'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  busy?: boolean
}

/** Of type 'button' by default, so that none submits a form by accident. Has the focus again after it was busy, unless something else has. */
export function Button({
  variant,
  size,
  busy = false,
  type = 'button',
  disabled,
  className,
  children,
  onFocus,
  onBlur,
  ...rest
}: ButtonProps) {
  const focused = useRef<HTMLButtonElement>(null)
  // Browsers take the focus from a button that is disabled, and tell it nothing.
  useEffect(() => {
    if (!busy && document.activeElement === document.body) focused.current?.focus()
  }, [busy])
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={buttonStyles({ variant, size, className })}
      onFocus={(event) => {
        focused.current = event.currentTarget
        onFocus?.(event)
      }}
      onBlur={(event) => {
        focused.current = null
        onBlur?.(event)
      }}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  )
}
