import { useRouter } from 'next/router'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { changeQuery } from '~/lib/change-query'

/** Presets of a new record in an address, beside `?add=1`: its customer, and the repair whose warranty it claims. */
const prefills = ['customer', 'warranty']

/** Opens a dialog of a screen by its button, or by an address with `?<name>=1`. */
export function useAddressDialog(name: string): [open: boolean, set: (open: boolean) => void] {
  const router = useRouter()
  const [opened, setOpened] = useState(false)
  const asked = router.query[name] === '1'

  const set = (open: boolean) => {
    setOpened(open)
    if (open || !asked) return
    // A reload or Back shall not open it again.
    void changeQuery(router, 'replace', (query) =>
      Object.fromEntries(Object.entries(query).filter(([key]) => key !== name && !prefills.includes(key))),
    )
  }
  return [opened || asked, set]
}

/** Opens a screen's dialog for a new record by its button, or by an address with `?add=1`. */
export const useAddDialog = () => useAddressDialog('add')

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
