import { clsx } from 'clsx'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { FieldDescription } from '~/contracts/field-description'
import { CharacterCount } from './character-count'
import { NumberField } from './number-field'
import { SwitchField } from './switch-field'
import { TextAreaField } from './text-area-field'
import { TextField } from './text-field'
import type { FieldProps } from './use-field'

type Descriptions<Input extends FieldValues> = { readonly [Name in keyof Input]?: FieldDescription }

interface DescribedFieldsProps<Input extends FieldValues, Output> extends Pick<FieldProps<Input, Output>, 'control'> {
  fields: Descriptions<Input>
  /** Of which part of the form; without it all of them. */
  part?: string
}

/** The fields of a form as their descriptions have them; whoever shows them lays them out. */
export function DescribedFields<Input extends FieldValues, Output>({ control, fields, part }: DescribedFieldsProps<Input, Output>) {
  // What a description is of is a field of the form: its type says so.
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
  const { kind, label, hint, required = false, type, advised } = field
  const common = {
    control,
    name,
    label,
    hint,
    required,
    ...(field.placeholder !== undefined && { placeholder: field.placeholder }),
    className: field.wide ? 'sm:col-span-2' : '',
  }
  switch (kind) {
    case 'flag':
      return <SwitchField control={control} name={name} label={label} hint={hint} />
    case 'euro':
      return <NumberField {...common} unit="€" step="0.01" min={0} />
    case 'count':
      return <NumberField {...common} step="1" min={0} />
    case 'decimal':
      return <NumberField {...common} step="0.1" min={0} max={field.max} />
    case 'text':
      return advised === undefined ? (
        <TextAreaField {...common} rows={field.rows ?? 3} />
      ) : (
        <div className={clsx('flex flex-col', common.className)}>
          <TextAreaField {...common} rows={field.rows ?? 3} />
          {/* At the end of the hint's own line. */}
          <div className="-mt-5 self-end">
            <CharacterCount control={control} name={name} advised={advised} />
          </div>
        </div>
      )
    case 'line':
    case 'names':
      return (
        <TextField {...common} autoComplete="off" {...(type && { type, inputMode: type })} {...(type === 'url' && { spellCheck: false })} />
      )
  }
}
