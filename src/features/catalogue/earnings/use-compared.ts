import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'
import { MOST_COMPARED, type ComparedMachine } from '~/contracts/catalogue/network'
import { compareHref } from '~/lib/compare-href'
import { vanillaClient } from '~/trpc/vanilla-client'

export interface Chosen {
  products: readonly string[]
  machines: readonly string[]
}

/** The first four machines in the address. */
function chosenOf(asPath: string): Chosen {
  const query = new URLSearchParams(asPath.split('#', 1).join('').split('?')[1] ?? '')
  const products = [...new Set(query.getAll('product'))].slice(0, MOST_COMPARED)
  const ids = [...new Set(query.getAll('machine'))].filter((id) => /^[\da-f-]{36}$/i.test(id))
  return { products, machines: ids.slice(0, MOST_COMPARED - products.length) }
}

/**
 * The comparison in the address.
 * @param revision of the shop's list; a change refetches
 */
export function useCompared(revision: string) {
  const router = useRouter()
  const chosen = chosenOf(router.asPath)
  const address = compareHref(chosen)
  const [answer, setAnswer] = useState<{ of: string; machines: ComparedMachine[] | null }>()
  useEffect(() => {
    const { products, machines } = chosenOf(address)
    const left = new AbortController()
    vanillaClient.network.compare.query({ products: [...products], machines: [...machines] }, { signal: left.signal }).then(
      (found) => setAnswer({ of: address, machines: found.machines }),
      (error: unknown) => {
        if (left.signal.aborted) return
        console.error('The machines could not be read', error)
        setAnswer({ of: address, machines: null })
      },
    )
    return () => left.abort()
  }, [address, revision])
  const show = (next: Chosen) => void router.replace(compareHref(next), undefined, { shallow: true, scroll: false })
  return {
    chosen,
    /** Undefined until loaded; null after a failure. */
    machines: answer?.machines,
    isCurrent: answer?.of === address,
    isFull: chosen.products.length + chosen.machines.length >= MOST_COMPARED,
    add: ({ kind, key: added }: Pick<ComparedMachine, 'kind' | 'key'>) =>
      show(
        kind === 'product' ? { ...chosen, products: [...chosen.products, added] } : { ...chosen, machines: [...chosen.machines, added] },
      ),
    remove: ({ key: removed }: Pick<ComparedMachine, 'key'>) =>
      show({ products: chosen.products.filter((slug) => slug !== removed), machines: chosen.machines.filter((id) => id !== removed) }),
  }
}
