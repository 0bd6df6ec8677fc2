import Head from 'next/head'
import { Container } from '~/components/ui/container'
import { Icon } from '~/components/ui/icon'
import { LinkButton } from '~/components/ui/link-button'
import type { SiteSettings } from '~/contracts/site/settings'
import { paths } from '~/lib/paths'

const promises = ['Published values', 'Credit never expires', 'Store credit only, never cash']

/** The first screen of the site: what is on offer, in the words of the settings. */
export function Hero({ settings }: { settings: SiteSettings }) {
  return (
    <section aria-labelledby="hero-title" className="relative overflow-hidden bg-graphite on-dark">
      <Head>
        {/* A background of the style sheet (miner-drawing), which browsers would find only after they have read that. */}
        <link key="drawing" rel="preload" as="image" href="/art/asic-miner.svg" />
      </Head>
      <div aria-hidden="true" className="absolute inset-0 blueprint" />
      <Container className="relative grid items-center gap-x-10 py-16 sm:py-20 lg:grid-cols-[1.15fr_1fr] lg:py-24">
        <div>
          <p className="inline-flex items-center gap-2.5 rounded-full border border-graphite-line bg-graphite-raised px-4 py-1.5 text-sm font-medium text-on-graphite">
            <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
            {settings.hero_badge_text}
          </p>
          <h1 id="hero-title" className="mt-6 text-4xl leading-[1.06] font-semibold tracking-tight sm:text-5xl lg:text-6xl">
            {settings.hero_title}
          </h1>
          <p className="mt-6 max-w-xl text-lg text-on-graphite-muted sm:text-xl">{settings.hero_description}</p>
          <div className="mt-9 flex flex-col gap-3 sm:flex-row">
            <LinkButton href={paths.tradeIn} size="lg">
              Start Trade-In
            </LinkButton>
            <LinkButton href={paths.products} size="lg" variant="inverse">
              View Shop
            </LinkButton>
          </div>
          <ul className="mt-8 flex flex-col gap-x-6 gap-y-2 text-on-graphite-muted sm:flex-row sm:flex-wrap">
            {promises.map((promise) => (
              <li key={promise} className="flex items-center gap-2">
                <Icon name="check" className="size-4.5 text-accent" />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <div aria-hidden="true" className="mx-auto mt-12 miner-drawing w-full max-w-md lg:mt-0 lg:max-w-none" />
      </Container>
    </section>
  )
}
