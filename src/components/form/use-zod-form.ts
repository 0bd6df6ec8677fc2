import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { serverFieldErrors } from './server-errors'

/** A form over a schema: it holds what is typed (`z.input`), and hands on what the schema makes of it (`z.output`). */
export type ZodForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>

/**
 * @param schema the same object as the procedure's input, or a part of it
 * @param defaultValues what the fields start with; read once
 */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: Input,
): ZodForm<Input, Output> {
  const [values] = useState(defaultValues)
  return useForm<Input, unknown, Output>({ resolver: zodResolver(schema), values })
}

/**
 * Puts the messages of a refused call beside their fields and the focus into the first of them.
 * A path may stand under the input's `values` ('values.hero_title'); one that is no field is passed over.
 */
export function showServerErrors<Input extends FieldValues, Output>(form: ZodForm<Input, Output>, error: unknown): void {
  const isField = (path: string): path is FieldPath<Input> => path in form.control._fields
  let focused = false
  for (const [path, message] of serverFieldErrors(error)) {
    const name = path.replace(/^values\./, '')
    if (!isField(name)) continue
    form.setError(name, { type: 'server', message }, { shouldFocus: !focused })
    focused = true
  }
}
