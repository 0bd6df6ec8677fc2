import type { ComponentProps } from 'react'
import { buttonStyles, type ButtonSize, type ButtonVariant } from './button-styles'
import { Spinner } from './loading'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  busy?: boolean
}

/** Of type 'button' by default, so that none submits a form by accident. */
export function Button({ variant, size, busy = false, type = 'button', disabled, className, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={buttonStyles({ variant, size, className })}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  )
}
