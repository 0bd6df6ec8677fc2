import { clsx } from 'clsx'
import { useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form'

interface CharacterCountProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>
  name: FieldPath<Input>
  /** A recommended length in characters; it is not enforced. */
  advised: number
}

/** How long a text is beside how long it should be, counted while it is typed. */
export function CharacterCount<Input extends FieldValues, Output>({ control, name, advised }: CharacterCountProps<Input, Output>) {
  const text: unknown = useWatch({ control, name })
  const length = typeof text === 'string' ? text.length : 0
  return (
    <p className={clsx('text-right text-sm tabular-nums', length > advised ? 'font-medium text-warn-ink' : 'text-ink-subtle')}>
      {length} / {advised}
      <span className="sr-only"> characters</span>
      {length > advised && <span> · over by {length - advised}</span>}
    </p>
  )
}
