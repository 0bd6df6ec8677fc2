import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { Modal, ModalBody } from '~/components/ui/modal'
import { DateText } from '~/components/admin-list/cells'
import { trpc } from '~/trpc/client'

/** Links open in a tab of their own: nothing else can be shown in the frame, which the site's policy keeps to its document. */
const inNewTabs = (html: string) => html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)

/** One email: its HTML in a frame that runs no scripts, and its plain text. */
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
            {email.html !== null && (
              <iframe
                title="The email"
                srcDoc={inNewTabs(email.html)}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                className="h-[60vh] w-full rounded-md border border-line bg-white"
              />
            )}
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
