import { useEffect } from 'react'
import { useFormState, type Control, type FieldValues } from 'react-hook-form'
import { LeaveGuard } from './leave-guard'

interface DirtyReportProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>
  onChange: (dirty: boolean) => void
}

/** Tells what stands around a form whether something typed is not saved yet, and asks before that is lost by leaving. */
export function DirtyReport<Input extends FieldValues, Output>({ control, onChange }: DirtyReportProps<Input, Output>) {
  const { isDirty } = useFormState({ control })
  useEffect(() => onChange(isDirty), [isDirty, onChange])
  return <LeaveGuard dirty={isDirty} />
}
