import { useId, useState } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { FormNote } from '~/components/form/form-note'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { RETURN_PAID_BY_US } from '~/contracts/cases/taking-back'
import type { AnswersTogether, RequestedCase } from '~/contracts/cases/tracking'
import { formatEuro } from '~/lib/money'

interface TogetherPanelProps {
  cases: readonly RequestedCase[]
  onAnswer: (answers: AnswersTogether) => Promise<unknown>
  onChanged: () => void
}

type Choice = 'accept' | 'decline' | 'later'
const choices: { value: Choice; label: string }[] = [
  { value: 'accept', label: 'Accept' },
  { value: 'decline', label: 'Have it sent back' },
  { value: 'later', label: 'Answer later' },
]

const sumOf = (rows: readonly { total: number }[]) => rows.reduce((cents, { total }) => cents + Math.round(total * 100), 0) / 100

/** Several offers of one request wait for an answer: one for all of them, or for each. Nothing where only one does. */
export function TogetherPanel({ cases, onAnswer, onChanged }: TogetherPanelProps) {
  const id = useId()
  const [chosen, setChosen] = useState<Partial<Record<string, Choice>>>({})
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const open = cases.flatMap(({ number, device, open: offer }) => (offer ? [{ number, device, ...offer }] : []))
  if (open.length < 2) return null
  const choiceOf = (number: string) => chosen[number] ?? 'accept'
  const accepted = open.filter(({ number }) => choiceOf(number) === 'accept')
  const declined = open.filter(({ number }) => choiceOf(number) === 'decline')
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
    <RecordSection title={`Answer all ${open.length} offers at once`}>
      <div className="flex flex-col gap-4 p-5 sm:px-6">
        {refusal !== undefined && (
          <FormNote tone="warn" role="status">
            {refusal}
          </FormNote>
        )}
        <ul className="divide-y divide-line rounded-lg border border-line">
          {open.map(({ number, device, total }) => (
            <li key={number} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
              <label htmlFor={`${id}${number}`} className="min-w-0 flex-1 basis-48">
                <span className="block font-medium wrap-anywhere text-ink">{number}</span>
                <span className="block wrap-anywhere text-ink-muted">{device}</span>
              </label>
              <span className="font-medium text-ink tabular-nums">{formatEuro(total)}</span>
              <select
                id={`${id}${number}`}
                className="field w-auto sm:text-sm"
                value={choiceOf(number)}
                onChange={({ target }) => {
                  const value = choices.find((each) => each.value === target.value)?.value ?? 'later'
                  setChosen((all) => ({ ...all, [number]: value }))
                }}
              >
                {choices.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ul>
        <p className="text-sm text-ink-muted">You disagree with one? Choose ‘Answer later’ here, and tell us on its own page.</p>
        <Button className="self-start" disabled={answers.length === 0} onClick={() => setAsking(true)}>
          {declined.length === 0 && accepted.length === open.length
            ? `Accept all ${open.length}: ${formatEuro(sumOf(accepted))} of store credit`
            : `Send ${answers.length} ${answers.length === 1 ? 'answer' : 'answers'}`}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Send your answers?"
          message={[
            ...(accepted.length > 0
              ? [`You accept ${formatEuro(sumOf(accepted))} of store credit for ${accepted.map(({ number }) => number).join(', ')}.`]
              : []),
            ...(declined.length > 0 ? [`We send back ${declined.map(({ number }) => number).join(', ')}. ${RETURN_PAID_BY_US}`] : []),
          ].join(' ')}
          confirmLabel="Send answers"
          cancelLabel="Go back"
          busy={isBusy}
          onConfirm={() => void send()}
          onCancel={() => setAsking(false)}
        />
      )}
    </RecordSection>
  )
}
