import { CallToAction } from '~/components/ui/call-to-action'
import { Container } from '~/components/ui/container'
import { LinkButton } from '~/components/ui/link-button'
import { PageHeader } from '~/components/ui/page-header'
import { StageIndicator } from '~/components/ui/stage-indicator'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { tradeInStages } from '~/contracts/cases/trade-in-estimate'
import { paths } from '~/lib/paths'
import { Calculator } from './calculator'
import { EquipmentRequirements } from './equipment-requirements'
import { Guidelines } from './guidelines'
import { QuestionList } from '~/components/ui/question-list'
import { Section } from '~/components/ui/section'
import { questions } from '~/content/trade-in'

interface TradeInScreenProps {
  machines: ActiveMachine[]
  contactEmail: string
  onlineRequests: boolean
}

/** The trade-in page (spec §2 Trade-in). */
export function TradeInScreen({ machines, ...calculator }: TradeInScreenProps) {
  return (
    <>
      <PageHeader
        title="Trade in your mining hardware"
        lead="See what your machine is worth, send it to us insured, and spend the credit in the shop. Store credit only, never cash, and it never expires."
      >
        {/* A visitor of the page is always at the first stage (spec §2 Trade-in). */}
        <StageIndicator label="Stages of a trade-in" stages={tradeInStages} current={0} />
      </PageHeader>
      <section aria-label="Trade-in calculator" className="bg-surface-muted py-12 sm:py-16">
        <Container>
          <Calculator machines={machines} {...calculator} />
        </Container>
      </section>
      <EquipmentRequirements />
      <Guidelines onlineRequests={calculator.onlineRequests} />
      <TradeInQuestions />
      <CallToAction
        title="Not sure what you have?"
        text="Send us a photo of the label. We tell you the model, the condition we would expect, and what it is worth."
      >
        <LinkButton href={paths.contact} size="lg">
          Talk to us
        </LinkButton>
        <LinkButton href={paths.products} size="lg" variant="inverse">
          Browse new hardware
        </LinkButton>
      </CallToAction>
    </>
  )
}

function TradeInQuestions() {
  return (
    <Section id="questions" title="Frequently asked questions">
      <QuestionList questions={questions} />
    </Section>
  )
}
