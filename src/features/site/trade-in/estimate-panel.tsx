import { useId } from 'react'
import { Button } from '~/components/ui/button'
import { LinkButton } from '~/components/ui/link-button'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { mailLink } from '~/lib/contact-details'
import { formatEuro } from '~/lib/money'
import { MachineDrawing } from './machine-drawing'

interface EstimatePanelProps {
  category: string
  machine: ActiveMachine | undefined
  /** EUR; 0 while the choice is incomplete. */
  estimate: number
  contactEmail: string
  /** Whether requests are taken online. */
  onlineRequests: boolean
  /** The link to an email with the estimate, once there is one. */
  mail: string | undefined
  /** Where the choice is submitted online; undefined where that cannot be done. */
  submitHref: string | undefined
  /** Whether the start button has been pressed for this very choice. */
  started: boolean
  onStart: () => void
}

/** How a trade-in is agreed here, and what comes next. */
function wayOn(onlineRequests: boolean, started: boolean): string {
  if (onlineRequests)
    return started
      ? 'Noted. Nothing has been sent yet: submit it online below, or by e-mail: '
      : 'Start it, then submit it online: this page sends nothing. Or write to us: '
  return started
    ? 'Noted. Nothing has been sent; the next step is an e-mail: '
    : 'Trade-ins are agreed by e-mail; this page sends nothing. '
}

/** The calculator's answer and the way on. Its height is the same whatever is chosen. */
export function EstimatePanel({
  category,
  machine,
  estimate,
  contactEmail,
  onlineRequests,
  mail,
  submitHref,
  started,
  onStart,
}: EstimatePanelProps) {
  const outputId = useId()
  const specs = [
    { name: 'Hashrate', figure: machine?.hashrate },
    { name: 'Power', figure: machine?.powerConsumption },
  ]
  return (
    <div className="flex flex-col bg-graphite p-6 on-dark sm:p-8">
      <div className="flex items-start justify-between gap-4">
        <div>
          <label htmlFor={outputId} className="text-on-graphite-muted">
            Estimated store credit
          </label>
          <output id={outputId} aria-live="polite" className="mt-1 block text-4xl font-semibold tracking-tight tabular-nums sm:text-5xl">
            {formatEuro(estimate)}
          </output>
        </div>
        <MachineDrawing category={category} className="h-16 w-24 shrink-0 text-on-graphite-muted sm:h-20 sm:w-30" />
      </div>
      <dl className="mt-6 grid grid-cols-2 gap-4 border-y border-graphite-line py-4">
        {specs.map(({ name, figure }) => (
          <div key={name}>
            <dt className="text-sm text-on-graphite-muted">{name}</dt>
            <dd className="text-lg font-medium tabular-nums">{figure || '–'}</dd>
          </div>
        ))}
      </dl>
      <Button size="lg" disabled={estimate === 0} onClick={onStart} className="mt-6 w-full">
        Start Trade-In
      </Button>
      <p aria-live="polite" className="mt-4 min-h-24 text-on-graphite-muted">
        {wayOn(onlineRequests, started)}
        <a
          href={mail ?? mailLink(contactEmail, { subject: 'Trade-in' })}
          className="font-medium text-accent-ink underline underline-offset-4"
        >
          {mail === undefined ? `Write to ${contactEmail}` : `E-mail this estimate to ${contactEmail}`}
        </a>
        {started && (onlineRequests ? '.' : '. We answer within 24 hours with the shipping address.')}
      </p>
      {started && submitHref !== undefined && (
        <LinkButton href={submitHref} variant="inverse" className="mt-2">
          Submit online
        </LinkButton>
      )}
    </div>
  )
}
