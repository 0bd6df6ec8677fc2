import type { CaseNoun, CaseRef } from '~/contracts/cases'
import { records } from '~/contracts/records'
import { caseHistoryLines } from '~/lib/case-history'
import { trpc } from './client'
import { useSubmission } from './use-submission'

/** What the pages of repairs and trade-ins have in common. */

/** What happened to a case, newest first, and a way to write a note to it (components/admin-case/timeline-section). */
export function useCaseTimeline({ noun, id }: CaseRef) {
  const utils = trpc.useUtils()
  const timeline = trpc.cases.timeline.useInfiniteQuery({ noun, id }, { getNextPageParam: (page) => page.nextCursor })
  const submit = useSubmission()
  const add = trpc.cases.addNote.useMutation({ onSuccess: () => utils.cases.timeline.invalidate({ noun, id }) })
  return {
    history: {
      rows: timeline.data?.pages.flatMap((page) => page.rows.flatMap((entry) => caseHistoryLines(noun, entry))),
      failed: timeline.isError,
      onRetry: () => void timeline.refetch(),
      onMore: timeline.hasNextPage ? () => void timeline.fetchNextPage() : undefined,
    },
    addNote: async (body: string) => {
      await submit((idempotencyKey) => add.mutateAsync({ noun, id, body, idempotencyKey }))
    },
    saving: add.isPending,
  }
}

/** Has everything read again that a change of a case may have made old. */
export function useCaseChanged(noun: CaseNoun) {
  const utils = trpc.useUtils()
  return () => {
    void utils[noun].invalidate()
    void utils.cases.invalidate()
    void utils.audit.history.invalidate({ subjectType: records[noun].auditSubject })
    void utils.dashboard.overview.invalidate()
  }
}
