import { useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ZodForm } from './use-zod-form'

interface ResetToProps<Input extends FieldValues, Output> {
  form: ZodForm<Input, Output>
  /** An object held in state, not a literal: each new one becomes what the form stands on. */
  values: Input
  /** What becomes of typed text that is not in `values`: after a save it is kept, it may have been typed meanwhile. */
  typed: 'kept' | 'dropped'
}

/** Lets a form stand on newer values: after a save, or when someone else's version is taken over. Renders nothing. */
export function ResetTo<Input extends FieldValues, Output>({ form, values, typed }: ResetToProps<Input, Output>) {
  const { reset, resetDefaultValues } = form
  useEffect(() => {
    if (typed === 'kept') resetDefaultValues(values)
    else reset(values)
  }, [reset, resetDefaultValues, values, typed])
  return null
}
