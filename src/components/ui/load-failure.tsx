import { serverMessage } from '~/components/form/server-errors'
import { Button } from './button'
import { Card } from './card'
import { Icon } from './icon'

interface LoadFailureProps {
  message: string
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

export function LoadFailure({ message, query: { error, isFetching, refetch } }: LoadFailureProps) {
  return (
    <Card className="flex flex-col items-center gap-4 py-12 text-center">
      <Icon name="triangle-alert" className="size-8 text-danger-ink" />
      <div>
        <p className="font-semibold text-ink">{message}</p>
        <p className="mt-1 text-sm text-ink-muted">{serverMessage(error) ?? 'We could not reach the server. Check your connection.'}</p>
      </div>
      <Button variant="secondary" onClick={() => void refetch()} busy={isFetching}>
        {!isFetching && <Icon name="rotate-cw" className="size-4" />}
        Try again
      </Button>
    </Card>
  )
}
