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
  /** EUR; 0 on request. */
  price: number
  /** The product's, to compare what both earn. */
  slug: string
  /** Stands in its place where nothing is chosen, or what is chosen has no value. */
  otherwise: ComponentType
}

/** The machine of the calculator's last choice, as the catalogue values it now. */
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

/** The value of the calculator's machine against a price. */
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
