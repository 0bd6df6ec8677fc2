import { useState } from 'react'
import { serverErrorCode, serverMessage } from '~/components/form/server-errors'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'

interface Asked {
  /** The server's sentence about the customer's answer. */
  message: string
  answer: (confirms: boolean) => void
}

/**
 * Asks before saving a final value that the customer has not accepted.
 * @returns `confirmed` saves, and saves again with `confirmsValue` once the person confirms; `question` must be rendered
 */
export function useValueQuestion() {
  const [asked, setAsked] = useState<Asked>()
  const ask = (message: string) =>
    new Promise<boolean>((resolve) => {
      setAsked({
        message,
        answer: (confirms) => {
          setAsked(undefined)
          resolve(confirms)
        },
      })
    })
  return {
    confirmed: async <T,>(save: (more: { confirmsValue?: true }) => Promise<T>): Promise<T> => {
      try {
        return await save({})
      } catch (error) {
        if (serverErrorCode(error) !== 'value_not_agreed') throw error
        if (await ask(serverMessage(error) ?? '')) return save({ confirmsValue: true })
        throw new Error('The final value was not confirmed', { cause: error })
      }
    },
    question: asked && (
      <ConfirmDialog
        title="Confirm the final value?"
        message={asked.message}
        confirmLabel="Confirm value"
        cancelLabel="Cancel"
        onConfirm={() => asked.answer(true)}
        onCancel={() => asked.answer(false)}
      />
    ),
  }
}
