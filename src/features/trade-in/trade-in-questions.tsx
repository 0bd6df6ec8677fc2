import { QuestionList } from '~/components/ui/question-list'
import { Section } from '~/components/ui/section'
import { questions } from '~/content/trade-in'

export function TradeInQuestions() {
  return (
    <Section id="questions" title="Frequently asked questions">
      <QuestionList questions={questions} />
    </Section>
  )
}
