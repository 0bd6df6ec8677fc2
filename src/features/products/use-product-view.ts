import { useRouter } from 'next/compat/router'
import { useEffect, useEffectEvent, useState } from 'react'
import { paths } from '~/lib/paths'
import { useHydrating } from '~/lib/use-hydrating'
import { plainView, readView, writeView, type ProductView } from './product-view'

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
  const hydrating = useHydrating()
  const address = router === null || hydrating ? '' : writeView(readView(router.query))
  const [state, setState] = useState({ view: plainView, address: '', sent: '' })

  // A view that comes from elsewhere (a shared address, Back) replaces ours; our own coming back does not.
  if (router !== null && address !== state.address) {
    if (address === state.sent) setState({ ...state, address })
    else setState({ view: readView(router.query), address, sent: address })
  }

  const { view } = state
  const go = (how: 'push' | 'replace', query: string) => {
    void router?.[how](addressOf(query), undefined, { shallow: true, scroll: false })
  }

  const query = writeView(view)
  const followTyping = useEffectEvent(() => {
    if (query === state.sent) return
    setState({ ...state, sent: query })
    go('replace', query)
  })
  useEffect(() => {
    const timer = setTimeout(() => followTyping(), PAUSE)
    return () => clearTimeout(timer)
  }, [query])

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
    /** For what is typed. */
    type: (changes: Partial<ProductView>) => setState({ ...state, view: { ...view, ...changes } }),
    /** For what is chosen. */
    choose: (changes: Partial<ProductView>) => {
      const chosen = { ...view, ...changes }
      const sent = writeView(chosen)
      setState({ ...state, view: chosen, sent })
      if (sent !== state.sent) go('push', sent)
    },
  }
}
