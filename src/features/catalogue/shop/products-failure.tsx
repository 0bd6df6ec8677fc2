import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Icon } from '~/components/ui/icon'

interface ProductsFailureProps {
  message: string
  onRetry: () => void
}

export function ProductsFailure({ message, onRetry }: ProductsFailureProps) {
  return (
    <Card role="alert" className="flex flex-col items-center gap-5 px-6 py-14 text-center">
      <Icon name="triangle-alert" className="size-9 text-danger-ink" />
      <div>
        <h2 className="text-2xl font-semibold tracking-tight">Error Loading Products</h2>
        <p className="mt-2 text-ink-muted">{message}</p>
      </div>
      <Button onClick={onRetry} className="no-script:hidden">
        <Icon name="rotate-cw" className="size-4.5" />
        Try again
      </Button>
    </Card>
  )
}
