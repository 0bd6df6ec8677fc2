import { useEffect } from 'react'
import { useWatch, type Control } from 'react-hook-form'

/** Text typed into the card, kept from tab to tab. */
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

/** Hands on what is typed, so that it is still there after a look at the other tab. Renders nothing. */
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
