import Link from 'next/link'
import { CallToAction } from '~/components/ui/call-to-action'
import { Icon } from '~/components/ui/icon'
import { LinkButton } from '~/components/ui/link-button'
import { PageHeader } from '~/components/ui/page-header'
import { Section } from '~/components/ui/section'
import { commonIssues, repairSteps } from '~/content/repair'
import type { SiteSettings } from '~/contracts/site/settings'
import { contactLink } from '../contact-link'
import { paths } from '~/lib/paths'
import { RepairContacts } from './repair-contacts'
import { RepairServices } from './repair-services'

const promises = [
  { icon: 'shield-check', text: '30-day repair warranty' },
  { icon: 'wrench', text: 'No work without your word' },
  { icon: 'package-search', text: 'Tracked both ways' },
] as const

export function RepairScreen({ settings, onlineRequests }: { settings: SiteSettings; onlineRequests: boolean }) {
  return (
    <>
      <PageHeader
        title="Expert ASIC miner repair"
        lead="Hashboards, control boards and power supplies, mended on our own bench and tested under load before they go back to you."
      >
        <ul className="mt-8 flex flex-col gap-x-8 gap-y-3 sm:flex-row sm:flex-wrap">
          {promises.map(({ icon, text }) => (
            <li key={text} className="flex items-center gap-2.5 font-medium">
              <Icon name={icon} className="size-5 text-accent" />
              {text}
            </li>
          ))}
        </ul>
      </PageHeader>
      <RepairServices onlineRequests={onlineRequests} />
      <RepairProcess onlineRequests={onlineRequests} />
      <CommonIssues />
      <RepairContacts settings={settings} onlineRequests={onlineRequests} />
      <CallToAction
        title="Not worth mending?"
        text="If a repair would cost more than the machine is worth, trade it in as it is: broken machines count too."
      >
        <LinkButton href={contactLink({ inquiryType: 'Repair Services' })} size="lg">
          Ask about a repair
        </LinkButton>
        <LinkButton href={paths.tradeIn} size="lg" variant="inverse">
          See its trade-in value
        </LinkButton>
      </CallToAction>
    </>
  )
}

function CommonIssues() {
  return (
    <Section
      id="common-issues"
      title="Common issues"
      lead="Does yours do one of these? The cause is what we find most often; the bench has the last word."
    >
      <ul className="grid gap-x-14 lg:grid-cols-2">
        {commonIssues.map(({ sign, cause, service }) => (
          <li key={sign} className="flex flex-col border-t border-line py-5">
            <h3 className="text-lg font-semibold tracking-tight">{sign}</h3>
            <p className="mt-1 text-ink-muted">{cause}</p>
            <p className="mt-2 text-sm font-medium text-accent-ink">{service}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function RepairProcess({ onlineRequests }: { onlineRequests: boolean }) {
  const steps = repairSteps(onlineRequests)
  return (
    <Section id="process" ground="graphite" title="How a repair works" lead="Four steps, and a word from us at each of them.">
      <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ icon, title, text }, index) => (
          <li key={title}>
            <div className="flex items-center gap-4">
              <span className="grid size-12 shrink-0 place-items-center rounded-xl border border-graphite-line bg-graphite-raised text-accent">
                <Icon name={icon} className="size-6" />
              </span>
              <span aria-hidden="true" className="h-px grow bg-graphite-line" />
              <span aria-hidden="true" className="text-sm font-medium text-on-graphite-muted tabular-nums">
                {index + 1} / {steps.length}
              </span>
            </div>
            <h3 className="mt-5 text-xl font-semibold tracking-tight">{title}</h3>
            <p className="mt-2 text-on-graphite-muted">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-10 text-on-graphite-muted">
        Is yours with us already?{' '}
        <Link href={paths.track} prefetch={false} className="py-1 font-medium text-on-graphite underline underline-offset-4">
          Follow your repair
        </Link>
      </p>
    </Section>
  )
}
