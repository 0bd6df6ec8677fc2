import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { type FieldPath, type FieldValues, FormProvider, get, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod'
import { dismissFailures } from '~/components/ui/notify'
import { serverFieldErrors } from './server-errors'

/** Holds what is typed (`z.input`) and submits what the schema makes of it (`z.output`). */
export type ZodForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>

/** @param schema the procedure's input, or a part of it @param defaultValues read once */
function useZodForm<Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>, defaultValues: Input): ZodForm<Input, Output> {
  const [values] = useState(defaultValues)
  return useForm<Input, unknown, Output>({ resolver: zodResolver(schema), values })
}

/** Paths may be below the input's `values` ('values.hero_title'); unknown paths are ignored. */
function showServerErrors<Input extends FieldValues, Output>(form: ZodForm<Input, Output>, error: unknown): void {
  const isField = (path: string): path is FieldPath<Input> => get(form.control._fields, path) !== undefined
  let focused = false
  for (const [path, message] of serverFieldErrors(error)) {
    const name = path.replace(/^values\./, '')
    if (!isField(name)) continue
    form.setError(name, { type: 'server', message }, { shouldFocus: !focused })
    focused = true
  }
}

interface FormProps<Input extends FieldValues, Output> {
  schema: z.ZodType<Output, Input>
  defaultValues: Input
  /** Errors go to `onFailure`; field errors of the server appear beside their fields. */
  onSubmit: (values: Output, form: ZodForm<Input, Output>) => Promise<void>
  onFailure: (error: unknown) => void
  className?: string
  /** @param submit the action of the form's own button; resolves with the answer */
  children: (form: ZodForm<Input, Output>, submit: () => Promise<void>) => ReactNode
}

/** Validates before sending, focuses the first wrong field, and keeps what was typed when sending fails. */
export function Form<Input extends FieldValues, Output>({
  schema,
  defaultValues,
  onSubmit,
  onFailure,
  className,
  children,
}: FormProps<Input, Output>) {
  const form = useZodForm(schema, defaultValues)

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values, form)
      dismissFailures()
    } catch (error) {
      onFailure(error)
      showServerErrors(form, error)
    }
  })

  return (
    <FormProvider {...form}>
      <form noValidate className={className} onSubmit={(event) => void submit(event)}>
        {children(form, submit)}
      </form>
    </FormProvider>
  )
}
