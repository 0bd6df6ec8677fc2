import { useCallback, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import { DescribedFields } from '~/components/form/described-fields'
import type { CaseNoun } from '~/contracts/case-ref'
import type { FieldDescriptions } from '~/contracts/field-description'
import { records } from '~/contracts/records'
import { comparedFields, draftOf } from '~/lib/field-values'
import type { CaseChanges, Cases } from '../kinds'
import { useCaseSave, type CaseSaveConfirmed } from '../use-case'
import { EditSection } from './edit-section'

interface FieldsSectionProps<Noun extends CaseNoun, Draft extends FieldValues, Values extends object> {
  title: string
  noun: Noun
  row: Cases[Noun]
  /** Constant. */
  fields: FieldDescriptions<Draft>
  /** The section's part of the procedure's input; constant. */
  schema: z.ZodType<Values, Draft>
  /** Reads the section's values from a case. */
  read: (row: Cases[Noun]) => Values
  /** The fields have no consequences. */
  savesItself?: boolean | undefined
  confirmed?: CaseSaveConfirmed<Noun> | undefined
}

/** A section of described fields: long texts stacked, others side by side. */
export function FieldsSection<Noun extends CaseNoun, Draft extends FieldValues, Values extends CaseChanges[Noun]>({
  title,
  noun,
  row,
  fields,
  schema,
  read,
  savesItself,
  confirmed,
}: FieldsSectionProps<Noun, Draft, Values>) {
  const toDraft = useCallback((values: Values) => draftOf<Draft>(fields, values), [fields])
  const compared = useMemo(() => comparedFields(fields), [fields])
  const isText = Object.values(fields).some(({ kind }) => kind === 'text')
  return (
    <EditSection
      title={title}
      subject={`this ${records[noun].one}`}
      schema={schema}
      stored={{ values: read(row), version: row.version }}
      toDraft={toDraft}
      compared={compared}
      savesItself={savesItself}
      {...useCaseSave(noun, row.id, read, confirmed)}
    >
      {(control) => {
        const described = <DescribedFields control={control} fields={fields} />
        return isText ? (
          // The first of one or three takes a whole row.
          <div className="grid gap-5 sm:col-span-2 xl:grid-cols-2 xl:[&>:first-child:nth-last-child(odd)]:col-span-2">{described}</div>
        ) : (
          described
        )
      }}
    </EditSection>
  )
}
