import { useRouter } from 'next/router'
import { useState } from 'react'
import { changeQuery } from '~/lib/change-query'

/** Whether a screen's dialog for a new record is open: by its button, or by an address with `?add=1`. */
export function useAddDialog(): [open: boolean, set: (open: boolean) => void] {
  const router = useRouter()
  const [opened, setOpened] = useState(false)
  const asked = router.query.add === '1'

  const set = (open: boolean) => {
    setOpened(open)
    if (open || !asked) return
    // A reload or Back shall not open it again.
    void changeQuery(router, 'replace', ({ add: _add, ...rest }) => rest)
  }
  return [opened || asked, set]
}
