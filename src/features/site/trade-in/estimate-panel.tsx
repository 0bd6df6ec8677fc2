import Link from 'next/link'
import { useId } from 'react'
import { Button } from '~/components/ui/button'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { mailLink } from '~/lib/contact-details'
import { formatEuro } from '~/lib/money'
import { capitalised } from '~/lib/text'
import { OFFER_VAT } from '~/lib/vat-words'

interface EstimatePanelProps {
  category: string
  machine: ActiveMachine | undefined
  /** EUR; undefined for an incomplete choice. */
  estimate: number | undefined
  contactEmail: string
  /** An email with the estimate; undefined without one. */
  mail: string | undefined
  /** Undefined if the shop takes no requests online. */
  submitHref: string | undefined
  /** The start button was pressed for this choice; the next step is an email. */
  started: boolean
  onStart: () => void
}

/** For a trade-in that is agreed by email. */
const emailStepText = (started: boolean) =>
  started ? 'Noted. Nothing has been sent; the next step is an email: ' : 'We agree trade-ins by email; this page sends nothing. '

const linkLook = 'font-medium text-accent-ink underline underline-offset-4'

/** Has the same height for every choice. */
export function EstimatePanel({ category, machine, estimate, contactEmail, mail, submitHref, started, onStart }: EstimatePanelProps) {
  const outputId = useId()
  const isOnline = submitHref !== undefined
  const linkWords = mail === undefined ? `write to ${contactEmail}` : `email this estimate to ${contactEmail}`
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
            {estimate === undefined ? '–' : formatEuro(estimate)}
          </output>
          <p className="mt-1 text-sm text-on-graphite-muted">{OFFER_VAT}</p>
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
      <Button size="lg" disabled={!estimate} onClick={onStart} className="mt-6 w-full">
        Start Trade-In
      </Button>
      <p aria-live="polite" className="mt-4 min-h-24 text-on-graphite-muted">
        {isOnline ? (
          <>
            It takes this choice to the request, where you get a number and a packing slip. Not in the list, or without a value?{' '}
            <Link href={submitHref} prefetch={false} className={linkLook}>
              Request it all the same
            </Link>
            , or{' '}
          </>
        ) : (
          emailStepText(started)
        )}
        <a href={mail ?? mailLink(contactEmail, { subject: 'Trade-in' })} className={linkLook}>
          {isOnline ? linkWords : capitalised(linkWords)}
        </a>
        {isOnline ? '.' : started && '. We answer within 24 hours with the shipping address.'}
      </p>
    </div>
  )
}

/** On a field of 120 by 80, by the category's name. */
const drawings = [
  {
    // An open frame with four cards above a board.
    names: /gpu|rig/i,
    outline:
      'M8 12h104v58H8zM8 58h104M22 18h12v34H22zM46 18h12v34H46zM70 18h12v34H70zM94 18h8v34h-8M28 27a3 3 0 1 0 .01 0M28 39a3 3 0 1 0 .01 0M52 27a3 3 0 1 0 .01 0M52 39a3 3 0 1 0 .01 0M76 27a3 3 0 1 0 .01 0M76 39a3 3 0 1 0 .01 0M22 64h30M62 64h12M8 70v4M112 70v4',
  },
  {
    // The fan side and the long side of a miner.
    names: /asic|miner/i,
    outline:
      'M10 24h30v50H10zM40 24l12-14h58v46l-12 18H40M98 74V24l12-14M10 24 22 10h30M98 24H40M25 36.5m-9.5 0a9.5 9.5 0 1 0 19 0 9.5 9.5 0 1 0-19 0M25 36.5m-2.5 0a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M25 61.5m-9.5 0a9.5 9.5 0 1 0 19 0 9.5 9.5 0 1 0-19 0M25 61.5m-2.5 0a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M50 36h38M50 43h38M50 50h38M50 57h38M50 64h38',
  },
] as const

/** A chip, for other categories. */
const anything =
  'M38 18h44v44H38zM50 30h20v20H50zM46 18v-8M60 18v-8M74 18v-8M46 62v8M60 62v8M74 62v8M38 26h-8M38 40h-8M38 54h-8M82 26h8M82 40h8M82 54h8'

function MachineDrawing({ category, className }: { category: string; className?: string }) {
  const outline = drawings.find(({ names }) => names.test(category))?.outline ?? anything
  return (
    <svg
      viewBox="0 0 120 80"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d={outline} />
    </svg>
  )
}
