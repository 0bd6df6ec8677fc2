import Head from 'next/head'
import type { ReactNode } from 'react'
import { Card } from '~/components/ui/card'
import { Container } from '~/components/ui/container'
import { Icon } from '~/components/ui/icon'
import { LinkButton } from '~/components/ui/link-button'
import { Section } from '~/components/ui/section'
import { tradeInSteps, reasons } from '~/content/home'
import type { SiteSettings } from '~/contracts/site/settings'
import { paths } from '~/lib/paths'
import { RepairTeaser } from './repair-teaser'

interface HomeScreenProps {
  settings: SiteSettings
  calculator: ReactNode
  products: ReactNode
}

export function HomeScreen({ settings, calculator, products }: HomeScreenProps) {
  return (
    <>
      <Hero settings={settings} />
      <Statistics settings={settings} />
      <HowItWorks />
      <Section
        id="calculator"
        ground="muted"
        title="What is your miner worth?"
        lead="Three choices give the value in store credit. Verification takes 2-3 business days after receipt."
      >
        {calculator}
      </Section>
      {products !== null && (
        <Section id="products" title="In the shop now" lead="New and refurbished machines, with their prices.">
          {products}
          <LinkButton href={paths.products} variant="secondary" className="mt-8">
            See all products
          </LinkButton>
        </Section>
      )}
      <WhyChooseUs companyDescription={settings.company_description} />
      <RepairTeaser />
    </>
  )
}

const promises = ['Published values', 'Credit never expires', 'Store credit only, never cash']

function Hero({ settings }: { settings: SiteSettings }) {
  return (
    <section aria-labelledby="hero-title" className="relative overflow-hidden bg-graphite on-dark">
      <Head>
        {/* A background in the style sheet (miner-drawing), which browsers would find late. */}
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

function Statistics({ settings }: { settings: SiteSettings }) {
  const figures = [
    { label: 'Miners serviced', figure: settings.stats_miners_serviced },
    { label: 'Years of experience', figure: settings.stats_years_experience },
    { label: 'Countries served', figure: settings.stats_countries_served },
    { label: 'Satisfaction rate', figure: settings.stats_satisfaction_rate },
  ]
  return (
    <section aria-label="In figures" className="border-t border-graphite-line bg-graphite-deep on-dark">
      <Container>
        <dl className="grid grid-cols-2 lg:grid-cols-4">
          {figures.map(({ label, figure }) => (
            <div
              key={label}
              className="flex flex-col-reverse gap-1 border-graphite-line py-7 even:border-l even:pl-6 lg:border-l lg:pl-8 lg:first:border-l-0 lg:first:pl-0"
            >
              <dt className="text-on-graphite-muted">{label}</dt>
              <dd className="text-3xl font-semibold tracking-tight tabular-nums sm:text-4xl">{figure}</dd>
            </div>
          ))}
        </dl>
      </Container>
    </section>
  )
}

function HowItWorks() {
  return (
    <Section id="how-it-works" title="How Trade-In Works" lead="Four steps from the machine you have to the machine you want.">
      <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {tradeInSteps.map(({ icon, title, text }, index) => (
          <li key={title} className="relative">
            <div className="flex items-center gap-4">
              <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-graphite text-accent">
                <Icon name={icon} className="size-6" />
              </span>
              <span aria-hidden="true" className="h-px grow bg-line" />
              <span aria-hidden="true" className="text-sm font-medium text-ink-subtle tabular-nums">
                {index + 1} / {tradeInSteps.length}
              </span>
            </div>
            <h3 className="mt-5 text-xl font-semibold tracking-tight">{title}</h3>
            <p className="mt-2 text-ink-muted">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function WhyChooseUs({ companyDescription }: { companyDescription: string }) {
  return (
    <section id="why-choose-us" aria-labelledby="why-choose-us-title" className="py-16 sm:py-24">
      <Container className="grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="why-choose-us-title" className="text-3xl font-semibold tracking-tight sm:text-4xl">
            Why Choose us
          </h2>
          <p className="mt-4 text-lg text-ink-muted">{companyDescription}</p>
        </div>
        <ul className="grid gap-5 sm:grid-cols-2">
          {reasons.map(({ icon, title, text }) => (
            <li key={title} className="flex">
              <Card className="w-full">
                <span className="grid size-11 place-items-center rounded-lg border border-accent-line bg-accent-soft text-accent-ink">
                  <Icon name={icon} className="size-5.5" />
                </span>
                <h3 className="mt-5 text-lg font-semibold tracking-tight">{title}</h3>
                <p className="mt-1.5 text-ink-muted">{text}</p>
              </Card>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  )
}
