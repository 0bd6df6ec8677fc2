import { onDemand } from '~/components/ui/on-demand'
import { mailLink } from '~/lib/contact-details'
import type { Outcome } from './use-contact-form'

// Its code comes with the first message.
const DeliveryNote = onDemand(() => import('./delivery-note').then((module) => module.DeliveryNote))

interface ContactOutcomeProps {
  outcome: Outcome
  contactEmail: string
}

/** Result of the form: what was sent, or what was not and how it still gets to us. */
export function ContactOutcome({ outcome, contactEmail }: ContactOutcomeProps) {
  return (
    <div role="status">
      {outcome.kind === 'delivered' && <DeliveryNote {...outcome} contactEmail={contactEmail} />}
      {outcome.kind === 'failed' && (
        <div className="mt-6 rounded-lg border border-danger-line bg-danger-soft p-5">
          <p className="font-semibold text-danger-ink">The form could not be checked</p>
          <p className="mt-1.5">
            Part of this page did not load, and nothing has been sent. What you typed is still here: try again, or write to{' '}
            <a href={mailLink(contactEmail)} className="font-medium underline underline-offset-4">
              {contactEmail}
            </a>
            .
          </p>
        </div>
      )}
    </div>
  )
}
