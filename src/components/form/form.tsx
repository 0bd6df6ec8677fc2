import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { type FieldPath, type FieldValues, FormProvider, get, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod'
import { dismissFailures } from '~/components/ui/notify'
import { serverFieldErrors } from './server-errors'

/** A form over a schema: it holds what is typed (`z.input`), and hands on what the schema makes of it (`z.output`). */
export type ZodForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>

/**
 * @param schema the same object as the procedure's input, or a part of it
 * @param defaultValues initial values; read once
 */
function useZodForm<Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>, defaultValues: Input): ZodForm<Input, Output> {
  const [values] = useState(defaultValues)
  return useForm<Input, unknown, Output>({ resolver: zodResolver(schema), values })
}

/**
 * Puts the messages of a refused call beside their fields and the focus into the first of them.
 * A path may stand under the input's `values` ('values.hero_title'); one that is no field is passed over.
 */
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
  /** The same object as the procedure's input, or the part of it that this form fills. */
  schema: z.ZodType<Output, Input>
  /** Initial values; read once (`ResetTo` sets others later). */
  defaultValues: Input
  /** Errors go to `onFailure`; the server's field errors appear beside their fields. */
  onSubmit: (values: Output, form: ZodForm<Input, Output>) => Promise<void>
  onFailure: (error: unknown) => void
  className?: string
  /** @param submit what the form's own button does; ends when what was sent is answered */
  children: (form: ZodForm<Input, Output>, submit: () => Promise<void>) => ReactNode
}

/**
 * A form over a schema. Nothing is sent before the schema accepts it; the first wrong field gets the
 * focus; what was typed stays when sending fails. Fields take `form.control` and a name of the schema;
 * parts that several forms share find the form by `useFormContext`.
 */
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
