import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { buttonStyles } from '~/components/ui/button-styles'
import { Icon } from '~/components/ui/icon'
import { LinkButton } from '~/components/ui/link-button'
import { REQUEST_KEPT_DAYS } from '~/contracts/cases/request-limits'
import type { RequestOutcome } from '~/contracts/cases/requests'
import { lazy } from '~/lib/lazy'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { ownPageOf, trackingPageOf } from '~/lib/record-paths'
import { customerKinds } from '../kinds'

const longDate = lazy(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }))

interface OutcomeProps {
  outcome: RequestOutcome
  /** The token that the request was confirmed by, which opens its page from then on; left out by signed-in customers. */
  token?: string
}

/** The outcome of a request, in the form's place; it takes the focus, so that everybody hears of it. */
export function Outcome({ outcome, token }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const title = outcome.state === 'waiting' ? 'Check your email' : 'We have your request'
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-2xl font-semibold tracking-tight outline-none">
        <Icon name={outcome.state === 'waiting' ? 'mail-check' : 'circle-check'} className="size-7 shrink-0 text-success-ink" />
        {title}
      </h2>
      {outcome.state === 'waiting' ? <Waiting email={outcome.email} /> : <Opened outcome={outcome} token={token} />}
    </div>
  )
}

const Waiting = ({ email }: { email: string }) => (
  <div className="mt-4 grid gap-3">
    <p>
      We have sent a link to <span className="font-medium wrap-anywhere">{email}</span>. Open it and press the button there: then we have
      your request, and you get its number.
    </p>
    <p className="text-ink-muted">
      The link works for {REQUEST_KEPT_DAYS} days. What is not confirmed by then is deleted, with its pictures.
    </p>
  </div>
)

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
          We keep {cases.length === 1 ? 'this value' : 'these values'} for you until {longDate().format(quotedUntil)}. Should the catalogue
          give more when we evaluate it, the better value counts.
        </p>
      )}
      <div>
        <p className="font-medium">Send it to</p>
        <address className="mt-1 whitespace-pre-line not-italic">{sendTo.join('\n')}</address>
      </div>
      <p>Put the packing slip in the box. {customerKinds[noun].advice} We have sent you all this by email too.</p>
      {addresses ? (
        <div className="flex flex-col gap-3 sm:flex-row">
          <LinkButton href={addresses.page}>Follow your request</LinkButton>
          <a href={addresses.slip} target="_blank" rel="noopener noreferrer" className={buttonStyles({ variant: 'secondary' })}>
            Packing slip (PDF)
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
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
