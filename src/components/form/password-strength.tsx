import { clsx } from 'clsx/lite'
import { useEffect, useState } from 'react'
import { useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import type { Strength } from '~/lib/password-strength'

interface PasswordStrengthProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>
  name: FieldPath<Input>
  /** Fields of the form that a guesser would try first. */
  about?: FieldPath<Input>[]
}

const words: Record<Strength, string> = { 0: 'very weak', 1: 'weak', 2: 'fair', 3: 'good', 4: 'strong' }
const bars = [1, 2, 3, 4] as const
const tone = (strength: Strength) => (strength < 2 ? 'bg-danger-ink' : strength === 2 ? 'bg-accent' : 'bg-success-ink')

const PAUSE_MS = 150

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** A hint; the server decides what it refuses. */
export function PasswordStrength<Input extends FieldValues, Output>({ control, name, about = [] }: PasswordStrengthProps<Input, Output>) {
  const password = textOf(useWatch({ control, name }))
  const others: unknown[] = useWatch({ control, name: about })
  const known = others.map(textOf).join('\n')
  const [strength, setStrength] = useState<Strength>()

  useEffect(() => {
    if (password === '') return
    let over = false
    const timer = setTimeout(() => {
      import('~/lib/password-strength').then(
        ({ strengthOf }) => {
          if (!over)
            setStrength(
              strengthOf(
                password,
                known.split(/[\s@.]+/).filter((part) => part.length > 2),
              ),
            )
        },
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [password, known])

  const shown = password === '' ? undefined : strength
  return (
    <div className="-mt-3">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1">
        {bars.map((bar) => (
          <span
            key={bar}
            className={clsx(
              'h-1 rounded-full transition-colors',
              shown !== undefined && bar <= Math.max(1, shown) ? tone(shown) : 'bg-surface-strong',
            )}
          />
        ))}
      </div>
      <p aria-live="polite" className="mt-1 min-h-5 text-sm text-ink-muted">
        {shown !== undefined && `Strength: ${words[shown]}`}
      </p>
    </div>
  )
}
