import { allows, type Scope } from '~/contracts/identity/api-keys'
import { trpc } from '~/trpc/client'

/** So many of each kind are shown; a shop has fewer. */
const MOST = 50

/** What waits for a second administrator, as far as its reader may see it. @param scopes theirs; null is everything */
export function useWaiting(scopes: readonly Scope[] | null) {
  const offers = trpc.tradeIns.waitingOffers.useQuery(undefined, { enabled: allows(scopes, 'tradeIns', 'read') })
  const credit = trpc.credit.requests.useQuery({ state: 'waiting', limit: MOST }, { enabled: allows(scopes, 'credit', 'read') })
  const rows = [...(offers.data?.rows ?? []), ...(credit.data?.rows ?? [])]
  return {
    offers,
    isLoading: offers.isLoading || credit.isLoading,
    isError: offers.isError || credit.isError,
    total: rows.length,
    /** Those that the reader may decide. */
    mine: rows.filter(({ isMine, whyNot }) => !isMine && !whyNot).length,
  }
}
