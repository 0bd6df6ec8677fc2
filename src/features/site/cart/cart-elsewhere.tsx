import { LinkButton } from '~/components/ui/link-button'
import { ModalBody, ModalFooter } from '~/components/ui/modal'

/** Says where the basket really is: in the external shop, with its checkout. */
export function CartElsewhere({ shopUrl }: { shopUrl: string }) {
  return (
    <>
      <ModalBody className="flex flex-col gap-3 text-ink-muted">
        <p>Baskets, payment and delivery are handled by our shop, on its own site: {new URL(shopUrl).host}.</p>
        <p>Every product on these pages opens there. What you put into your basket waits for you in its cart.</p>
      </ModalBody>
      <ModalFooter>
        <LinkButton href={`${shopUrl}/cart`} external>
          Open the shop’s cart
        </LinkButton>
      </ModalFooter>
    </>
  )
}
