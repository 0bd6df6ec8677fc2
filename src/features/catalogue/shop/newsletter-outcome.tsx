import { Honeypot } from '~/components/form/honeypot'
import { Icon } from '~/components/ui/icon'
import { subscription, subscriptionLinkClasses } from './newsletter-mail'

/** Result of the newsletter box: an invalid address, or how it is really subscribed. */
export function NewsletterOutcome({ contactEmail, outcome }: { contactEmail: string; outcome: Outcome }) {
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
      {'answer' in outcome ? outcome.answer : <NotYet contactEmail={contactEmail} subscriber={outcome.subscriber} />}
    </p>
  )
}

/** Comes with the same code, and only where the shop has an inbox. */
export const NewsletterHoneypot = () => <Honeypot />

function NotYet({ contactEmail, subscriber }: { contactEmail: string; subscriber: string }) {
  return (
    <span>
      Not subscribed yet: this page sends and stores nothing.{' '}
      <a href={subscription(contactEmail, subscriber)} className={subscriptionLinkClasses}>
        Email the request to {contactEmail}
      </a>{' '}
      and we add {subscriber}.
    </span>
  )
}

/** `answer` is the shop's own sentence, where it takes addresses itself. */
export type Outcome = { message: string } | { subscriber: string } | { answer: string }
