import type { ReactNode } from 'react'
import { Section } from '~/components/ui/section'
import type { SiteSettings } from '~/contracts/site/settings'
import { Hero } from './hero'
import { HowItWorks } from './how-it-works'
import { RepairTeaser } from './repair-teaser'
import { Statistics } from './statistics'
import { WhyChooseUs } from './why-choose-us'

interface HomeScreenProps {
  settings: SiteSettings
  /** The trade-in calculator, which is a feature of its own. */
  calculator: ReactNode
}

/** The home page (spec §2 Home). */
export function HomeScreen({ settings, calculator }: HomeScreenProps) {
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
      <WhyChooseUs companyDescription={settings.company_description} />
      <RepairTeaser />
    </>
  )
}
