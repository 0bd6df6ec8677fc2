import { useEffect } from 'react'
import { adminPaths } from '~/components/layouts/admin-nav'
import { navMarks } from '~/components/layouts/nav-marks'
import { useWaiting } from './use-waiting'

/** Number of approvals that wait for the reader. */
export function ApprovalsMark() {
  const { mine } = useWaiting()
  const shown = navMarks.use()[adminPaths.approvals]?.count ?? 0
  useEffect(() => {
    if (shown === mine) return
    const mark = mine > 0 ? { count: mine, words: mine === 1 ? 'waits for your approval' : 'wait for your approval' } : undefined
    navMarks.set({ ...navMarks.get(), [adminPaths.approvals]: mark })
  }, [shown, mine])
  return null
}
