import { HistoryRows } from '~/components/admin-list/history-list'
import { failureToast } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { RecordSection } from '~/components/layouts/record-page'
import { useDraft } from '~/lib/drafts'
import type { CaseRef } from '~/contracts/case-ref'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { caseHistoryLines } from './history'

const LONGEST_NOTE = 10_000

/** A note that cannot be saved throws and stays in its field. */
function useTimeline({ noun, id }: CaseRef) {
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
    onNote: async (body: string) => {
      await submit((idempotencyKey) => add.mutateAsync({ noun, id, body, idempotencyKey }))
    },
    saving: add.isPending,
  }
}

/** Newest first, with a field for notes. */
export function TimelineSection(of: CaseRef) {
  const { history, onNote, saving } = useTimeline(of)
  // Two tabs of the page share the note.
  const [body, setBody] = useDraft(`note ${of.noun} ${of.id}`)
  return (
    <RecordSection title="Timeline">
      <form
        className="flex flex-col gap-2 border-b border-line p-5 sm:p-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (body.trim() === '') return
          onNote(body).then(() => setBody((typed) => (typed === body ? '' : typed)), failureToast('Failed to save note'))
        }}
      >
        <label className="flex flex-col gap-1.5 text-sm font-medium text-ink">
          Note
          <textarea
            value={body}
            rows={2}
            maxLength={LONGEST_NOTE}
            onChange={({ target }) => setBody(() => target.value)}
            className="field resize-y font-normal sm:text-sm"
          />
        </label>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-ink-subtle">Internal: customers do not see it</p>
          <Button type="submit" variant="secondary" size="sm" busy={saving} disabled={body.trim() === ''}>
            Add note
          </Button>
        </div>
      </form>
      <div className="p-5 sm:p-6">
        <HistoryRows {...history} />
      </div>
    </RecordSection>
  )
}
