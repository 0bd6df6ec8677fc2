import { useState } from 'react'
import { DateText, useNow } from '~/components/admin-list/cells'
import { RecordSection } from '~/components/layouts/record-page'
import { sayOutcome } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { SALE_MONTHS, SECOND_NOTICE_DAYS } from '~/contracts/cases/collection'
import { formatDay } from '~/lib/instant'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { useCaseChanged } from '../use-case'

const ConfirmDialog = onDemand(() => import('~/components/ui/confirm-dialog').then((module) => module.ConfirmDialog))

const ordinal = ['first', 'second'] as const

export function CollectionPanel({ repairId }: { repairId: string }) {
  const [asking, setAsking] = useState(false)
  const now = useNow()
  const utils = trpc.useUtils()
  const changed = useCaseChanged('repairs')
  const submit = useSubmission()
  const { data } = trpc.repairs.collectionNotices.useQuery({ repairId })
  const send = trpc.repairs.sendCollectionNotice.useMutation()
  if (!data || (data.notices.length === 0 && data.next === null)) return null
  const { notices, next, mayBeSoldFrom } = data
  const which = ordinal[notices.length] ?? 'second'
  const confirm = async () => {
    await sayOutcome(
      submit((idempotencyKey) => send.mutateAsync({ repairId, idempotencyKey })),
      { done: `The ${which} notice is sent`, failed: `Failed to send the ${which} notice` },
    )
    await utils.repairs.collectionNotices.invalidate({ repairId })
    changed()
    setAsking(false)
  }
  return (
    <RecordSection title="Collection">
      <div className="flex flex-col items-start gap-3 p-5 text-sm text-ink-muted sm:px-6">
        {notices.length === 0 && <p>The owner has had no notice yet to collect it.</p>}
        {notices.map(({ number, sentAt, recipient }) => (
          <p key={number} className="wrap-anywhere">
            {number === 1 ? 'First' : 'Second'} notice to {recipient}, <DateText at={sentAt} />
          </p>
        ))}
        {mayBeSoldFrom !== null && (
          <p className="font-medium text-ink">
            May be sold from <time dateTime={mayBeSoldFrom}>{formatDay(mayBeSoldFrom)}</time>
          </p>
        )}
        {next !== null && next > now && (
          <p>
            The {which} notice can be sent from <DateText at={next} />
          </p>
        )}
        {next !== null && next <= now && (
          <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
            Send {which} notice
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={`Send the ${which} notice?`}
          message={
            which === 'first'
              ? `The owner is asked by email to collect the machine. The second notice can follow after ${SECOND_NOTICE_DAYS} days.`
              : `The owner is told by email that the machine will be sold in ${SALE_MONTHS} months if nobody collects it (Torts (Interference with Goods) Act 1977).`
          }
          confirmLabel="Send notice"
          cancelLabel="Cancel"
          variant="primary"
          busy={send.isPending}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        />
      )}
    </RecordSection>
  )
}
