import { LinkButton } from '~/components/ui/link-button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'

interface CartPanelProps {
  shopUrl: string
  onClose: () => void
}

/** Says where the basket really is: in the external shop, with its checkout. */
export function CartPanel({ shopUrl, onClose }: CartPanelProps) {
  return (
    <Modal title="Cart" onClose={onClose} className="sm:max-w-md">
      <ModalBody className="flex flex-col gap-3 text-ink-muted">
        <p>Baskets, payment and delivery are handled by our shop, on its own site: {new URL(shopUrl).host}.</p>
        <p>Every product on these pages opens there. What you put into your basket waits for you in its cart.</p>
      </ModalBody>
      <ModalFooter>
        <LinkButton href={`${shopUrl}/cart`} external>
          Open the shop’s cart
        </LinkButton>
      </ModalFooter>
    </Modal>
  )
}
