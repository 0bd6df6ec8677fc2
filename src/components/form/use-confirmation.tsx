import { useCallback, useState, type ReactNode } from 'react'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { serverErrorCode, serverMessage } from './server-errors'

/** `confirmed` is true once the person has agreed. */
type Send<Answer> = (confirmed?: true) => Promise<Answer>

interface Asked {
  message: string
  answer: (isSure: boolean) => void
}

/**
 * For calls that the server may refuse with a question; a yes repeats them with `confirmed`.
 * @returns `send`, which resolves to null after a no, and `question` to render
 */
export function useConfirmation(title: string): { send: <Answer>(act: Send<Answer>) => Promise<Answer | null>; question: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  const send = useCallback(async <Answer,>(act: Send<Answer>): Promise<Answer | null> => {
    try {
      return await act()
    } catch (error) {
      if (serverErrorCode(error) !== 'confirmation_needed') throw error
      const isSure = await new Promise<boolean>((answer) => setAsked({ message: serverMessage(error) ?? '', answer }))
      setAsked(undefined)
      return isSure ? act(true) : null
    }
  }, [])
  const question = asked && (
    <ConfirmDialog
      title={title}
      message={asked.message}
      confirmLabel="Yes, it is right"
      cancelLabel="No, go back"
      variant="primary"
      onConfirm={() => asked.answer(true)}
      onCancel={() => asked.answer(false)}
    />
  )
  return { send, question }
}
