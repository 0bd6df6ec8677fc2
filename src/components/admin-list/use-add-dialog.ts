import { useRouter } from 'next/router'
import { useState } from 'react'

/** Whether a screen's dialog for a new record is open: by its button, or by an address with `?add=1`. */
export function useAddDialog(): [open: boolean, set: (open: boolean) => void] {
  const router = useRouter()
  const [opened, setOpened] = useState(false)
  const asked = router.query.add === '1'

  const set = (open: boolean) => {
    setOpened(open)
    if (open || !asked) return
    // A reload or Back shall not open it again.
    const { add: _add, ...query } = router.query
    void router.replace({ pathname: router.pathname, query }, undefined, { shallow: true, scroll: false })
  }
  return [opened || asked, set]
}
