import { LinkButton } from '~/components/ui/link-button'
import { Section } from '~/components/ui/section'
import { VatNote } from '~/components/ui/vat-note'
import { repairTeasers, type RepairPart } from '~/content/home'
import { formatWholeEuro } from '~/lib/money'
import { paths } from '~/lib/paths'

/** (requirements §9) */
export function RepairTeaser() {
  return (
    <Section
      id="repair-prices"
      ground="graphite"
      title="Expert ASIC repair, priced up front"
      lead="We find the fault, mend the part and test the machine under load, with a 30-day repair warranty."
    >
      <ul className="grid gap-5 sm:grid-cols-3">
        {repairTeasers.map(({ part, title, price, turnaround }) => (
          <li key={part} className="flex flex-col rounded-card border border-graphite-line bg-graphite-raised p-6">
            <PartDrawing part={part} className="h-18 w-30 text-on-graphite-muted" />
            <h3 className="mt-6 text-lg font-semibold">{title}</h3>
            <p className="mt-1 text-on-graphite-muted">
              Turnaround <span className="tabular-nums">{turnaround}</span>
            </p>
            <p className="mt-5 text-on-graphite-muted">
              from{' '}
              <span className="ml-1 text-3xl font-semibold tracking-tight text-on-graphite tabular-nums">{formatWholeEuro(price)}</span>
            </p>
          </li>
        ))}
      </ul>
      <VatNote className="mt-5 text-on-graphite-muted" />
      <LinkButton href={paths.repair} variant="inverse" className="mt-8">
        See repair services
      </LinkButton>
    </Section>
  )
}

/** Paths on a field of 120 by 72, in the current colour. */
const outlines: Record<RepairPart, string> = {
  hashboard:
    'M6 14h108v44H6zM14 58v6h30v-6M16 22h10v10H16zM34 22h10v10H34zM52 22h10v10H52zM70 22h10v10H70zM88 22h10v10H88zM16 40h10v10H16zM34 40h10v10H34zM52 40h10v10H52zM70 40h10v10H70zM88 40h10v10H88zM106 22v28',
  'control-board':
    'M18 10h84v52H18zM46 24h28v24H46zM52 24v-5M60 24v-5M68 24v-5M52 48v5M60 48v5M68 48v5M46 30h-5M46 36h-5M46 42h-5M74 30h5M74 36h5M74 42h5M18 20h14v12H18zM18 40h14v12H18zM90 18h6v12h-6zM90 42h6v12h-6z',
  'power-supply':
    'M10 16h100v42H10zM26 37a14 14 0 1 0 28 0 14 14 0 1 0-28 0M36 37a4 4 0 1 0 8 0 4 4 0 1 0-8 0M40 23v10M40 41v10M26 37h10M44 37h10M66 26h18v22H66zM71 32v10M75 32v10M79 32v10M92 26h10M92 33h10M92 40h10M92 47h10',
}

function PartDrawing({ part, className }: { part: RepairPart; className?: string }) {
  return (
    <svg
      viewBox="0 0 120 72"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d={outlines[part]} />
    </svg>
  )
}
