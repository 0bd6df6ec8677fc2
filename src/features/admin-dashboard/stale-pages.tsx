import { CircleAlert } from 'lucide-react'
import { RelativeTime } from '~/components/admin-list/relative-time'
import { alone, trpc } from '~/trpc/client'
import { dashboardMessages } from './dashboard-messages'
import { useLoggedFailure } from './use-logged-failure'

/** Milliseconds between two looks: no row changes when a page can be made again. */
const LOOK_MS = 30_000

/** The public pages that the server cannot make, which visitors see as they were. Nothing where all is well. */
export function StalePages() {
  const { data, error } = trpc.dashboard.stalePages.useQuery(undefined, { ...alone, refetchInterval: LOOK_MS })
  useLoggedFailure(error, dashboardMessages.stalePagesFailed)
  if (!data || data.length === 0) return null
  return (
    <ul className="divide-y divide-line border-b border-line">
      {data.map(({ path, since, tries }) => (
        <li key={path} className="flex gap-3 px-5 py-3">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warn-ink" />
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere text-ink">The page {path} cannot be brought up to date</p>
            <p className="mt-0.5 text-xs text-ink-muted">
              Visitors see it as it was. It failed first <RelativeTime at={since} />
              {tries > 1 && ` and ${tries - 1} more ${tries === 2 ? 'time' : 'times'} since`}; it is tried again by itself, and the server’s
              log says why.
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
