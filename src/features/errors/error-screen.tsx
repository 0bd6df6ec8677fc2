import { Container } from '~/components/ui/container'
import { LinkButton } from '~/components/ui/link-button'
import { paths } from '~/lib/paths'

interface ErrorScreenProps {
  /** The HTTP status, shown large. */
  status: number
  title: string
  text: string
}

/** What a visitor reads where a page should be, with the way back. */
export function ErrorScreen({ status, title, text }: ErrorScreenProps) {
  return (
    <Container className="flex flex-col items-start py-20 sm:py-28">
      <p aria-hidden="true" className="text-8xl font-semibold tracking-tighter text-surface-strong tabular-nums sm:text-9xl">
        {status}
      </p>
      <h1 className="mt-2 text-4xl font-semibold tracking-tight sm:text-5xl">{title}</h1>
      <p className="mt-4 max-w-xl text-lg text-ink-muted">{text}</p>
      <LinkButton href={paths.home} size="lg" className="mt-8">
        Return to Home
      </LinkButton>
    </Container>
  )
}
