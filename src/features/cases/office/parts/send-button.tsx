import { Send } from '~/components/icons/lucide'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { useWish } from '../use-case-tab'

interface SendButtonProps {
  needsSave: boolean
  /** False after a failure. */
  save: () => Promise<boolean>
  isReady: boolean
  onSend: () => void
  children: string
}

/** Saves the form first if needed. */
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
