import { useContext } from 'react'
import { RecordName } from '~/components/layouts/record-page'
import type { CaseNoun } from '~/contracts/case-ref'
import { trpc } from '~/trpc/client'
import { deskQuotes, sentOf, type CaseQuotes, type QuotesOf } from './quote-kinds'
import { changeToasts, useCaseChanged } from './use-case'

/** Shows the result of a call about a case's quotes. */
export function useQuotes<Noun extends CaseNoun>(noun: Noun, id: string) {
  const quotes = deskQuotes[noun].cacheOf(trpc.useUtils())
  const changed = useCaseChanged(noun)
  const about = useContext(RecordName)
  return {
    /** Shows the answer of a call at once. */
    keep: (now: CaseQuotes[Noun]) => {
      quotes.setData({ id }, now)
      return now
    },
    reload: () => quotes.fetch({ id }, { staleTime: 0 }),
    // A call fails after somebody else's change, so the quotes are refetched.
    ...changeToasts({ changed, reread: () => void quotes.invalidate({ id }), about }),
  }
}

/** Sent quotes, newest first; none while they load. */
export function useSentQuotes<Noun extends CaseNoun>(noun: Noun, id: string): readonly QuotesOf[Noun][] {
  const { useAll, quotesOf } = deskQuotes[noun]
  const all = useAll(id)
  return all ? sentOf(quotesOf(all)) : []
}
