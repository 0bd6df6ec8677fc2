import { Container } from '~/components/ui/container'

interface MissionProps {
  statement: string
  tagline: string
}

/** Why the company exists, in one sentence of the settings. */
export function Mission({ statement, tagline }: MissionProps) {
  return (
    <section id="mission" aria-labelledby="mission-title" className="py-16 sm:py-24">
      <Container className="grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="mission-title" className="text-3xl font-semibold tracking-tight sm:text-4xl">
            Our mission
          </h2>
          <p className="mt-3 text-lg text-ink-muted">{tagline}</p>
        </div>
        <p className="border-l-4 border-accent pl-6 text-2xl leading-snug font-medium tracking-tight text-balance sm:pl-8 sm:text-3xl">
          {statement}
        </p>
      </Container>
    </section>
  )
}
