import { Icon } from './icon'

interface QuestionListProps {
  questions: readonly { question: string; answer: string }[]
}

/** Questions that open to their answers, by the browser's own means. */
export function QuestionList({ questions }: QuestionListProps) {
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
