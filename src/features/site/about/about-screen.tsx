import { CallToAction } from '~/components/ui/call-to-action'
import { Card } from '~/components/ui/card'
import { Container } from '~/components/ui/container'
import { Icon } from '~/components/ui/icon'
import { LinkButton } from '~/components/ui/link-button'
import { PageHeader } from '~/components/ui/page-header'
import { Section } from '~/components/ui/section'
import { values, recognition, leadership, sustainability } from '~/content/about'
import type { SiteSettings } from '~/contracts/site/settings'
import { mailLink } from '~/lib/contact-details'
import { paths } from '~/lib/paths'

export function AboutScreen({ settings }: { settings: SiteSettings }) {
  return (
    <>
      <PageHeader title={`About ${settings.company_name}`} lead={settings.company_description}>
        <Figures settings={settings} />
      </PageHeader>
      <Mission statement={settings.mission_statement} tagline={settings.company_tagline} />
      <Values />
      <Recognition />
      <LeadershipTeam contactEmail={settings.contact_email} />
      <Sustainability />
      <CallToAction title="See for yourself" text="The values and prices we speak of stand on this site. Start with the machine you have.">
        <LinkButton href={paths.tradeIn} size="lg">
          What is mine worth?
        </LinkButton>
        <LinkButton href={paths.contact} size="lg" variant="inverse">
          Talk to us
        </LinkButton>
      </CallToAction>
    </>
  )
}

/** The four figures of the settings. */
function Figures({ settings }: { settings: SiteSettings }) {
  const figures = [
    { label: 'Miners serviced', figure: settings.stats_miners_serviced },
    { label: 'Years of experience', figure: settings.stats_years_experience },
    { label: 'Countries served', figure: settings.stats_countries_served },
    { label: 'Satisfaction rate', figure: settings.stats_satisfaction_rate },
  ]
  return (
    <dl className="mt-12 grid grid-cols-2 gap-x-6 gap-y-8 border-t border-graphite-line pt-8 lg:grid-cols-4">
      {figures.map(({ label, figure }) => (
        <div key={label} className="flex flex-col-reverse justify-end gap-1">
          <dt className="text-on-graphite-muted">{label}</dt>
          <dd className="text-4xl font-semibold tracking-tight wrap-anywhere tabular-nums sm:text-5xl">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

interface MissionProps {
  statement: string
  tagline: string
}

/** From the settings. */
function Mission({ statement, tagline }: MissionProps) {
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

function Values() {
  return (
    <Section id="values" ground="muted" title="Our values" lead="Four habits that decide how a day in the workshop goes.">
      <ul className="grid gap-5 sm:grid-cols-2">
        {values.map(({ icon, title, text }) => (
          <li key={title} className="flex">
            <Card className="flex w-full gap-5">
              <span className="grid size-11 shrink-0 place-items-center rounded-lg border border-accent-line bg-accent-soft text-accent-ink">
                <Icon name={icon} className="size-5.5" />
              </span>
              <div>
                <h3 className="text-lg font-semibold tracking-tight">{title}</h3>
                <p className="mt-1.5 text-ink-muted">{text}</p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** No prizes: only claims that can be checked. */
function Recognition() {
  return (
    <Section
      id="recognition"
      ground="graphite"
      title="Recognition"
      lead="We list no prizes. What we are known for stands in the figures at the top of this page."
    >
      <ul className="grid gap-x-10 gap-y-8 md:grid-cols-3">
        {recognition.map(({ icon, title, text }) => (
          <li key={title} className="border-t-2 border-accent pt-5">
            <Icon name={icon} className="size-7 text-accent" />
            <h3 className="mt-4 text-xl font-semibold tracking-tight">{title}</h3>
            <p className="mt-2 text-on-graphite-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function LeadershipTeam({ contactEmail }: { contactEmail: string }) {
  return (
    <Section
      id="leadership-team"
      title="Leadership team"
      lead="What each post answers for. Write to the one that your question belongs to."
    >
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {leadership.map(({ role, text }) => (
          <li key={role} className="flex">
            <Card className="flex w-full flex-col">
              <h3 className="text-lg font-semibold tracking-tight">{role}</h3>
              <p className="mt-2 mb-5 text-ink-muted">{text}</p>
              <a
                href={mailLink(contactEmail, { subject: `For the ${role}` })}
                className="mt-auto self-start font-medium text-accent-ink underline underline-offset-4"
              >
                Email the {role}
              </a>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Sustainability() {
  return (
    <Section
      id="sustainability"
      ground="muted"
      title="Sustainability"
      lead="The greenest miner is the one that need not be built. Repair, trade-in and spares are our trade, so this is how we earn our living."
    >
      <ul className="grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {sustainability.map(({ icon, title, text }) => (
          <li key={title}>
            <span className="grid size-12 place-items-center rounded-xl bg-graphite text-accent">
              <Icon name={icon} className="size-6" />
            </span>
            <h3 className="mt-5 text-xl font-semibold tracking-tight">{title}</h3>
            <p className="mt-2 text-ink-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
