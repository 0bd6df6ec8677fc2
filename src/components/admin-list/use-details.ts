import { useRouter } from 'next/router'
import { useCallback, useLayoutEffect, useRef } from 'react'

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
    const { pathname, query, push } = latest.current
    pushed.current = true
    void push({ pathname, query: { ...query, details: id } }, undefined, { shallow: true, scroll: false })
  }, [])

  const close = useCallback(() => {
    const { pathname, query, replace, back } = latest.current
    if (pushed.current) {
      pushed.current = false
      back()
      return
    }
    const { details: _details, ...rest } = query
    void replace({ pathname, query: rest }, undefined, { shallow: true, scroll: false })
  }, [])

  const { details } = router.query
  /** Undefined while none are open. */
  const id = typeof details === 'string' && details !== '' ? details : undefined
  return { id, open, close }
}
