import { Download, Mail } from 'lucide-react'
import { useAddressDialog } from '~/components/admin-list/use-dialogs'
import { toolButton } from '~/components/admin-list/tool-popover'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { LoadFailure } from '~/components/ui/load-failure'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { Skeleton } from '~/components/ui/loading'
import { trpc } from '~/trpc/client'

const count = new Intl.NumberFormat('en-GB')

/** The way to the newsletter's addresses: how many there are, and their file. */
export function NewsletterSubscribers() {
  const [open, setOpen] = useAddressDialog('newsletter')
  return (
    <>
      <button type="button" className={toolButton} onClick={() => setOpen(true)}>
        <Mail className="size-4" aria-hidden="true" />
        Newsletter
      </button>
      {open && <SubscribersDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function SubscribersDialog({ onClose }: { onClose: () => void }) {
  const figures = trpc.newsletter.figures.useQuery()
  const { data } = figures
  return (
    <Modal title="Newsletter subscribers" onClose={onClose}>
      <ModalBody className="flex flex-col gap-4">
        {data ? (
          <dl className="grid grid-cols-2 gap-4">
            <Figure label="Confirmed" value={data.confirmed} />
            <Figure label="Waiting for their link" value={data.waiting} />
          </dl>
        ) : figures.isError ? (
          <LoadFailure message="The subscribers could not be counted" query={figures} />
        ) : (
          <Skeleton className="h-16 w-full" />
        )}
        <p className="text-ink-muted">
          The file has the confirmed addresses, each with the link that ends its subscription: every newsletter needs it. Download the file
          again before each newsletter, because people who unsubscribe are removed at once.
        </p>
        {data?.isOpen === false && (
          <p className="text-ink-muted">The box on the products page takes no addresses while the shop has no inbox (CONTACT_INBOX).</p>
        )}
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        <a href="/api/newsletter/subscribers.csv" download className={buttonStyles()}>
          <Download className="size-4" aria-hidden="true" />
          Export CSV
        </a>
      </ModalFooter>
    </Modal>
  )
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt className="text-sm text-ink-muted">{label}</dt>
    <dd className="text-2xl font-semibold tabular-nums">{count.format(value)}</dd>
  </div>
)
