import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type * as z from 'zod'
import { showServerErrors, useZodForm, type ZodForm } from './use-zod-form'

interface FormProps<Input extends FieldValues, Output> {
  /** The same object as the procedure's input, or the part of it that this form fills. */
  schema: z.ZodType<Output, Input>
  /** What every field starts with; read once (`ResetTo` sets other values later). */
  defaultValues: Input
  /** What it throws is handed to `onFailure`; field errors of the server appear beside their fields. */
  onSubmit: (values: Output, form: ZodForm<Input, Output>) => Promise<void>
  onFailure: (error: unknown) => void
  className?: string
  children: (form: ZodForm<Input, Output>) => ReactNode
}

/**
 * A form over a schema. Nothing is sent before the schema accepts it; the first wrong field gets the
 * focus; what was typed stays when sending fails. Fields take `form.control` and a name of the schema.
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
    } catch (error) {
      onFailure(error)
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate className={className} onSubmit={(event) => void submit(event)}>
      {children(form)}
    </form>
  )
}
