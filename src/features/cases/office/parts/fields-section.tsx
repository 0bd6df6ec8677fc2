import { useCallback, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import type { Stored } from '~/components/form/conflict'
import { DescribedFields } from '~/components/form/described-fields'
import type { FieldDescriptions } from '~/contracts/field-description'
import { comparedFields, draftOf } from '~/lib/field-values'
import { EditSection } from './edit-section'

interface FieldsSectionProps<Draft extends FieldValues, Values extends object> {
  title: string
  /** What was edited, for example 'this repair'. */
  subject: string
  /** Label and kind of each field. A constant. */
  fields: FieldDescriptions<Draft>
  /** The part of the procedure's input that the section fills. A constant. */
  schema: z.ZodType<Values, Draft>
  stored: Stored<Values>
  save: (values: Values, version: number) => Promise<Stored<Values>>
  reload: () => Promise<Stored<Values>>
  onSaved: () => void
  onFailure: (error: unknown) => void
}

/** A section of a case that is nothing but described fields: long texts one below the other, all else side by side. */
export function FieldsSection<Draft extends FieldValues, Values extends { readonly [Field in keyof Draft]?: unknown }>({
  fields,
  ...section
}: FieldsSectionProps<Draft, Values>) {
  const toDraft = useCallback((values: Values) => draftOf<Draft>(fields, values), [fields])
  const compared = useMemo(() => comparedFields(fields), [fields])
  const isText = Object.values(fields).some(({ kind }) => kind === 'text')
  return (
    <EditSection {...section} toDraft={toDraft} compared={compared}>
      {(control) => {
        const described = <DescribedFields control={control} fields={fields} />
        return isText ? <div className="flex flex-col gap-5 sm:col-span-2">{described}</div> : described
      }}
    </EditSection>
  )
}
