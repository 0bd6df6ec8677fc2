import { LinkButton } from '~/components/ui/link-button'
import { Section } from '~/components/ui/section'
import { repairTeasers } from '~/content/home'
import { formatWholeEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { PartDrawing } from './part-drawing'

/** What a repair costs at least and how long it takes (spec §9). */
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
      <LinkButton href={paths.repair} variant="inverse" className="mt-8">
        See repair services
      </LinkButton>
    </Section>
  )
}
