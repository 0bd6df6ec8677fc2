import { DateText } from '~/components/admin-list/cells'
import { useAction } from '~/components/form/use-action'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import type { StandingMerge } from '~/contracts/identity/customers'
import { trpc } from '~/trpc/client'

/** The customers who were merged into this one, and the way back. */
export function StandingMerges({ merges, mayChange }: { merges: readonly StandingMerge[]; mayChange: boolean }) {
  const utils = trpc.useUtils()
  const unmerge = useAction(trpc.customers.unmerge.useMutation({ onSettled: () => utils.invalidate() }), {
    done: 'The two are customers of their own again',
    failed: 'Failed to undo the merge',
  })
  if (merges.length === 0) return null
  return (
    <RecordSection title="Merged into this customer">
      <ul className="divide-y divide-line text-sm">
        {merges.map(({ userId, name, mergedAt, mergedBy, undoUntil }) => (
          <li key={userId} className="flex flex-col gap-1 px-5 py-4 sm:px-6">
            <span className="font-medium wrap-anywhere text-ink">{name}</span>
            <span className="wrap-anywhere text-ink-muted">
              <DateText at={mergedAt} />
              {mergedBy !== null && ` by ${mergedBy}`}
            </span>
            {undoUntil !== null && mayChange && (
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-subtle">
                <Button variant="secondary" size="sm" busy={unmerge.busy} onClick={() => void unmerge.run({ id: userId })}>
                  Undo the merge
                </Button>
                <span>
                  Until <DateText at={undoUntil} />
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}
