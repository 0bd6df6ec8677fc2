import Link from 'next/link'
import { Icon } from '~/components/ui/icon'
import { onDemand } from '~/components/ui/on-demand'
import { useHydrated } from '~/lib/page-lifecycle'
import { paths } from '~/lib/paths'

const ChosenMiner = onDemand(() => import('./chosen-miner').then((module) => module.ChosenMiner), AnyMiner)

function AnyMiner() {
  return (
    <>
      Pay for part of it with your old miner:{' '}
      <Link href={paths.tradeIn} prefetch={false} className="font-medium text-accent-ink underline underline-offset-4">
        see what it takes off
      </Link>
      .
    </>
  )
}

/** @param price EUR; 0 on request @param slug of the product */
export function OldMiner({ price, slug }: { price: number; slug: string }) {
  const hydrated = useHydrated()
  return (
    <p className="flex min-h-12 items-start gap-3">
      <Icon name="repeat-2" className="mt-0.5 size-5 shrink-0 text-accent-ink" />
      <span>{hydrated ? <ChosenMiner price={price} slug={slug} otherwise={AnyMiner} /> : <AnyMiner />}</span>
    </p>
  )
}
