import { Download } from '~/components/icons/lucide'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { trpc } from '~/trpc/client'

const count = new Intl.NumberFormat('en-GB')

export function SubscribersDialog({ onClose }: { onClose: () => void }) {
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
