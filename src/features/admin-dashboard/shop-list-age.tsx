import { clsx } from 'clsx'
import { CircleAlert, RefreshCw } from 'lucide-react'
import { RelativeTime } from '~/components/admin-list/relative-time'
import { alone, trpc } from '~/trpc/client'
import { dashboardMessages } from './dashboard-messages'
import { useLoggedFailure } from './use-logged-failure'

/** Milliseconds between two looks: an age that is on the screen must not grow old itself. */
const LOOK_MS = 60_000

/** How young the shop platform's list is that visitors see, and why it is not younger. Nothing for the own catalogue. */
export function ShopListAge() {
  const { data, error } = trpc.dashboard.shopList.useQuery(undefined, { ...alone, refetchInterval: LOOK_MS })
  useLoggedFailure(error, dashboardMessages.shopListFailed)
  if (!data) return null
  const { fetchedAt, failedAt, failure, products } = data
  const Icon = failedAt ? CircleAlert : RefreshCw
  return (
    <section
      aria-label="Products from Shopify"
      className="mt-6 flex items-baseline gap-3 rounded-card border border-line bg-surface px-5 py-3 text-sm text-ink-muted"
    >
      <Icon aria-hidden="true" className={clsx('size-4 shrink-0 translate-y-0.5', failedAt && 'text-warn-ink')} />
      <div className="flex flex-wrap gap-x-3 gap-y-1">
        <p>
          <span className="font-medium text-ink">Products from Shopify: </span>
          {fetchedAt ? (
            <>
              {products.toLocaleString('en-GB')} shown, read <RelativeTime at={fetchedAt} />
            </>
          ) : (
            'not read yet'
          )}
        </p>
        {failedAt && (
          <p className="text-warn-ink">
            The last try failed <RelativeTime at={failedAt} />: {failure}
          </p>
        )}
      </div>
    </section>
  )
}
