import { CircleAlert, ChevronRight } from '~/components/icons/lucide'
import { useState } from 'react'
import { RelativeTime } from '~/components/admin-list/cells'
import { useAction } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { failureMessage, type FailedMessage, type FailedMessages } from '~/contracts/office/outbox'
import { trpc } from '~/trpc/client'
import { dashboardMessages } from './messages'

const messages = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'message' : 'messages'}`

/** Failed emails and text messages, with a button that resends them. */
export function FailedMessagesRow({ failed }: { failed: FailedMessages }) {
  const [isOpen, setOpen] = useState(false)
  if (failed.total === 0 && !isOpen) return null
  return (
    <div className="border-b border-line">
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="group flex min-h-18 w-full items-center gap-3 px-5 py-3 text-left hover:bg-surface-muted"
      >
        <CircleAlert className="size-4 shrink-0 text-danger-ink" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium text-ink group-hover:underline">{messages(failed.total)} could not be sent</span>
          <span className="mt-0.5 block text-xs text-ink-muted">Look at them, and send them again</span>
        </span>
        <ChevronRight className="size-4 shrink-0 text-ink-subtle" aria-hidden="true" />
      </button>
      {isOpen && <FailedMessagesDialog failed={failed} onClose={() => setOpen(false)} />}
    </div>
  )
}

function FailedMessagesDialog({ failed: { rows, total }, onClose }: { failed: FailedMessages; onClose: () => void }) {
  const utils = trpc.useUtils()
  const onSettled = () => utils.outbox.failed.invalidate()
  const send = useAction(trpc.outbox.sendAgain.useMutation({ onSettled }), {
    done: ({ count }) => `${messages(count)} will be sent again now`,
    failed: dashboardMessages.sendAgainFailed,
  })
  const discard = useAction(trpc.outbox.discard.useMutation({ onSettled }), {
    done: ({ count }) => `${messages(count)} discarded`,
    failed: dashboardMessages.discardFailed,
  })
  const busy = send.busy || discard.busy
  const good = rows.filter((row) => row.canSendAgain)
  return (
    <Modal title="Messages that could not be sent" onClose={onClose} className="max-w-2xl">
      <ModalBody>
        {rows.length === 0 ? (
          <p className="py-6 text-center text-sm text-ink-muted">Nothing is left: all have been sent again or discarded.</p>
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <FailedRow
                key={row.id}
                row={row}
                busy={busy}
                onSend={() => void send.run({ ids: [row.id] })}
                onDiscard={() => void discard.run({ ids: [row.id] })}
              />
            ))}
          </ul>
        )}
        {total > rows.length && (
          <p className="mt-4 text-sm text-ink-muted">
            The newest {rows.length} of {total.toLocaleString('en-GB')} are shown.
          </p>
        )}
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        {good.length > 1 && (
          <Button busy={send.busy} disabled={busy} onClick={() => void send.run({ ids: good.map(({ id }) => id) })}>
            Send all again
          </Button>
        )}
      </ModalFooter>
    </Modal>
  )
}

interface FailedRowProps {
  row: FailedMessage
  busy: boolean
  onSend: () => void
  onDiscard: () => void
}

function FailedRow({ row, busy, onSend, onDiscard }: FailedRowProps) {
  const { to, subject, reason, tries, lastTryAt, canSendAgain } = row
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere text-ink">{to}</p>
        <p className="text-sm wrap-anywhere text-ink-muted">{subject}</p>
        <p className="mt-0.5 text-xs wrap-anywhere text-ink-muted">
          {failureMessage(reason)} ({reason}) · {tries === 1 ? 'tried once' : `tried ${tries} times`}, last <RelativeTime at={lastTryAt} />
        </p>
      </div>
      <div className="flex gap-2">
        {canSendAgain && (
          <Button size="sm" variant="secondary" disabled={busy} onClick={onSend} aria-label={`Send again to ${to}`}>
            Send again
          </Button>
        )}
        <Button size="sm" variant="secondary" disabled={busy} onClick={onDiscard} aria-label={`Discard the message to ${to}`}>
          Discard
        </Button>
      </div>
    </li>
  )
}
