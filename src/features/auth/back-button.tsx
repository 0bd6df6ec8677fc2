import { Button } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'

/** The way back to the step before, under a form of the sign-in card. */
export function BackButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="ghost" size="sm" onClick={onClick} className="self-center">
      <Icon name="arrow-left" className="size-4" />
      Back
    </Button>
  )
}
