import { useAction } from '~/components/form/use-action'
import { MoreButton } from '~/components/ui/more-button'
import { DateText, useMay } from '~/components/admin-list/cells'
import { Badge, type Tone } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { EntryTable } from '~/components/ui/entry-table'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import type { DeliveryState, Webhook, WebhookDelivery } from '~/contracts/office/webhooks'
import { trpc } from '~/trpc/client'

const states: Record<DeliveryState, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
}

/** An HTTP status needs no words. */
const faults: Record<string, string> = {
  timeout: 'No answer in time',
  unreachable: 'Not reached',
  unknown_host: 'There is no such host',
  private_address: 'Not on the public internet',
  not_https: 'Not an https address',
  unreadable_secret: 'Its secret cannot be read: make a new one',
  disabled: 'The webhook was disabled',
  not_readable: 'Nobody who may read it answers for the webhook',
}

function Outcome({ fault, status, answer, tries, triedAt }: WebhookDelivery) {
  return (
    <>
      {fault === null ? (
        status !== null && <span className="block">HTTP {status}</span>
      ) : (
        <span className="block">{faults[fault] ?? fault}</span>
      )}
      {triedAt && (
        <span className="block text-xs text-ink-muted">
          {tries === 1 ? '1 attempt' : `${tries} attempts`}, the latest <DateText at={triedAt} />
        </span>
      )}
      {answer !== null && answer !== '' && (
        <code className="mt-1 line-clamp-3 block max-w-sm font-mono text-xs wrap-anywhere text-ink-muted">{answer}</code>
      )}
    </>
  )
}

export function LogDialog({ webhook: { id, url, isEnabled }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const utils = trpc.useUtils()
  const mayWrite = useMay()('webhooks', 'write')
  const log = trpc.webhooks.deliveries.useInfiniteQuery(
    { id },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      // A waiting message may be delivered at any moment.
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some(({ rows }) => rows.some(({ state }) => state === 'waiting')) ? 3_000 : false,
    },
  )
  const resend = useAction(trpc.webhooks.resend.useMutation({ onSettled: () => utils.webhooks.invalidate() }), {
    done: 'It is sent again',
    failed: 'Failed to send it again',
  })
  const rows = log.data?.pages.flatMap((page) => page.rows) ?? []

  return (
    <Modal title="Log of the webhook" onClose={onClose} className="max-w-4xl">
      <ModalBody className="flex flex-col gap-5">
        <p className="font-mono text-xs wrap-anywhere text-ink-muted">{url}</p>
        {log.isError ? (
          <LoadFailure message="The log could not be loaded" query={log} />
        ) : log.isPending ? (
          <Skeleton className="h-48" />
        ) : rows.length === 0 ? (
          <p className="text-ink-muted">Nothing in the last 30 days.</p>
        ) : (
          <EntryTable
            label="Deliveries"
            rows={rows}
            rowId={(row) => row.id}
            columns={[
              { header: 'Happened', cell: ({ occurredAt }) => <DateText at={occurredAt} /> },
              {
                header: 'Told of',
                cell: ({ type, subjectId, subjectVersion }) => (
                  <>
                    <span className="block font-mono text-xs font-medium">{type}</span>
                    <span className="block font-mono text-xs wrap-anywhere text-ink-muted">
                      {subjectId}, version {subjectVersion}
                    </span>
                  </>
                ),
              },
              { header: 'State', cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge> },
              { header: 'Answer', inBlock: 'opened', cell: (row) => <Outcome {...row} /> },
              {
                header: 'Actions',
                align: 'end',
                wide: true,
                inBlock: 'opened',
                cell: (row) =>
                  isEnabled &&
                  mayWrite && (
                    <Button
                      variant="secondary"
                      size="sm"
                      aria-label={`Send again ${row.type} ${row.subjectId}`}
                      busy={resend.busy}
                      onClick={() => void resend.run({ deliveryId: row.id })}
                    >
                      Send again
                    </Button>
                  ),
              },
            ]}
          />
        )}
        <MoreButton query={log} className="self-center">
          Show earlier ones
        </MoreButton>
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" busy={log.isRefetching} onClick={() => void log.refetch()}>
          Refresh
        </Button>
      </ModalFooter>
    </Modal>
  )
}
