import { Button } from './button'
import { Card } from './card'
import { Icon } from './icon'

interface LoadFailureProps {
  /** What could not be loaded, in the words of the toast (spec §8). */
  message: string
  /** The server's own sentence about it; undefined when it did not answer. */
  reason: string | undefined
  onRetry: () => void
  /** True while a new attempt runs. */
  retrying: boolean
}

const UNREACHABLE = 'The server could not be reached. Check your connection.'

/** Stands in the place of what could not be loaded, with a way to try again. */
export function LoadFailure({ message, reason = UNREACHABLE, onRetry, retrying }: LoadFailureProps) {
  return (
    <Card className="flex flex-col items-center gap-4 py-12 text-center">
      <Icon name="triangle-alert" className="size-8 text-danger-ink" />
      <div>
        <p className="font-semibold text-ink">{message}</p>
        <p className="mt-1 text-sm text-ink-muted">{reason}</p>
      </div>
      <Button variant="secondary" onClick={onRetry} busy={retrying}>
        {!retrying && <Icon name="rotate-cw" className="size-4" />}
        Try again
      </Button>
    </Card>
  )
}
