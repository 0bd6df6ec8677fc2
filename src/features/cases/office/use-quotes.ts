import { useContext } from 'react'
import { RecordName } from '~/components/layouts/record-page'
import type { CaseNoun } from '~/contracts/case-ref'
import { trpc } from '~/trpc/client'
import { deskQuotes, sentOf, type CaseQuotes, type QuotesOf } from './quote-kinds'
import { changeToasts, useCaseChanged } from './use-case'

/** Shows and tells what a call about the quotes of a case has come to. */
export function useQuotes<Noun extends CaseNoun>(noun: Noun, id: string) {
  const quotes = deskQuotes[noun].cacheOf(trpc.useUtils())
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

/** The quotes of a case that its customer was sent, newest first; none while they load. */
export function useSentQuotes<Noun extends CaseNoun>(noun: Noun, id: string): readonly QuotesOf[Noun][] {
  const { useAll, quotesOf } = deskQuotes[noun]
  const all = useAll(id)
  return all ? sentOf(quotesOf(all)) : []
}
