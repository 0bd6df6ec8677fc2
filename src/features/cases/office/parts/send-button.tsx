import { Send } from '~/components/icons/lucide'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { useWish } from '../use-case-tab'

interface SendButtonProps {
  /** True while the form holds changes that are not saved. */
  needsSave: boolean
  /** Saves it; false where that failed. */
  save: () => Promise<boolean>
  /** There is something to send, stored or in the form. */
  isReady: boolean
  onSend: () => void
  children: string
}

/** Sends a draft as it stands in the form: what is not stored is saved first. */
export function SendButton({ needsSave, save, isReady, onSend, children }: SendButtonProps) {
  const [saving, setSaving] = useState(false)
  const send = async () => {
    setSaving(true)
    const isSaved = !needsSave || (await save())
    setSaving(false)
    if (isSaved) onSend()
  }
  useWish('send', isReady, () => void send())
  return (
    <Button disabled={!isReady} busy={saving} onClick={() => void send()}>
      <Send className="size-4" aria-hidden="true" />
      {children}
    </Button>
  )
}
