import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Icon } from '~/components/ui/icon'

// In this file, which the page loads anyway.
const texts = {
  noMatch: {
    title: 'No products match your search',
    text: 'Try fewer words, another category or fewer filters.',
  },
  nothing: {
    title: 'No products found',
    text: 'We list nothing at the moment. See the full shop.',
  },
} as const

interface NoProductsProps {
  /** The shop lists nothing at all. */
  nothingListed: boolean
  onReset: () => void
}

/** Replaces an empty list, with a next step. */
export function NoProducts({ nothingListed, onReset }: NoProductsProps) {
  const { title, text } = nothingListed ? texts.nothing : texts.noMatch
  return (
    <Card className="flex flex-col items-center gap-5 px-6 py-14 text-center">
      <Icon name="search-x" className="size-9 text-ink-subtle" />
      <div>
        <h3 className="text-xl font-semibold tracking-tight">{title}</h3>
        <p className="mt-1.5 text-ink-muted">{text}</p>
      </div>
      {!nothingListed && (
        <Button variant="secondary" onClick={onReset}>
          Show all products
        </Button>
      )}
    </Card>
  )
}
