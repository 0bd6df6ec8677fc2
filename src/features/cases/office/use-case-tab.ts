import { useRouter } from 'next/router'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { changeQuery } from '~/lib/change-query'

/** In the order of the work. */
export const caseTabs = ['work', 'quote', 'messages', 'files', 'history'] as const
export type CaseTab = (typeof caseTabs)[number]

/** Kept in the address, so that links and a reload open the same tab. */
export function useCaseTab() {
  const router = useRouter()
  const named = caseTabs.find((each) => each === router.query.tab)
  // Older emails and lists link to `#messages`.
  const tab = named ?? (router.asPath.endsWith('#messages') ? 'messages' : 'work')
  return { tab, select: (next: CaseTab) => void changeQuery(router, 'replace', (query) => ({ ...query, tab: next })) }
}

/** An action that a button elsewhere on the page asks a section for. */
export type Wish = 'send' | 'approve' | 'preset' | 'message' | 'credit'

interface Wishes {
  wish: Wish | undefined
  /** @param wish undefined once done */
  setWish: (wish: Wish | undefined) => void
}

export const WishContext = createContext<Wishes>({ wish: undefined, setWish: () => undefined })

/** Runs a requested action once, as soon as it is possible. */
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
