import { Description, Field, Label } from '@headlessui/react'
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { Toggle } from '~/components/ui/toggle'
import { FieldFrame, type FieldProps, useField } from './field-frame'
import { clsx } from 'clsx/lite'
import { TriangleAlert } from '~/components/icons/lucide'
import type { ComponentProps, ReactNode } from 'react'
import type { FieldDescription } from '~/contracts/field-description'
import { EuroField, NumberField } from './number-field'
import { SelectField } from './select-field'
import { TextField } from './text-field'

function SwitchField<Input extends FieldValues, Output>({ control, name, label, hint }: FieldProps<Input, Output>) {
  const {
    field: { ref, value, onChange, onBlur },
  } = useField({ control, name, hint })
  return (
    <Field className="flex items-center justify-between gap-4">
      <div>
        <Label className="text-sm font-medium text-ink">{label}</Label>
        {hint !== undefined && <Description className="text-sm text-ink-subtle">{hint}</Description>}
      </div>
      <Toggle ref={ref} checked={value === true} onChange={onChange} onBlur={onBlur} />
    </Field>
  )
}

interface CharacterCountProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>
  name: FieldPath<Input>
  /** Characters; not enforced. */
  advised: number
}

function CharacterCount<Input extends FieldValues, Output>({ control, name, advised }: CharacterCountProps<Input, Output>) {
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

interface DoubtProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>
  name: FieldPath<Input>
  doubt: NonNullable<FieldDescription['doubt']>
}

/** Warns while a text is typed that will not have its effect; it can be saved. */
function Doubt<Input extends FieldValues, Output>({ control, name, doubt }: DoubtProps<Input, Output>) {
  const text: unknown = useWatch({ control, name })
  const form: Record<string, unknown> = useWatch({ control })
  const said = typeof text === 'string' ? doubt(text, form) : null
  return (
    <p role="status" className={clsx('flex items-start gap-1.5 text-sm text-warn-ink', said !== null && 'mt-1.5')}>
      {said !== null && <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />}
      {said}
    </p>
  )
}

type Extra = Pick<ComponentProps<'textarea'>, 'rows' | 'placeholder' | 'required' | 'autoComplete' | 'className'>

/** 3 rows high by default (requirements §2: 3 to 4). */
export function TextAreaField<Input extends FieldValues, Output>({
  control,
  name,
  label,
  hint,
  className,
  rows = 3,
  ...extra
}: FieldProps<Input, Output> & Extra) {
  const { field, attributes, ...frame } = useField({ control, name, hint })
  return (
    <FieldFrame id={attributes.id} label={label} hint={hint} {...frame} className={className}>
      <textarea {...extra} {...attributes} {...field} value={field.value ?? ''} rows={rows} className="field resize-y sm:text-sm" />
    </FieldFrame>
  )
}

type Descriptions<Input extends FieldValues> = { readonly [Name in keyof Input]?: FieldDescription }

interface DescribedFieldsProps<Input extends FieldValues, Output> extends Pick<FieldProps<Input, Output>, 'control'> {
  fields: Descriptions<Input>
  part?: string
}

export function DescribedFields<Input extends FieldValues, Output>({ control, fields, part }: DescribedFieldsProps<Input, Output>) {
  // By its type every described field is a field of the form.
  const names = Object.keys(fields) as FieldPath<Input>[]
  return names.map((name) => {
    const field = fields[name]
    if (!field || (part !== undefined && field.part !== part)) return null
    return <DescribedField key={name} control={control} name={name} field={field} />
  })
}

function DescribedField<Input extends FieldValues, Output>({
  control,
  name,
  field,
}: Pick<FieldProps<Input, Output>, 'control' | 'name'> & { field: FieldDescription }) {
  const { kind, label, hint, required = false, type, advised, doubt } = field
  const common = {
    control,
    name,
    label,
    hint,
    required,
    ...(field.placeholder !== undefined && { placeholder: field.placeholder }),
    className: field.wide ? 'sm:col-span-2' : '',
  }
  const withDoubt = (input: ReactNode) =>
    doubt ? (
      <div className={common.className}>
        {input}
        <Doubt control={control} name={name} doubt={doubt} />
      </div>
    ) : (
      input
    )
  switch (kind) {
    case 'flag':
      return <SwitchField control={control} name={name} label={label} hint={hint} />
    case 'euro':
      return <EuroField {...common} min={0} />
    case 'count':
      return <NumberField {...common} step="1" min={0} />
    case 'decimal':
      return <NumberField {...common} step="0.1" min={0} max={field.max} />
    case 'text':
      return advised === undefined ? (
        withDoubt(<TextAreaField {...common} rows={field.rows ?? 3} />)
      ) : (
        <div className={clsx('flex flex-col', common.className)}>
          <TextAreaField {...common} rows={field.rows ?? 3} />
          <div className="-mt-5 self-end">
            <CharacterCount control={control} name={name} advised={advised} />
          </div>
        </div>
      )
    case 'line':
    case 'names': {
      if (field.options) return <SelectField {...common} options={field.options()} />
      const line = (
        <TextField {...common} autoComplete="off" {...(type && { type, inputMode: type })} {...(type === 'url' && { spellCheck: false })} />
      )
      return withDoubt(line)
    }
  }
}
