import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { Modal, ModalBody } from '~/components/ui/modal'
import { DateText } from '~/components/admin-list/cells'
import { trpc } from '~/trpc/client'
import { EmailFrame } from './email-frame'

export function EmailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.outbox.file.useQuery({ id })
  const email = query.data
  return (
    <Modal title={email?.subject ?? 'Email'} onClose={onClose} className="max-w-3xl">
      <ModalBody className="flex flex-col gap-4">
        {email ? (
          <>
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
              <dt className="text-ink-muted">To</dt>
              <dd className="wrap-anywhere">{email.to}</dd>
              <dt className="text-ink-muted">From</dt>
              <dd className="wrap-anywhere">{email.from}</dd>
              <dt className="text-ink-muted">Written</dt>
              <dd>
                <DateText at={email.at} />
              </dd>
              {email.attachments.length > 0 && (
                <>
                  <dt className="text-ink-muted">Attached</dt>
                  <dd className="wrap-anywhere">{email.attachments.join(', ')}</dd>
                </>
              )}
            </dl>
            {email.html !== null && <EmailFrame title="The email" html={email.html} />}
            <details open={email.html === null} className="text-sm">
              <summary className="min-h-6 cursor-pointer font-medium">Plain text</summary>
              <pre className="mt-2 font-sans wrap-anywhere whitespace-pre-wrap">{email.text}</pre>
            </details>
          </>
        ) : query.error ? (
          <LoadFailure message="Failed to fetch the email" query={query} />
        ) : (
          <Skeleton className="h-[60vh]" />
        )}
      </ModalBody>
    </Modal>
  )
}
