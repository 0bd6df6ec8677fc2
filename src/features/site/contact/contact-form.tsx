import { Honeypot } from '~/components/form/honeypot'
import { Button } from '~/components/ui/button'
import { NeedsScripts } from '~/components/ui/needs-scripts'
import { ContactFields } from './contact-fields'
import { useContactForm, type Outcome } from './use-contact-form'
import { onDemand } from '~/components/ui/on-demand'
import { mailLink } from '~/lib/contact-details'

// Loaded with the first message.
const DeliveryNote = onDemand(() => import('./delivery-note').then((module) => module.DeliveryNote))

interface ContactOutcomeProps {
  outcome: Outcome
  contactEmail: string
}

function ContactOutcome({ outcome, contactEmail }: ContactOutcomeProps) {
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

interface ContactFormProps {
  contactEmail: string
  phoneNumber: string
}

/** (requirements §2 Contact): checked, logged, and sent to the shop's inbox. */
export function ContactForm({ contactEmail, phoneNumber }: ContactFormProps) {
  const { form, messages, outcome, sending, submit, change, prepare } = useContactForm()
  return (
    <>
      <NeedsScripts what="This form" contactEmail={contactEmail} phoneNumber={phoneNumber} className="mt-4" />
      <form
        ref={form}
        // Without its script any other method would put the text into the page's address.
        method="dialog"
        noValidate
        onSubmit={(event) => void submit(event)}
        onChange={() => void change()}
        onFocus={prepare}
        className="no-script:hidden"
      >
        <p className="mb-6 text-ink-muted">
          Fields with <span className="font-medium text-danger-ink">*</span> are required.
        </p>
        <ContactFields messages={messages} />
        <Honeypot />
        <div className="mt-6 flex flex-col gap-x-5 gap-y-3 sm:flex-row sm:items-center">
          <Button type="submit" size="lg" busy={sending} className="sm:shrink-0">
            Send Message
          </Button>
          <p className="text-sm text-ink-subtle">
            Your message goes to our inbox. We use what you write to answer you, and for nothing else.
          </p>
        </div>
        <ContactOutcome outcome={outcome} contactEmail={contactEmail} />
      </form>
    </>
  )
}
