import { useMay } from '~/components/admin-list/cells'
import { trpc } from '~/trpc/client'

/** So many of each kind are shown; a shop has fewer. */
const MOST = 50

/** Reads what waits for a second administrator, or for the decision of staff, as far as its reader may see it. */
export function useWaiting() {
  const may = useMay()
  const offers = trpc.tradeIns.waitingOffers.useQuery(undefined, { enabled: may('tradeIns', 'read') })
  const credit = trpc.credit.requests.useQuery({ state: 'waiting', limit: MOST }, { enabled: may('credit', 'read') })
  const refunds = trpc.payments.refunds.useQuery({ state: 'waiting', limit: MOST }, { enabled: may('payments', 'read') })
  const claims = trpc.units.claims.useQuery({}, { enabled: may('units', 'read') })
  const rows = [
    ...(offers.data?.rows ?? []),
    ...(credit.data?.rows ?? []),
    ...(refunds.data?.rows ?? []).map(({ isOwn, whyNot }) => ({ isMine: isOwn, whyNot })),
    // Those that wait for their owner are no work of staff yet.
    ...(claims.data ?? []).map(({ needsStaff }) => ({ isMine: !needsStaff || !may('units', 'write'), whyNot: null })),
  ]
  return {
    offers,
    isLoading: offers.isLoading || credit.isLoading || refunds.isLoading || claims.isLoading,
    isError: offers.isError || credit.isError || refunds.isError || claims.isError,
    total: rows.length,
    /** Those that the reader may decide. */
    mine: rows.filter(({ isMine, whyNot }) => !isMine && !whyNot).length,
  }
}
