import { Section } from '~/components/ui/section'
import { contactQuestions } from '~/content/contact'

/** Four answers that save an email; short enough to stand open. */
export function ContactQuestions() {
  return (
    <Section id="questions" ground="muted" title="Frequently asked questions">
      <dl className="grid gap-x-14 gap-y-10 lg:grid-cols-2">
        {contactQuestions.map(({ question, answer }) => (
          <div key={question} className="border-t border-line-strong/40 pt-5">
            <dt className="text-lg font-semibold tracking-tight">{question}</dt>
            <dd className="mt-2 text-ink-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
