import type { CaseNoun, CaseRef } from '~/contracts/cases/cases'
import type { Repair } from '~/contracts/cases/repairs'
import { records } from '~/contracts/records'
import type { TradeIn } from '~/contracts/cases/trade-ins'
import { caseHistoryLines } from './history'
import { trpc, type RouterInputs } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

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

interface Cases {
  repairs: Repair
  tradeIns: TradeIn
}
/** What can be changed of a case. */
export type CaseChanges<Noun extends CaseNoun> = Omit<RouterInputs[Noun]['update'], 'id' | 'version'>

/** The hooks that these routers have in common. */
interface Hooks<Noun extends CaseNoun> {
  update: { useMutation: () => { mutateAsync: (input: CaseChanges<Noun> & { id: string; version: number }) => Promise<Cases[Noun]> } }
}
const hooks: { readonly [Noun in CaseNoun]: Hooks<Noun> } = trpc

/** What the cache of these routers has in common. */
interface Cache<Noun extends CaseNoun> {
  byId: { fetch: (input: { id: string }, options: { staleTime: number }) => Promise<Cases[Noun]> }
}

/** Saving a part of a case, as components/admin-case/edit-section takes it. @param read the part's values of a case */
export function useCaseUpdate<Noun extends CaseNoun, Values extends CaseChanges<Noun>>(
  noun: Noun,
  id: string,
  read: (row: Cases[Noun]) => Values,
) {
  const caches: { readonly [Each in CaseNoun]: Cache<Each> } = trpc.useUtils()
  const update = hooks[noun].update.useMutation()
  const toStored = (row: Cases[Noun]) => ({ values: read(row), version: row.version })
  return {
    part: {
      save: async (values: Values, version: number) => toStored(await update.mutateAsync({ ...values, id, version })),
      reload: async () => toStored(await caches[noun].byId.fetch({ id }, { staleTime: 0 })),
    },
    changed: useCaseChanged(noun),
  }
}
