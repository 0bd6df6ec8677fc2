import { useEffect } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { ZodForm } from './use-zod-form'

interface ResetToProps<Input extends FieldValues, Output> {
  form: ZodForm<Input, Output>
  /** An object held in state: each new one is taken over, whatever was typed. Not for a literal. */
  values: DefaultValues<Input>
}

/** Lets a form stand on newer values: after a save, or when someone else's version is taken over. Renders nothing. */
export function ResetTo<Input extends FieldValues, Output>({ form, values }: ResetToProps<Input, Output>) {
  const { reset } = form
  useEffect(() => reset(values), [reset, values])
  return null
}
