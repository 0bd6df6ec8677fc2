import Link from 'next/link'
import { buttonStyles } from '~/components/ui/button-styles'
import { Icon } from '~/components/ui/icon'
import { Section } from '~/components/ui/section'
import { VatNote } from '~/components/ui/vat-note'
import { repairServices } from '~/content/repair'
import { contactLink } from '../contact-link'
import { paths } from '~/lib/paths'
import { formatWholeEuro } from '~/lib/money'

type RepairService = (typeof repairServices)[number]

/** Backgrounds, since the drawings repeat the titles. */
const pictures: Record<RepairService['id'], string> = {
  hashboard: 'bg-[url(/products/hashboard.svg)]',
  'control-board': 'bg-[url(/products/control-board.svg)]',
  'power-supply': 'bg-[url(/products/power-supply.svg)]',
}

function ServiceCard({ id, title, text, price, turnaround, features, onlineRequests }: RepairService & { onlineRequests: boolean }) {
  const titleId = `${id}-repair`
  return (
    <article
      aria-labelledby={titleId}
      className="flex w-full flex-col rounded-card border border-line bg-surface shadow-card sm:max-lg:flex-row"
    >
      <div className="grid items-center rounded-t-card border-b border-line bg-surface-muted py-5 sm:max-lg:w-56 sm:max-lg:shrink-0 sm:max-lg:rounded-l-card sm:max-lg:rounded-tr-none sm:max-lg:border-r sm:max-lg:border-b-0">
        <div aria-hidden="true" className={`h-36 bg-contain bg-center bg-no-repeat ${pictures[id]}`} />
      </div>
      <div className="flex grow flex-col p-6">
        <h3 id={titleId} className="text-xl font-semibold tracking-tight">
          {title}
        </h3>
        <p className="mt-2 text-ink-muted">{text}</p>
        <div className="mt-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-y border-line py-4">
          <p className="text-ink-muted">
            from <span className="text-3xl font-semibold tracking-tight text-ink tabular-nums">{formatWholeEuro(price)}</span>
          </p>
          <p className="flex items-center gap-2 text-ink-muted tabular-nums">
            <Icon name="clock" className="size-4.5 text-accent-ink" />
            {turnaround}
          </p>
        </div>
        <ul className="mt-5 mb-7 flex flex-col gap-2.5">
          {features.map((feature) => (
            <li key={feature} className="flex gap-3">
              <Icon name="check" className="mt-0.5 size-5 shrink-0 text-success-ink" />
              {feature}
            </li>
          ))}
        </ul>
        <Link
          href={
            onlineRequests
              ? `${paths.requestRepair}?service=${id.replace('-', '_')}`
              : contactLink({ inquiryType: 'Repair Services', service: title })
          }
          prefetch={false}
          aria-describedby={titleId}
          className={buttonStyles({ className: 'mt-auto w-full' })}
        >
          Request Repair Quote
        </Link>
      </div>
    </article>
  )
}

/** (requirements §2 Repair, §9) */
export function RepairServices({ onlineRequests }: { onlineRequests: boolean }) {
  return (
    <Section
      id="services"
      title="Repair services"
      lead="Prices start where a straightforward repair does. You know yours before we pick up a soldering iron."
    >
      <ul className="grid gap-5 lg:grid-cols-3">
        {repairServices.map((service) => (
          <li key={service.id} className="flex">
            <ServiceCard {...service} onlineRequests={onlineRequests} />
          </li>
        ))}
      </ul>
      <VatNote className="mt-5 text-ink-muted" />
    </Section>
  )
}
