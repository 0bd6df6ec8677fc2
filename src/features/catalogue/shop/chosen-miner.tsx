import Link from 'next/link'
import { useEffect, useState, type ComponentType } from 'react'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { conditionLabels, tradeInEstimate } from '~/contracts/catalogue/trade-in-estimate'
import { isPriceOnRequest } from '~/contracts/catalogue/products'
import { compareHref } from '~/lib/compare-href'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { readKeptChoice, type KeptChoice } from '~/lib/trade-in-choice'
import { vanillaClient } from '~/trpc/vanilla-client'

interface ChosenMinerProps {
  price: number
  slug: string
  /** Shown without a choice, or for a machine without a value. */
  otherwise: ComponentType
}

function useChosenMachine(): { choice: KeptChoice; machine: ActiveMachine } | null {
  const [choice] = useState(readKeptChoice)
  const [machine, setMachine] = useState<ActiveMachine>()
  useEffect(() => {
    if (!choice) return
    const left = new AbortController()
    vanillaClient.machines.active.query(undefined, { signal: left.signal }).then(
      (machines) => setMachine(machines.find(({ id }) => id === choice.machineId)),
      (error: unknown) => {
        if (!left.signal.aborted) console.error('The trade-in values could not be read', error)
      },
    )
    return () => left.abort()
  }, [choice])
  return choice && machine ? { choice, machine } : null
}

/** The chosen machine's trade-in value beside a price. */
export function ChosenMiner({ price, slug, otherwise: Otherwise }: ChosenMinerProps) {
  const chosen = useChosenMachine()
  const value = chosen ? tradeInEstimate(chosen.machine, chosen.choice.grade) : 0
  if (!chosen || value === 0) return <Otherwise />
  const { choice, machine } = chosen
  const query = new URLSearchParams({ machine: choice.machineId, grade: choice.grade }).toString()
  const name = `${machine.manufacturer} ${machine.model} (${conditionLabels[choice.grade]})`
  return (
    <>
      {isPriceOnRequest(price) ? (
        <>
          Your old {name} is worth <strong className="tabular-nums">{formatEuro(value)}</strong> in store credit.
        </>
      ) : (
        <>
          Your old {name} takes <strong className="tabular-nums">{formatEuro(Math.min(value, price))}</strong> off:{' '}
          <span className="tabular-nums">{formatEuro(Math.max(0, price - value))}</span> is left to pay.
        </>
      )}{' '}
      <Link href={`${paths.tradeIn}?${query}`} prefetch={false} className="font-medium text-accent-ink underline underline-offset-4">
        Trade it in
      </Link>
      {' or '}
      <Link
        href={compareHref({ products: [slug], machines: [choice.machineId] })}
        prefetch={false}
        className="font-medium text-accent-ink underline underline-offset-4"
      >
        compare what both earn
      </Link>
      .
    </>
  )
}
