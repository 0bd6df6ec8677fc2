import { clsx } from 'clsx/lite'
import { useState, type ChangeEvent, type ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { decimalText, decimalWith } from '~/lib/decimal-text'
import { FieldFrame, type FieldProps, useField } from './field-frame'

/** Decimals of an amount of money. */
export const CENTS = 2

interface NumberTextProps<Input extends FieldValues, Output> extends Omit<FieldProps<Input, Output>, 'label'> {
  /** So many decimals are shown where nobody is typing: 2 of money. */
  decimals?: number | undefined
}

/**
 * A number as it is typed, over a form that holds its shortest text ('12.5' for 12.50): forms then compare amounts rather than
 * spellings, and money shows its cents as soon as the field is left.
 * @returns the same as `useField`; spread `field` on the input
 */
export function useNumberField<Input extends FieldValues, Output>({ decimals, ...props }: NumberTextProps<Input, Output>) {
  const { field, ...frame } = useField(props)
  const [typed, setTyped] = useState<string>()
  const held: unknown = field.value
  const text = typeof held === 'string' || typeof held === 'number' ? String(held) : ''
  // The form may have got another number meanwhile.
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
  /** A unit that stands before the digits, for example '€'. */
  unit?: string
  decimals?: number | undefined
  type?: 'number' | 'text'
}

/** A number as it is typed; the schema makes the number of it. */
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
          // A turn of the wheel over a focused number field would change it unseen.
          onWheel={(event) => event.currentTarget.blur()}
          className={clsx('field tabular-nums sm:text-sm', unit !== undefined && 'pl-7')}
        />
      </div>
    </FieldFrame>
  )
}

/** An amount of money in euro, to the cent. */
export const EuroField = <Input extends FieldValues, Output>(
  props: FieldProps<Input, Output> & Omit<Extra, 'unit' | 'step' | 'decimals'>,
) => <NumberField {...props} unit="€" step="0.01" decimals={CENTS} />
