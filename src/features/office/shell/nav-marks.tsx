import { useEffect } from 'react'
import { adminPaths } from '~/components/layouts/admin-nav'
import { navMarks } from '~/components/layouts/nav-marks'
import { trpc, withoutBatch } from '~/trpc/client'

const unread = (count: number) =>
  count > 0 ? { count, words: count === 1 ? 'case with unread messages' : 'cases with unread messages' } : undefined

/** Cases with messages that staff have not read. */
export function NavMarks() {
  const { data } = trpc.cases.unread.useQuery(undefined, withoutBatch)
  useEffect(() => {
    if (data) navMarks.set({ ...navMarks.get(), [adminPaths.repairs]: unread(data.repairs), [adminPaths.tradeIns]: unread(data.tradeIns) })
  }, [data])
  return null
}
