import { useRouter } from 'next/router'
import { useRef } from 'react'

/**
 * Which record's details are open, kept in the address as `?details=<id>`: they can be shared, and
 * Back closes them.
 */
export function useDetails() {
  const router = useRouter()
  const { details } = router.query
  // Opened from here, closing goes back to the list's entry; an address that came from elsewhere is replaced.
  const pushed = useRef(false)

  return {
    /** Undefined while none are open. */
    id: typeof details === 'string' && details !== '' ? details : undefined,
    open: (id: string) => {
      pushed.current = true
      void router.push({ pathname: router.pathname, query: { ...router.query, details: id } }, undefined, { shallow: true, scroll: false })
    },
    close: () => {
      if (pushed.current) {
        pushed.current = false
        router.back()
        return
      }
      const { details: _details, ...query } = router.query
      void router.replace({ pathname: router.pathname, query }, undefined, { shallow: true, scroll: false })
    },
  }
}
