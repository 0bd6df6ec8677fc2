import { useEffect, useId, useState } from 'react'
import { Icon } from '~/components/ui/icon'
import { machineName, type ActiveMachine } from '~/contracts/catalogue/machines'
import { MOST_COMPARED, type ComparedMachine } from '~/contracts/catalogue/network'
import type { ShopProduct } from '~/contracts/catalogue/products'
import { vanillaClient } from '~/trpc/vanilla-client'
import type { Chosen } from './use-compared'

type Offer = Pick<ComparedMachine, 'kind' | 'key' | 'name'> & { note: string }

const MOST_OFFERED = 8
const PAUSE_MS = 250

const offerOf = ({ slug, name, hashrate, power }: ShopProduct): Offer => ({
  kind: 'product',
  key: slug,
  name,
  note: `${hashrate}, ${power}`,
})
const offerOfMachine = (machine: ActiveMachine): Offer => ({
  kind: 'trade-in',
  key: machine.id,
  name: machineName(machine),
  note: `${machine.hashrate}, ${machine.powerConsumption}; we take it in`,
})

/** Searches the page's first products at once, all products after a pause in typing. */
function useFound(text: string, first: readonly ShopProduct[]): readonly ShopProduct[] {
  const [found, setFound] = useState<{ text: string; products: ShopProduct[] }>()
  useEffect(() => {
    if (text === '') return
    const left = new AbortController()
    const timer = setTimeout(() => {
      vanillaClient.products.search.query({ search: text, limit: 3 * MOST_OFFERED }, { signal: left.signal }).then(
        ({ products }) => setFound({ text, products }),
        (error: unknown) => {
          if (!left.signal.aborted) console.error('The products could not be searched', error)
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [text])
  if (text === '') return first
  return found?.text === text ? found.products : first.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
}

/** Machines of the trade-in catalogue, loaded with the first search. */
function useTakenIn(isWanted: boolean): readonly ActiveMachine[] {
  const [machines, setMachines] = useState<readonly ActiveMachine[]>([])
  useEffect(() => {
    if (!isWanted) return
    const left = new AbortController()
    vanillaClient.machines.active.query(undefined, { signal: left.signal }).then(setMachines, (error: unknown) => {
      if (!left.signal.aborted) console.error('The machines could not be read', error)
    })
    return () => left.abort()
  }, [isWanted])
  return machines
}

interface AddMachineProps {
  chosen: Chosen
  isFull: boolean
  products: readonly ShopProduct[]
  onAdd: (machine: Pick<ComparedMachine, 'kind' | 'key'>) => void
}

export function AddMachine({ chosen, isFull, products, onAdd }: AddMachineProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const found = useFound(text, products)
  const takenIn = useTakenIn(text !== '')
  if (isFull) return <p className="text-ink-muted">{MOST_COMPARED} machines are compared at most: remove one to add another.</p>
  const isNew = ({ key }: Offer) => !chosen.products.includes(key) && !chosen.machines.includes(key)
  const fits = (machine: ActiveMachine) => machineName(machine).toLowerCase().includes(text.toLowerCase())
  const offers = [
    ...found.filter(({ hashrate, power }) => hashrate !== '' && power !== '').map(offerOf),
    ...(text === ''
      ? []
      : takenIn.filter((machine) => machine.hashrate !== '' && machine.powerConsumption !== '' && fits(machine)).map(offerOfMachine)),
  ]
    .filter(isNew)
    .slice(0, text === '' ? MOST_OFFERED / 2 : MOST_OFFERED)
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        Add a machine
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        maxLength={100}
        autoComplete="off"
        placeholder="Antminer S21"
        className="field"
      />
      <ul aria-label="Machines to add" className="mt-3 flex flex-col gap-2">
        {offers.map((offer) => (
          <li key={offer.key}>
            <button
              type="button"
              aria-label={`Add ${offer.name}, ${offer.note}`}
              onClick={() => {
                onAdd(offer)
                setTyped('')
              }}
              className="flex min-h-11 w-full items-center gap-3 rounded-lg border border-line px-3 py-2 text-left hover:border-line-strong"
            >
              <Icon name="plus" className="size-4 shrink-0" />
              <span className="min-w-0 wrap-anywhere">
                {offer.name} <span className="text-sm text-ink-muted">{offer.note}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {text !== '' && offers.length === 0 && <p className="text-ink-muted">No machine with a hashrate and a power has this name.</p>}
    </div>
  )
}
