import Link from 'next/link'
import { CallToAction } from '~/components/ui/call-to-action'
import { Container } from '~/components/ui/container'
import { Icon } from '~/components/ui/icon'
import { LinkButton } from '~/components/ui/link-button'
import { PageHeader } from '~/components/ui/page-header'
import { Section } from '~/components/ui/section'
import { StageIndicator } from '~/components/ui/stage-indicator'
import { questions, requirements, conditionGuide, packingGuidelines } from '~/content/trade-in'
import { tradeInStages, conditionGrades, conditionLabels, conditionNotes } from '~/contracts/catalogue/trade-in-estimate'
import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { comparePath } from '~/lib/compare-path'
import { paths } from '~/lib/paths'
import { Calculator } from './calculator'

interface TradeInScreenProps {
  machines: ActiveMachine[]
  contactEmail: string
  onlineRequests: boolean
}

export function TradeInScreen({ machines, ...calculator }: TradeInScreenProps) {
  return (
    <>
      <PageHeader
        title="Trade in your mining hardware"
        lead="See what your machine is worth, send it to us insured, and spend the credit in the shop. Store credit only, never cash, and it never expires."
      >
        {/* Visitors are always at the first stage (requirements §2 Trade-in). */}
        <StageIndicator label="Stages of a trade-in" stages={tradeInStages} current={0} />
        <p className="mt-6 text-on-graphite-muted">
          Already sent one in?{' '}
          <Link href={paths.track} prefetch={false} className="font-medium text-accent-ink underline underline-offset-4">
            Track your repair or trade-in
          </Link>
          . Not sure whether to keep it?{' '}
          <Link href={comparePath} prefetch={false} className="font-medium text-accent-ink underline underline-offset-4">
            See what it earns
          </Link>
        </p>
      </PageHeader>
      <section aria-label="Trade-in calculator" className="bg-surface-muted py-12 sm:py-16">
        <Container>
          <Calculator machines={machines} {...calculator} />
        </Container>
      </section>
      <EquipmentRequirements />
      <Guidelines onlineRequests={calculator.onlineRequests} />
      <TradeInQuestions onlineRequests={calculator.onlineRequests} />
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

function TradeInQuestions({ onlineRequests }: { onlineRequests: boolean }) {
  return (
    <Section id="questions" title="Frequently asked questions">
      <QuestionList questions={questions(onlineRequests)} />
    </Section>
  )
}

function EquipmentRequirements() {
  return (
    <Section
      id="requirements"
      title="Equipment requirements"
      lead="What a machine needs so that we can verify it and credit you without questions."
    >
      <ul className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
        {requirements.map((requirement) => (
          <li key={requirement} className="flex gap-3 border-t border-line pt-4">
            <Icon name="check" className="mt-0.5 size-5 shrink-0 text-success-ink" />
            {requirement}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Guidelines({ onlineRequests }: { onlineRequests: boolean }) {
  return (
    <Section
      id="guidelines"
      ground="muted"
      title="Guidelines"
      lead="Judge the machine as we would, and pack it as you would want it packed for you."
    >
      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-2">
        <div>
          <h3 className="text-xl font-semibold tracking-tight">Which condition is it in?</h3>
          <dl className="mt-5">
            {conditionGrades.map((grade) => (
              <div key={grade} className="border-t border-line-strong/40 py-4">
                <dt className="flex flex-wrap items-baseline gap-x-2 font-semibold">
                  {conditionLabels[grade]}
                  <span className="font-normal text-ink-subtle">{conditionNotes[grade]}</span>
                </dt>
                <dd className="mt-1 text-ink-muted">{conditionGuide[grade]}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h3 className="text-xl font-semibold tracking-tight">How to pack and send it</h3>
          <ol className="mt-5">
            {packingGuidelines(onlineRequests).map(({ title, text }, index) => (
              <li key={title} className="flex gap-4 border-t border-line-strong/40 py-4">
                <span aria-hidden="true" className="font-semibold text-accent-ink tabular-nums">
                  {index + 1}
                </span>
                <div>
                  <h4 className="font-semibold">{title}</h4>
                  <p className="mt-1 text-ink-muted">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Section>
  )
}

interface QuestionListProps {
  questions: readonly { question: string; answer: string }[]
}

/** Native `<details>`. */
function QuestionList({ questions }: QuestionListProps) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group">
          <summary className="flex min-h-16 list-none items-center justify-between gap-6 py-4 text-lg font-medium [&::-webkit-details-marker]:hidden">
            {question}
            <Icon name="plus" className="size-5 shrink-0 text-accent-ink transition-transform group-open:rotate-45" />
          </summary>
          <p className="max-w-3xl pb-6 text-ink-muted">{answer}</p>
        </details>
      ))}
    </div>
  )
}
