import { useRouter } from 'next/router'
import { useEffect, useId, useRef, useState } from 'react'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'

/** Of several forms with unsaved text only the first one asks. */
const unsaved = new Set<string>()

/** Ends a route change that has begun; Next knows such errors by this mark. */
class StayHere extends Error {
  readonly cancelled = true
}

const pathOf = (url: string) => url.split(/[?#]/)[0]

/**
 * Keeps unsaved text from being lost by another screen's link, by Back, or by closing the tab. The
 * browser asks in its own words where it closes or reloads the page.
 */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const router = useRouter()
  const { events, asPath } = router
  const id = useId()
  const [target, setTarget] = useState<string>()
  const leaving = useRef(false)

  useEffect(() => {
    if (!dirty) return
    unsaved.add(id)
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const beforeRoute = (url: string) => {
      const [first] = unsaved
      if (leaving.current || first !== id || pathOf(url) === pathOf(asPath)) return
      // Back has changed the address already.
      if (window.location.pathname !== pathOf(asPath)) window.history.pushState(window.history.state, '', asPath)
      setTarget(url)
      const error = new StayHere('There are unsaved changes')
      events.emit('routeChangeError', error, url, { shallow: false })
      throw error
    }
    // A link does not wait for what becomes of its route change.
    const beforeComplaint = (event: PromiseRejectionEvent) => {
      if (!(event.reason instanceof StayHere)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('beforeunload', beforeUnload)
    window.addEventListener('unhandledrejection', beforeComplaint, true)
    events.on('routeChangeStart', beforeRoute)
    return () => {
      unsaved.delete(id)
      window.removeEventListener('beforeunload', beforeUnload)
      window.removeEventListener('unhandledrejection', beforeComplaint, true)
      events.off('routeChangeStart', beforeRoute)
    }
  }, [dirty, id, events, asPath])

  if (target === undefined) return null
  return (
    <ConfirmDialog
      title="Discard changes?"
      message="What you typed has not been saved. It is lost when you leave now."
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      onConfirm={() => {
        leaving.current = true
        setTarget(undefined)
        void router.push(target)
      }}
      onCancel={() => setTarget(undefined)}
    />
  )
}
