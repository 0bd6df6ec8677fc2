import { useEffect, useRef, useState } from 'react'
import { productFailures, PRODUCTS_PER_PAGE, type ProductPage, type ShopOverview } from '~/contracts/catalogue/products'
import type { fetchProducts } from './fetch-products'
import { writeView, type ProductView } from './product-view'

/** Milliseconds after the last key. */
const TYPING_PAUSE = 250
/** Spreads the requests of all open pages after a change of the list (ms). */
const JITTER_MS = 250
/** Another process may learn of the change a little later (ms). */
const LAG_MS = 700
/** Before a failed request is repeated (ms). */
const RETRY_MS = 5_000

interface Answered {
  key: string
  revision: string
  page: ProductPage
}

/** The typed part of a view, which may change with the next key. */
const typedOf = ({ search, min, max }: ProductView) => JSON.stringify([search, min, max])

/** The plain view's first page is in the props. */
const firstPage = (overview: ShopOverview): Answered => ({
  key: '',
  revision: overview.revision,
  page: { ...overview, matching: overview.total },
})

/** Loaded with the first request. */
const fetchFromServer: typeof fetchProducts = async (...question) => {
  const { fetchProducts } = await import('./fetch-products').catch((cause: unknown) => {
    throw new Error(productFailures.catalogue, { cause })
  })
  return fetchProducts(...question)
}

/**
 * A view of a list that is longer than the page's part, searched, filtered and sorted by the server. Products stay on screen while the same
 * view is refetched.
 * @param overview null if the browser has the whole list: nothing is asked
 * @param count products wanted
 */
export function useProductList(overview: ShopOverview | null, view: ProductView, count: number) {
  const key = writeView(view)
  const [answered, setAnswered] = useState<Answered>()
  const [failure, setFailure] = useState<{ key: string; message: string }>()
  const [attempt, setAttempt] = useState(0)
  const typed = useRef(typedOf(view))
  /** The list revision for which one answer about another revision has been accepted. */
  const disagreed = useRef('')

  const plain = overview !== null && key === '' ? firstPage(overview) : undefined
  const latest = answered?.key === key && !(plain && answered.revision !== plain.revision && count <= PRODUCTS_PER_PAGE) ? answered : plain
  const isCurrent = latest?.revision === overview?.revision
  const isEnough = latest !== undefined && latest.page.products.length >= Math.min(count, latest.page.matching)
  const due = overview !== null && !(isCurrent && isEnough)

  const revision = overview?.revision ?? ''
  const latestRef = useRef(latest)
  const viewRef = useRef(view)
  useEffect(() => {
    latestRef.current = latest
    viewRef.current = view
  })

  useEffect(() => {
    if (!due) return
    const stop = new AbortController()
    const now = viewRef.current
    const known = latestRef.current
    const wasTyped = typedOf(now) !== typed.current
    typed.current = typedOf(now)
    const isChange = known !== undefined && known.revision !== revision
    let timer: ReturnType<typeof setTimeout>
    const again = (ms: number) => {
      timer = setTimeout(() => setAttempt((number) => number + 1), ms)
    }
    timer = setTimeout(
      () => {
        fetchFromServer(now, count, isChange ? undefined : known?.page, stop.signal).then(
          (page) => {
            if (stop.signal.aborted) return
            setFailure(undefined)
            const isOther = page.revision !== revision && disagreed.current !== revision
            setAnswered({ key, revision: isOther ? '' : revision, page })
            if (!isOther) return
            disagreed.current = revision
            again(LAG_MS)
          },
          (reason: unknown) => {
            if (stop.signal.aborted) return
            console.error(productFailures.catalogue, reason)
            if (isChange) again(RETRY_MS)
            setFailure({ key, message: reason instanceof Error && reason.message !== '' ? reason.message : productFailures.catalogue })
          },
        )
      },
      wasTyped ? TYPING_PAUSE : isChange ? Math.random() * JITTER_MS : 0,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [due, key, count, revision, attempt])

  const failed = due && failure?.key === key ? failure.message : undefined
  return {
    /** Undefined until a part of the view is loaded. */
    page: latest?.page,
    busy: due && failed === undefined && !isEnough,
    /** The error, if the view could not be loaded. */
    failed,
    retry: () => {
      setFailure(undefined)
      setAttempt((number) => number + 1)
    },
  }
}
