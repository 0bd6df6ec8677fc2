import { useState } from 'react'
import { FormNote } from '~/components/form/form-note'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { RETURN_PAID_BY_US } from '~/contracts/cases/taking-back'
import type { AnswersTogether, RequestedCase } from '~/contracts/cases/tracking'
import { formatEuro } from '~/lib/money'

type Choice = 'accept' | 'decline' | 'later'
const choices: { value: Choice; label: string }[] = [
  { value: 'accept', label: 'Accept' },
  { value: 'decline', label: 'Have it sent back' },
  { value: 'later', label: 'Answer later' },
]

/** EUR. */
export const sumOf = (amounts: readonly number[]): number => amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100

/** Machines whose offers await an answer. */
export const withOffers = (cases: readonly RequestedCase[]) => cases.flatMap(({ number, open }) => (open ? [{ number, ...open }] : []))

export function useChosenAnswers(cases: readonly RequestedCase[]) {
  const [chosen, setChosen] = useState<Partial<Record<string, Choice>>>({})
  const choiceOf = (number: string) => chosen[number] ?? 'accept'
  return { open: withOffers(cases), choiceOf, choose: (number: string, value: Choice) => setChosen((all) => ({ ...all, [number]: value })) }
}
type Chosen = ReturnType<typeof useChosenAnswers>

export function AnswerChoice({ number, chosen: { choiceOf, choose } }: { number: string; chosen: Chosen }) {
  return (
    <select
      aria-label={`Your answer for ${number}`}
      className="field w-auto sm:text-sm"
      value={choiceOf(number)}
      onChange={({ target }) => choose(number, choices.find((each) => each.value === target.value)?.value ?? 'later')}
    >
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

interface SendAnswersProps {
  chosen: Chosen
  onAnswer: (answers: AnswersTogether) => Promise<unknown>
  onChanged: () => void
}

/** Accepts all offers of a request or sends the chosen answers, all or none, after a question. */
export function SendAnswers({ chosen: { open, choiceOf }, onAnswer, onChanged }: SendAnswersProps) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const accepted = open.filter(({ number }) => choiceOf(number) === 'accept')
  const declined = open.filter(({ number }) => choiceOf(number) === 'decline')
  const credit = formatEuro(sumOf(accepted.map(({ total }) => total)))
  const answers: AnswersTogether = open.flatMap(({ number, quote }) => {
    const answer = choiceOf(number)
    return answer === 'later' ? [] : [{ number, quote, answer }]
  })
  const send = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await onAnswer(answers)
    } catch (error) {
      setRefusal(serverMessage(error) ?? 'We could not send your answers. Please try again.')
    } finally {
      setBusy(false)
      setAsking(false)
      onChanged()
    }
  }
  return (
    <div className="flex flex-col gap-3 border-t border-line px-5 py-4 sm:px-6">
      {refusal !== undefined && (
        <FormNote tone="warn" role="status">
          {refusal}
        </FormNote>
      )}
      <Button className="self-start" disabled={answers.length === 0} onClick={() => setAsking(true)}>
        {accepted.length === open.length
          ? `Accept all for ${credit}`
          : `Send ${answers.length} ${answers.length === 1 ? 'answer' : 'answers'}`}
      </Button>
      <p className="text-sm text-ink-muted">You disagree with one? Choose ‘Answer later’ for it, and tell us on its own page.</p>
      {isAsking && (
        <ConfirmDialog
          title="Send your answers?"
          message={[
            ...(accepted.length > 0
              ? [`You accept ${credit} of store credit for ${accepted.map(({ number }) => number).join(', ')}.`]
              : []),
            ...(declined.length > 0 ? [`We send back ${declined.map(({ number }) => number).join(', ')}. ${RETURN_PAID_BY_US}`] : []),
          ].join(' ')}
          confirmLabel="Send answers"
          cancelLabel="Go back"
          variant={declined.length > 0 ? 'danger' : 'primary'}
          busy={isBusy}
          onConfirm={() => void send()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  )
}
