import { Honeypot } from '~/components/form/honeypot'
import { Icon } from '~/components/ui/icon'

export function NewsletterOutcome({ outcome }: { outcome: Outcome }) {
  if ('message' in outcome) {
    return (
      <p className="flex items-start gap-2 text-danger-ink">
        <Icon name="circle-alert" className="mt-0.5 size-5 shrink-0" />
        {outcome.message}
      </p>
    )
  }
  return (
    <p className="flex items-start gap-2">
      <Icon name="mail-check" className="mt-0.5 size-5 shrink-0 text-accent-ink" />
      {outcome.answer}
    </p>
  )
}

/** In the same chunk. */
export const NewsletterHoneypot = () => <Honeypot />

/** `answer` is the shop's own sentence. */
export type Outcome = { message: string } | { answer: string }
