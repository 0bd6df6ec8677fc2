import { useState } from 'react'
import { Button } from '~/components/ui/button'

const words = { ready: 'Copy the text', copied: 'Copied', refused: 'This browser does not allow copying' } as const

/** Puts a text on the clipboard and says whether that worked. */
export function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<keyof typeof words>('ready')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Without https, or where the visitor has forbidden it.
      setState('refused')
    }
  }
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      {words[state]}
    </Button>
  )
}
