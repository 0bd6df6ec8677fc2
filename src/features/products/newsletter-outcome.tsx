import { Icon } from '~/components/ui/icon'
import { subscription, subscriptionLinkLook } from './newsletter-mail'

/** What came of the newsletter box: what is wrong with the address, or how it is really subscribed. */
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
      <span>
        Not subscribed yet: this page sends and stores nothing.{' '}
        <a href={subscription(contactEmail, outcome.subscriber)} className={subscriptionLinkLook}>
          E-mail the request to {contactEmail}
        </a>{' '}
        and we add {outcome.subscriber}.
      </span>
    </p>
  )
}

export type Outcome = { message: string } | { subscriber: string }
