import { Container } from '~/components/ui/container'
import { LinkButton } from '~/components/ui/link-button'
import { paths } from '~/lib/paths'
import { useEffect } from 'react'

interface ErrorScreenProps {
  status: number
  title: string
  text: string
}

export function ErrorScreen({ status, title, text }: ErrorScreenProps) {
  return (
    <div className="relative overflow-hidden border-b border-graphite-line bg-graphite on-dark">
      <div aria-hidden="true" className="absolute inset-0 blueprint" />
      <Container className="relative grid items-center gap-x-10 py-20 sm:py-28 lg:grid-cols-[1.3fr_1fr]">
        <div>
          <p className="text-lg font-semibold text-accent-ink tabular-nums">Error {status}</p>
          <h1 className="mt-4 text-4xl leading-[1.08] font-semibold tracking-tight sm:text-6xl">{title}</h1>
          <p className="mt-5 max-w-xl text-lg text-on-graphite-muted sm:text-xl">{text}</p>
          <LinkButton href={paths.home} size="lg" className="mt-9">
            Return to Home
          </LinkButton>
        </div>
        <div aria-hidden="true" className="mx-auto mt-14 hidden miner-drawing w-full max-w-sm opacity-60 lg:block" />
      </Container>
    </div>
  )
}

/** Logs the missing path (requirements §2 Route table). */
export function useLogMissingPath() {
  useEffect(() => {
    console.error('404: no page at', window.location.pathname)
  }, [])
}
