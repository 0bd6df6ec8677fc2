import { CallToAction } from '~/components/ui/call-to-action'
import { LinkButton } from '~/components/ui/link-button'
import { PageHeader } from '~/components/ui/page-header'
import type { SiteSettings } from '~/contracts/site/settings'
import { paths } from '~/lib/paths'
import { Figures } from './figures'
import { LeadershipTeam } from './leadership-team'
import { Mission } from './mission'
import { Recognition } from './recognition'
import { Sustainability } from './sustainability'
import { Values } from './values'

/** The About page (spec §2 About). */
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
