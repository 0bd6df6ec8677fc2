import { useRouter } from 'next/compat/router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { paths } from '~/lib/paths'
import { useExternalChange } from '~/lib/use-external-change'
import { useHydrated } from '~/lib/page-lifecycle'
import { readView, writeView, type ProductView } from './product-view'

/** Milliseconds after the last key before the address follows; the list does not wait for it. */
const PAUSE = 300

const addressOf = (query: string) => (query === '' ? paths.products : `${paths.products}?${query}`)
const isThisPage = (address: string) => address.split(/[?#]/, 1)[0] === paths.products

/**
 * Keeps search, filters and sort in the address, without loading anything or moving the page: a view
 * can be shared, and Back goes to the one before. Typing replaces the address, choosing adds to the
 * history. The controls follow at once, the address a moment later.
 */
export function useProductView() {
  const router = useRouter()
  // The page's HTML is the same for every address, and may be taken over when the router knows its own already.
  const hydrated = useHydrated()
  const query = router === null || !hydrated ? {} : router.query
  const [view, setView] = useState(() => readView(query))

  // Beside the state, because what is entered quickly meets handlers of a rendering that does not know it yet.
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
    // Next would ask the server for the page again; all that differs is here already.
    router?.beforePopState(({ as }) => {
      if (!isThisPage(as)) return true
      void router.replace(as, undefined, { shallow: true, scroll: false })
      return false
    })
    return () => router?.beforePopState(() => true)
  }, [router])

  return {
    view,
    /** For typed values. */
    type: (changes: Partial<ProductView>) => show({ ...latest.current, ...changes }),
    /** For chosen values. */
    choose: (changes: Partial<ProductView>) => {
      show({ ...latest.current, ...changes })
      send('push')
    },
  }
}
