import { clsx } from 'clsx/lite'
import { useState, type ChangeEvent, type ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { decimalText, decimalWith } from '~/lib/decimal-text'
import { FieldFrame, type FieldProps, useField } from './field-frame'

export const CENTS = 2

interface NumberTextProps<Input extends FieldValues, Output> extends Omit<FieldProps<Input, Output>, 'label'> {
  /** Decimals shown while nobody types: 2 for money. */
  decimals?: number | undefined
}

/**
 * The form holds the shortest text ('12.5' for 12.50), so that it compares amounts rather than spellings; money shows its cents on blur.
 * @returns as `useField`; spread `field` on the input
 */
export function useNumberField<Input extends FieldValues, Output>({ decimals, ...props }: NumberTextProps<Input, Output>) {
  const { field, ...frame } = useField(props)
  const [typed, setTyped] = useState<string>()
  const held: unknown = field.value
  const text = typeof held === 'string' || typeof held === 'number' ? String(held) : ''
  // The form may have received another number meanwhile.
  const isTyping = typed !== undefined && decimalText(typed) === text
  return {
    ...frame,
    field: {
      ...field,
      value: isTyping ? typed : decimals === undefined ? text : decimalWith(decimals, text),
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setTyped(target.value)
        field.onChange(decimalText(target.value))
      },
      onBlur: () => {
        setTyped(undefined)
        field.onBlur()
      },
    },
  }
}

type Extra = Pick<ComponentProps<'input'>, 'step' | 'min' | 'max' | 'placeholder' | 'required' | 'autoComplete' | 'className'> & {
  unit?: string
  decimals?: number | undefined
  type?: 'number' | 'text'
}

/** Holds text; the schema makes the number. */
export function NumberField<Input extends FieldValues, Output>({
  control,
  name,
  label,
  hint,
  unit,
  decimals,
  type = 'number',
  className,
  ...extra
}: FieldProps<Input, Output> & Extra) {
  const { field, attributes, ...frame } = useNumberField({ control, name, hint, decimals })
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
          type={type}
          inputMode="decimal"
          // The wheel over a focused number field would change it unnoticed.
          onWheel={(event) => event.currentTarget.blur()}
          className={clsx('field tabular-nums sm:text-sm', unit !== undefined && 'pl-7')}
        />
      </div>
    </FieldFrame>
  )
}

export const EuroField = <Input extends FieldValues, Output>(
  props: FieldProps<Input, Output> & Omit<Extra, 'unit' | 'step' | 'decimals'>,
) => <NumberField {...props} unit="€" step="0.01" decimals={CENTS} />
