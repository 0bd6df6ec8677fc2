import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from './field-frame'

type Extra = Pick<ComponentProps<'input'>, 'step' | 'min' | 'max' | 'placeholder' | 'required' | 'className'> & {
  /** A unit that stands before the digits, for example '€'. */
  unit?: string
}

/** A number as it is typed; the schema makes the number of it. */
export function NumberField<Input extends FieldValues, Output>({
  control,
  name,
  label,
  hint,
  unit,
  className,
  ...extra
}: FieldProps<Input, Output> & Extra) {
  const { field, attributes, ...frame } = useField({ control, name, hint })
  return (
    <FieldFrame id={attributes.id} label={label} hint={hint} {...frame} className={className}>
      <div className="relative">
        {unit !== undefined && (
          <span aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-subtle sm:text-sm">
            {unit}
          </span>
        )}
        <input
          {...extra}
          {...attributes}
          {...field}
          value={field.value ?? ''}
          type="number"
          inputMode="decimal"
          // A turn of the wheel over a focused number field would change it unseen.
          onWheel={(event) => event.currentTarget.blur()}
          className={clsx('field tabular-nums sm:text-sm', unit !== undefined && 'pl-7')}
        />
      </div>
    </FieldFrame>
  )
}

/** An amount of money in euro, to the cent. */
export const EuroField = <Input extends FieldValues, Output>(props: FieldProps<Input, Output> & Omit<Extra, 'unit' | 'step'>) => (
  <NumberField {...props} unit="€" step="0.01" />
)
