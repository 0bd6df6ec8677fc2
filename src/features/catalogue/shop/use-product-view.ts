import { useRouter } from 'next/compat/router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { paths } from '~/lib/paths'
import { useExternalChange } from '~/lib/use-external-change'
import { useHydrated } from '~/lib/page-lifecycle'
import { readView, writeView, type ProductView } from './product-view'

/** Milliseconds after the last key until the address follows; the list does not wait. */
const PAUSE = 300

const addressOf = (query: string) => (query === '' ? paths.products : `${paths.products}?${query}`)
const isThisPage = (address: string) => address.split(/[?#]/, 1)[0] === paths.products

/**
 * Keeps search, filters and sort in the address, without loading or scrolling, so that a view can be shared and Back returns to the
 * previous one. Typing replaces the address, choosing adds to the history.
 */
export function useProductView() {
  const router = useRouter()
  // The HTML is the same for every address, but the router may know its own already during hydration.
  const hydrated = useHydrated()
  const query = router === null || !hydrated ? {} : router.query
  const [view, setView] = useState(() => readView(query))

  // Besides the state, since quick input meets handlers of an older render.
  const latest = useRef(view)
  const show = (next: ProductView) => {
    latest.current = next
    setView(next)
  }

  const ask = useExternalChange(writeView(readView(query)), () => show(readView(query)))
  const send = (how: 'push' | 'replace') => {
    const next = writeView(latest.current)
    if (router) ask(next, () => router[how](addressOf(next), undefined, { shallow: true, scroll: false }))
  }

  const typed = writeView(view)
  const sendTyped = useEffectEvent(() => send('replace'))
  useEffect(() => {
    const timer = setTimeout(() => sendTyped(), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])

  useEffect(() => {
    // Next would fetch the page again, though all data is here.
    router?.beforePopState(({ as }) => {
      if (!isThisPage(as)) return true
      void router.replace(as, undefined, { shallow: true, scroll: false })
      return false
    })
    return () => router?.beforePopState(() => true)
  }, [router])

  return {
    view,
    type: (changes: Partial<ProductView>) => show({ ...latest.current, ...changes }),
    choose: (changes: Partial<ProductView>) => {
      show({ ...latest.current, ...changes })
      send('push')
    },
  }
}
