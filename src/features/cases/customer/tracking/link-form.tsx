import { useId, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'

type Outcome = { kind: 'none' | 'sending' | 'sent' } | { kind: 'failed'; message: string }

const MISSING = 'Enter the number of your repair, trade-in or order'
const FAILED = 'We could not send the link. Please try again.'

/** Loaded with the first press. */
const ask = async (number: string) => (await import('./ask-for-link')).askForLink(number)

/** Sends a link to the case's own address; the answer is the same for every number. */
export function LinkForm() {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const number = field.current?.value.trim() ?? ''
    if (number === '') {
      setOutcome({ kind: 'failed', message: MISSING })
      field.current?.focus()
      return
    }
    setOutcome({ kind: 'sending' })
    const message = await ask(number).catch(() => FAILED)
    setOutcome(message === null ? { kind: 'sent' } : { kind: 'failed', message })
  }

  return (
    <>
      <form method="dialog" noValidate onSubmit={(event) => void submit(event)} className="no-script:hidden">
        <label htmlFor={`${id}-number`} className="mb-1.5 block font-medium">
          Number
        </label>
        <div className="flex flex-col gap-3 sm:flex-row">
          <input
            ref={field}
            id={`${id}-number`}
            required
            maxLength={100}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="REP-10001"
            aria-invalid={outcome.kind === 'failed'}
            aria-describedby={`${id}-outcome`}
            className="field"
          />
          <Button type="submit" busy={outcome.kind === 'sending'}>
            Send the link
          </Button>
        </div>
      </form>
      <div id={`${id}-outcome`} aria-live="polite" className="mt-3 min-h-14">
        {outcome.kind === 'failed' && (
          <p className="flex items-start gap-2 text-danger-ink">
            <Icon name="circle-alert" className="mt-0.5 size-5 shrink-0" />
            {outcome.message}
          </p>
        )}
        {outcome.kind === 'sent' && (
          <p className="flex items-start gap-2">
            <Icon name="mail-check" className="mt-0.5 size-5 shrink-0 text-accent-ink" />
            If there is a repair, trade-in or order with this number, we have emailed its link to the address that it was opened with.
          </p>
        )}
      </div>
    </>
  )
}
