import { useContext } from 'react'
import { RecordName } from '~/components/layouts/record-page'
import type { CaseNoun } from '~/contracts/cases/cases'
import type { RepairEstimates } from '~/contracts/cases/estimates'
import type { Evaluation } from '~/contracts/cases/evaluation'
import { trpc } from '~/trpc/client'
import type { CommonRouter, Query } from '~/trpc/common-procedures'
import { changeToasts, useCaseChanged } from './use-case'

/** The estimates of a repair, and the evaluation of a trade-in with its offers. */
export interface CaseQuotes {
  repairs: RepairEstimates
  tradeIns: Evaluation
}

type Cache<Noun extends CaseNoun> = CommonRouter<{ quotes: Query<{ id: string }, CaseQuotes[Noun]> }>['cache']['quotes']

/** Shows and tells what a call about the quotes of a case has come to. */
export function useQuotes<Noun extends CaseNoun>(noun: Noun, id: string) {
  const { repairs, tradeIns } = trpc.useUtils()
  const caches: { readonly [Each in CaseNoun]: Cache<Each> } = { repairs: repairs.estimates, tradeIns: tradeIns.evaluation }
  const quotes = caches[noun]
  const changed = useCaseChanged(noun)
  const about = useContext(RecordName)
  return {
    /** Shows at once what a call has answered. */
    keep: (now: CaseQuotes[Noun]) => {
      quotes.setData({ id }, now)
      return now
    },
    reload: () => quotes.fetch({ id }, { staleTime: 0 }),
    // A call fails where somebody else was first: the quotes are read again.
    ...changeToasts({ changed, reread: () => void quotes.invalidate({ id }), about }),
  }
}

/** The estimate or offer that is still worked on, or waits for a second administrator. */
export const draftOf = <Quote extends { state: string }>(quotes: readonly Quote[]) => quotes.find(({ state }) => state === 'draft')
/** Those that the customer was sent, newest first. */
export const sentOf = <Quote extends { state: string }>(quotes: readonly Quote[]) => quotes.filter(({ state }) => state !== 'draft')
