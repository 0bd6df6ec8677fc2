import type { CaseNoun } from '~/contracts/cases/cases'
import type { RepairEstimates } from '~/contracts/cases/estimates'
import type { Evaluation } from '~/contracts/cases/evaluation'
import { trpc } from '~/trpc/client'
import { useCaseChanged } from './use-case'

/** What the customers of cases are quoted: the estimates of a repair, the evaluation of a trade-in with its offers. */
interface Quotes {
  repairs: RepairEstimates
  tradeIns: Evaluation
}

/** What the cache of both has in common. */
interface Cache<Of> {
  setData: (input: { id: string }, now: Of) => unknown
  fetch: (input: { id: string }, options: { staleTime: number }) => Promise<Of>
  invalidate: (input: { id: string }) => Promise<void>
}

/** What a call about the quotes of a case is followed by. */
export function useQuotes<Noun extends CaseNoun>(noun: Noun, id: string) {
  const utils = trpc.useUtils()
  const caches: { readonly [Each in CaseNoun]: Cache<Quotes[Each]> } = {
    repairs: utils.repairs.estimates,
    tradeIns: utils.tradeIns.evaluation,
  }
  const cache = caches[noun]
  return {
    /** Shows what a call has answered at once. */
    keep: (now: Quotes[Noun]) => {
      cache.setData({ id }, now)
      return now
    },
    reload: () => cache.fetch({ id }, { staleTime: 0 }),
    /** The rest of the page is read again. */
    changed: useCaseChanged(noun),
    /** Somebody else may have been first: what is shown is read again. */
    reread: () => void cache.invalidate({ id }),
  }
}
