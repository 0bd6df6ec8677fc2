import { DisabledForReaders } from '~/components/admin-list/for-writers'
import { useMay } from '~/components/admin-list/cells'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import { CreditRequests, WaitingRequests } from '~/features/credit/credit-parts'
import { WaitingRefunds } from '~/features/billing/bill-parts'
import { useWaiting } from './use-waiting'

const WaitingClaims = onDemand(() => import('~/features/stock/claims/waiting-claims').then((module) => module.WaitingClaims))

const WaitingOffers = onDemand(() => import('./waiting-offers').then((module) => module.WaitingOffers))

export function ApprovalsScreen() {
  const may = useMay()
  const { offers, isLoading, isError, isNone } = useWaiting()
  return (
    <>
      <ScreenHeader
        title="Approvals"
        subtitle="Offers, store credit, credit notes, refunds and bank details that need a second administrator, and requests for machines"
        dense
      />
      {isLoading && <Skeleton className="h-48" />}
      {isError && <LoadFailure message="Failed to fetch the approvals" query={offers} />}
      {!isLoading && isNone && (
        <p className="rounded-card border border-line bg-surface px-6 py-12 text-center text-ink-muted shadow-card">
          Nothing is waiting for approval. Administrators who may approve get an email when something is.
        </p>
      )}
      <div className="flex flex-col gap-6 empty:hidden">
        {offers.data && offers.data.rows.length > 0 && <WaitingOffers offers={offers.data.rows} />}
        {may('invoices', 'read') && <WaitingRequests of="invoices" title="Invoices" />}
        {may('credit', 'read') && (
          <DisabledForReaders of="credit">
            <CreditRequests title="Store credit" />
          </DisabledForReaders>
        )}
        {may('credit', 'read') && <WaitingRequests of="credit" title="Payments with store credit" />}
        {may('payments', 'read') && <WaitingRefunds title="Refunds" />}
        {may('units', 'read') && <WaitingClaims mayWrite={may('units', 'write')} />}
      </div>
    </>
  )
}
