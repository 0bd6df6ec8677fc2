import { useMay } from '~/components/admin-list/cells'
import { trpc } from '~/trpc/client'

/** So many of each kind are shown; a shop has fewer. */
const MOST = 50

/** Reads what waits for a second administrator, as far as its reader may see it. */
export function useWaiting() {
  const may = useMay()
  const offers = trpc.tradeIns.waitingOffers.useQuery(undefined, { enabled: may('tradeIns', 'read') })
  const credit = trpc.credit.requests.useQuery({ state: 'waiting', limit: MOST }, { enabled: may('credit', 'read') })
  const refunds = trpc.payments.refunds.useQuery({ state: 'waiting', limit: MOST }, { enabled: may('payments', 'read') })
  const rows = [
    ...(offers.data?.rows ?? []),
    ...(credit.data?.rows ?? []),
    ...(refunds.data?.rows ?? []).map(({ isOwn, whyNot }) => ({ isMine: isOwn, whyNot })),
  ]
  return {
    offers,
    isLoading: offers.isLoading || credit.isLoading || refunds.isLoading,
    isError: offers.isError || credit.isError || refunds.isError,
    total: rows.length,
    /** Those that the reader may decide. */
    mine: rows.filter(({ isMine, whyNot }) => !isMine && !whyNot).length,
  }
}
