import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { Icon } from '~/components/ui/icon'
import { REQUEST_KEPT_DAYS } from '~/contracts/cases/request-limits'
import type { RequestOutcome } from '~/contracts/cases/requests'
import { lazy } from '~/lib/lazy'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { customerKinds } from '../kinds'

const longDate = lazy(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }))

/** The outcome of a request, in the form's place; it takes the focus, so that everybody hears of it. */
export function Outcome({ outcome }: { outcome: RequestOutcome }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const title = outcome.state === 'waiting' ? 'Check your email' : 'We have your request'
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-2xl font-semibold tracking-tight outline-none">
        <Icon name={outcome.state === 'waiting' ? 'mail-check' : 'circle-check'} className="size-7 shrink-0 text-success-ink" />
        {title}
      </h2>
      {outcome.state === 'waiting' ? <Waiting email={outcome.email} /> : <Opened outcome={outcome} />}
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

function Opened({ outcome: { noun, cases, quotedUntil } }: { outcome: Extract<RequestOutcome, { state: 'opened' }> }) {
  return (
    <div className="mt-4 grid gap-4">
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
      {quotedUntil !== null && (
        <p>
          We keep {cases.length === 1 ? 'this value' : 'these values'} for you until {longDate().format(quotedUntil)}. Should the catalogue
          give more when we evaluate it, the better value counts.
        </p>
      )}
      <p>
        We have sent you an email with the address, the packing slip to put into the box, and what happens next.{' '}
        {customerKinds[noun].advice}
      </p>
      <p className="text-ink-muted">
        Follow it by the link in that email, or{' '}
        <Link href={paths.track} prefetch={false} className="font-medium text-ink underline underline-offset-4">
          ask for one by its number
        </Link>
        .
      </p>
    </div>
  )
}
