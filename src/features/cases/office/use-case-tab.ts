import { useRouter } from 'next/router'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { changeQuery } from '~/lib/change-query'

/** The parts of the page of a case, in the order in which people work on it. */
export const caseTabs = ['work', 'quote', 'messages', 'files', 'history'] as const
export type CaseTab = (typeof caseTabs)[number]

/** The part that is shown; the page's address names it, so that links and a reload keep it. */
export function useCaseTab() {
  const router = useRouter()
  const named = caseTabs.find((each) => each === router.query.tab)
  // Older emails and lists lead to a place on the page.
  const tab = named ?? (router.asPath.endsWith('#messages') ? 'messages' : 'work')
  return { tab, select: (next: CaseTab) => void changeQuery(router, 'replace', (query) => ({ ...query, tab: next })) }
}

/** Asked of a part of the page by a button outside of it: to send, to approve or to begin a quote, to write a message, to decide on store credit. */
export type Wish = 'send' | 'approve' | 'preset' | 'message' | 'credit'

interface Wishes {
  wish: Wish | undefined
  /** @param wish undefined: it has been done */
  setWish: (wish: Wish | undefined) => void
}

export const WishContext = createContext<Wishes>({ wish: undefined, setWish: () => undefined })

/** Does what another part of the page has asked for, once, as soon as it can be done. */
export function useWish(wanted: Wish, canDo: boolean, work: () => void) {
  const { wish, setWish } = useContext(WishContext)
  const run = useEffectEvent(() => {
    setWish(undefined)
    work()
  })
  const isAsked = wish === wanted && canDo
  useEffect(() => {
    if (isAsked) run()
  }, [isAsked])
}
