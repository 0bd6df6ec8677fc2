import { useEffect } from 'react'
import { useWatch, type Control } from 'react-hook-form'

/** Typed text, shared by the tabs. */
export interface Draft {
  email: string
  password: string
  fullName: string
}

export const emptyDraft: Draft = { email: '', password: '', fullName: '' }

export interface DraftProps {
  draft: Draft
  onDraft: (changed: Partial<Draft>) => void
}

/** Keeps typed text for the other tab. Renders nothing. */
export function DraftKeeper<Input extends Partial<Draft>, Output>({
  control,
  onDraft,
}: {
  control: Control<Input, unknown, Output>
  onDraft: DraftProps['onDraft']
}) {
  const typed: Partial<Draft> = useWatch({ control })
  useEffect(() => onDraft(typed), [typed, onDraft])
  return null
}
