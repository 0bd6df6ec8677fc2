import { CallToAction } from '~/components/ui/call-to-action'
import { Icon } from '~/components/ui/icon'
import { LinkButton } from '~/components/ui/link-button'
import { PageHeader } from '~/components/ui/page-header'
import type { SiteSettings } from '~/contracts/site/settings'
import { contactLink } from '~/lib/contact-link'
import { paths } from '~/lib/paths'
import { CommonIssues } from './common-issues'
import { RepairContacts } from './repair-contacts'
import { RepairProcess } from './repair-process'
import { RepairServices } from './repair-services'

const promises = [
  { icon: 'shield-check', text: '30-day repair warranty' },
  { icon: 'wrench', text: 'No work without your word' },
  { icon: 'package-search', text: 'Tracked both ways' },
] as const

/** The repair page (spec §2 Repair). */
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
