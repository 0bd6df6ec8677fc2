import { useMay } from '~/components/admin-list/cells'
import { trpc } from '~/trpc/client'

/** Of each kind. */
const MOST = 50

/** Everything awaiting a second administrator or staff that the reader may see. */
export function useWaiting() {
  const may = useMay()
  const offers = trpc.tradeIns.waitingOffers.useQuery(undefined, { enabled: may('tradeIns', 'read') })
  const credit = trpc.credit.requests.useQuery({ state: 'waiting', limit: MOST }, { enabled: may('credit', 'read') })
  const refunds = trpc.payments.refunds.useQuery({ state: 'waiting', limit: MOST }, { enabled: may('payments', 'read') })
  const documents = trpc.invoices.requests.useQuery({ state: 'waiting', limit: MOST }, { enabled: may('invoices', 'read') })
  const releases = trpc.credit.releaseRequests.useQuery({ state: 'waiting', limit: MOST }, { enabled: may('credit', 'read') })
  const claims = trpc.units.claims.useQuery({}, { enabled: may('units', 'read') })
  const asked = [offers, credit, refunds, documents, releases, claims]
  const rows = [
    ...(offers.data?.rows ?? []),
    ...(credit.data?.rows ?? []),
    ...(documents.data?.rows ?? []),
    ...(releases.data?.rows ?? []),
    ...(refunds.data?.rows ?? []).map(({ isOwn, whyNot }) => ({ isMine: isOwn, whyNot })),
    // Requests that wait for the owner need no decision of staff.
    ...(claims.data ?? []).map(({ needsStaff }) => ({ isMine: !needsStaff || !may('units', 'write'), whyNot: null })),
  ]
  return {
    offers,
    isLoading: asked.some((query) => query.isLoading),
    isError: asked.some((query) => query.isError),
    /** Nothing waits, and every list could be read. */
    isNone: rows.length === 0 && !asked.some((query) => query.isError),
    /** The reader may decide these. */
    mine: rows.filter(({ isMine, whyNot }) => !isMine && !whyNot).length,
  }
}
