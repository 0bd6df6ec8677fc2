import { LinkButton } from '~/components/ui/link-button'
import { paths } from '~/lib/paths'

/** Explains why there is no request, and how to go on. */
export const NoLink = ({ message }: { message: string }) => (
  <>
    <p className="text-lg wrap-anywhere text-ink">{message}</p>
    <LinkButton href={paths.contact} variant="secondary" className="mt-6">
      Write to us
    </LinkButton>
  </>
)
