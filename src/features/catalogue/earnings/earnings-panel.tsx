import Link from 'next/link'
import { machineEarnings } from '~/contracts/catalogue/earnings'
import type { EarningMachine, NetworkFigures } from '~/contracts/catalogue/network'
import { compareHref } from '~/lib/compare-href'
import { saidAssumptions, saidSource } from './earnings-text'
import { ABOUT_FIGURES, figureNames, figuresOf, NO_ADVICE, whyNone } from './figures'
import { PriceField, useElectricityPrice } from './price-field'
import { useMinute } from './use-minute'

export interface EarningsPanelProps {
  machine: EarningMachine
  slug: string
  network: NetworkFigures
  onPrice: (price: string | null) => void
}

export function EarningsPanel({ machine, slug, network, onPrice }: EarningsPanelProps) {
  const electricity = useElectricityPrice(onPrice)
  const found = machineEarnings(machine, network, { electricity: electricity.price, now: useMinute() })
  if (found.state !== 'current') return <p className="text-ink-muted">{whyNone(found, machine.algorithm)}</p>
  const figures = figuresOf(found.earnings)
  return (
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div>
        <PriceField {...electricity} />
        <Link
          href={compareHref({ products: [slug] })}
          prefetch={false}
          className="mt-3 inline-flex min-h-11 items-center font-medium text-accent-ink underline underline-offset-4"
        >
          Compare it with other machines
        </Link>
      </div>
      <div className="min-w-0">
        <p className="text-ink-muted">{ABOUT_FIGURES}</p>
        <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6">
          {figureNames.map((name) => (
            <div key={name} className="col-span-full grid grid-cols-subgrid border-t border-line py-2.5">
              <dt className="text-ink-subtle">{name}</dt>
              <dd className="wrap-anywhere">{figures[name]}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-sm text-ink-muted">
          {NO_ADVICE} {saidAssumptions(network.assumptions, found.group)} {saidSource(found.group)}
        </p>
      </div>
    </div>
  )
}
