import Link from 'next/link'
import { useEffect, useId, useRef, useState } from 'react'
import { serverFieldErrors, serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { Icon } from '~/components/ui/icon'
import { LinkButton } from '~/components/ui/link-button'
import { REQUEST_KEPT_DAYS } from '~/contracts/cases/request-limits'
import type { RequestOutcome } from '~/contracts/cases/requests'
import { formatDate } from '~/lib/date-text'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { ownPageOf, trackingPageOf } from '~/lib/record-paths'
import { vanillaClient } from '~/trpc/vanilla-client'
import { customerKinds } from '../kinds'

interface OutcomeProps {
  outcome: RequestOutcome
  /** The token that the request was confirmed by, which opens its page from then on; left out by signed-in customers. */
  token?: string
  /** The secret of the request's draft, by which its email can be sent again. */
  draft?: string
}

/** The outcome of a request, in the form's place; it takes the focus, so that screen readers announce it. */
export function Outcome({ outcome, token, draft }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const title = outcome.state === 'waiting' ? 'Check your email' : 'We have your request'
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-2xl font-semibold tracking-tight outline-none">
        <Icon name={outcome.state === 'waiting' ? 'mail-check' : 'circle-check'} className="size-7 shrink-0 text-success-ink" />
        {title}
      </h2>
      {outcome.state === 'waiting' ? <Waiting email={outcome.email} draft={draft} /> : <Opened outcome={outcome} token={token} />}
    </div>
  )
}

function Waiting({ email: first, draft }: { email: string; draft: string | undefined }) {
  const id = useId()
  const [email, setEmail] = useState(first)
  const [another, setAnother] = useState<string>()
  const [state, setState] = useState<{ busy?: boolean; sent?: string; fault?: string }>({})
  const send = async (to?: string) => {
    if (draft === undefined) return
    setState({ busy: true })
    try {
      const answer = await vanillaClient.cases.resendRequest.mutate({ draft, ...(to !== undefined && { email: to }) })
      const now = answer.state === 'waiting' ? answer.email : email
      setEmail(now)
      setAnother(undefined)
      setState({ sent: `Sent again to ${now}. It should arrive within a few minutes. Please check your spam folder too.` })
    } catch (error) {
      const [field] = serverFieldErrors(error)
      setState({ fault: field?.[1] ?? serverMessage(error) ?? 'We could not send it. Please try again.' })
    }
  }
  return (
    <div className="mt-4 grid gap-3">
      <p>
        We have sent a link to <span className="font-medium wrap-anywhere">{email}</span>. Open it and press the button there: then we have
        your request, and you get its number.
      </p>
      <p className="text-ink-muted">
        The link works for {REQUEST_KEPT_DAYS} days. What is not confirmed by then is deleted, with its pictures.
      </p>
      {draft !== undefined && another === undefined && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="sm" busy={state.busy === true} onClick={() => void send()}>
            Send the email again
          </Button>
          <Button variant="ghost" size="sm" onClick={() => setAnother('')}>
            Use another address
          </Button>
        </div>
      )}
      {another !== undefined && (
        <form
          noValidate
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void send(another)
          }}
        >
          <div className="min-w-0 grow basis-64">
            <label htmlFor={`${id}-email`} className="mb-1.5 block font-medium">
              Email
            </label>
            <input
              id={`${id}-email`}
              type="email"
              autoComplete="email"
              aria-invalid={state.fault !== undefined}
              aria-describedby={`${id}-state`}
              className="field"
              value={another}
              onChange={(event) => {
                setAnother(event.target.value)
                setState({})
              }}
            />
          </div>
          <Button type="submit" busy={state.busy === true}>
            Send to this address
          </Button>
          <Button variant="ghost" onClick={() => setAnother(undefined)}>
            Cancel
          </Button>
        </form>
      )}
      <p id={`${id}-state`} role="status" className={state.fault === undefined ? 'empty:hidden' : 'text-danger-ink'}>
        {state.fault ?? state.sent}
      </p>
    </div>
  )
}

type OpenedRequest = Extract<RequestOutcome, { state: 'opened' }>

/** Its page, and its packing slip: by the token of the email, else in the account. Null where it has become nothing. */
function addressesOf({ noun, cases: [first] }: OpenedRequest, token: string | undefined) {
  if (!first) return null
  const slip = { kind: 'packing-slip', ...(token === undefined ? { noun, id: first.id } : { token }) }
  return {
    page: token === undefined ? ownPageOf(noun, first.number) : trackingPageOf(token),
    slip: `/api/customer-documents?${new URLSearchParams(slip).toString()}`,
  }
}

function Opened({ outcome, token }: { outcome: OpenedRequest; token: string | undefined }) {
  const { noun, cases, quotedUntil, sendTo } = outcome
  const addresses = addressesOf(outcome, token)
  const total = cases.reduce((cents, { value }) => cents + Math.round((value ?? 0) * 100), 0) / 100
  return (
    <div className="mt-4 grid gap-4">
      <div>
        <ul className="grid gap-2">
          {cases.map(({ id, number, device, serialNumber, value }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 rounded-lg border border-line px-4 py-3">
              <span>
                <span className="font-semibold">{number}</span> {device}
                {serialNumber !== null && <span className="text-ink-muted"> ({serialNumber})</span>}
              </span>
              {value !== null && <span className="font-medium tabular-nums">{formatEuro(value)}</span>}
            </li>
          ))}
        </ul>
        {cases.length > 1 && total > 0 && (
          <p className="mt-2 flex justify-between gap-4 px-4 font-semibold">
            <span>Together, as store credit</span>
            <span className="tabular-nums">{formatEuro(total)}</span>
          </p>
        )}
      </div>
      {quotedUntil !== null && (
        <p>
          We keep {cases.length === 1 ? 'this value' : 'these values'} for you until {formatDate(quotedUntil)}. Should the catalogue give
          more when we evaluate it, the better value counts.
        </p>
      )}
      {sendTo === null ? (
        <p>Nothing is to be sent any more. How it stands is on its page.</p>
      ) : (
        <>
          <div>
            <p className="font-medium">Send it to</p>
            <address className="mt-1 whitespace-pre-line not-italic">{sendTo.join('\n')}</address>
          </div>
          <p>Put the packing slip in the box. {customerKinds[noun].advice} We have sent you all this by email too.</p>
        </>
      )}
      {addresses ? (
        <div className="flex flex-col gap-3 sm:flex-row">
          <LinkButton href={addresses.page}>Follow your request</LinkButton>
          {sendTo !== null && (
            <a href={addresses.slip} target="_blank" rel="noopener noreferrer" className={buttonStyles({ variant: 'secondary' })}>
              Packing slip (PDF)
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
        </div>
      ) : (
        <p className="text-ink-muted">
          Follow it by the link in that email, or{' '}
          <Link href={paths.track} prefetch={false} className="font-medium text-ink underline underline-offset-4">
            ask for one by its number
          </Link>
          .
        </p>
      )}
    </div>
  )
}
