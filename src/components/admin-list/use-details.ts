import { useRouter } from 'next/router'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { changeQuery } from '~/lib/change-query'

/**
 * Which record's details are open, kept in the address as `?details=<id>`: they can be shared, and
 * Back closes them. `open` and `close` stay the same functions, so that columns may hold on to them.
 */
export function useDetails() {
  const router = useRouter()
  const latest = useRef(router)
  useLayoutEffect(() => {
    latest.current = router
  })
  // Opened from here, closing goes back to the list's entry; an address that came from elsewhere is replaced.
  const pushed = useRef(false)

  const open = useCallback((id: string) => {
    pushed.current = true
    void changeQuery(latest.current, 'push', (query) => ({ ...query, details: id }))
  }, [])

  const close = useCallback(() => {
    if (pushed.current) {
      pushed.current = false
      latest.current.back()
      return
    }
    void changeQuery(latest.current, 'replace', ({ details: _details, ...rest }) => rest)
  }, [])

  const { details } = router.query
  /** Undefined while none are open. */
  const id = typeof details === 'string' && details !== '' ? details : undefined
  return { id, open, close }
}
