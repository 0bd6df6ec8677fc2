import { mailLink } from '~/lib/contact-details'
import { contactMail } from './contact-mail'
import type { ContactValues } from '~/contracts/site/contact'
import type { Delivery } from './send-message'

interface DeliveryNoteProps {
  delivery: Delivery
  values: ContactValues
  contactEmail: string
}

/** A refused message can be sent by the visitor's own mail program. */
export function DeliveryNote({ delivery, values, contactEmail }: DeliveryNoteProps) {
  if (delivery.kind === 'sent') {
    return (
      <div className="mt-6 rounded-lg border border-success-line bg-success-soft p-5">
        <p className="font-semibold text-success-ink">Message sent</p>
        <p className="mt-1.5">
          {delivery.message} The answer goes to {values.email}.
        </p>
      </div>
    )
  }
  return (
    <div className="mt-6 rounded-lg border border-danger-line bg-danger-soft p-5">
      <p className="font-semibold text-danger-ink">Your message has not been sent</p>
      <p className="mt-1.5">
        {delivery.reason} What you typed is still here: try again, or{' '}
        <a href={contactMail(contactEmail, values)} className="font-medium underline underline-offset-4">
          send it with your own mail program
        </a>{' '}
        to{' '}
        <a href={mailLink(contactEmail)} className="font-medium underline underline-offset-4">
          {contactEmail}
        </a>
        .
      </p>
    </div>
  )
}
