import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { Icon } from '~/components/ui/icon'
import { onDemand } from '~/components/ui/on-demand'
import { mailLink } from '~/lib/contact-details'
import { contactEmailText, contactMail } from './contact-mail'
import type { Outcome } from './use-contact-form'

// Its code comes with the first message.
const DeliveryNote = onDemand(() => import('./delivery-note').then((module) => module.DeliveryNote))

interface ContactOutcomeProps {
  outcome: Outcome
  contactEmail: string
}

/** Result of the form, told truthfully: where the site has sent nothing, this says how the email gets to us. */
export function ContactOutcome({ outcome, contactEmail }: ContactOutcomeProps) {
  return (
    <div role="status">
      {outcome.kind === 'checked' && (
        <div className="mt-6 rounded-lg border border-warn-line bg-warn-soft p-5">
          <p className="font-semibold text-warn-ink">Nothing has been sent yet</p>
          <p className="mt-1.5">
            Your form is complete, but this site sends no email itself. The button opens your email program with everything you typed: press
            send there. If you use webmail, copy the text and write to {contactEmail}.
          </p>
          <div className="mt-4 flex flex-col gap-3 sm:flex-row">
            <a href={contactMail(contactEmail, outcome.values)} className={buttonStyles()}>
              <Icon name="mail" className="size-5" />
              Open in my mail program
            </a>
            <CopyButton text={contactEmailText(outcome.values)} />
          </div>
        </div>
      )}
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

const words = { ready: 'Copy the text', copied: 'Copied', refused: 'This browser does not allow copying' } as const

/** Puts a text on the clipboard and says whether that worked. */
function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<keyof typeof words>('ready')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Without https, or where the visitor has forbidden it.
      setState('refused')
    }
  }
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      {words[state]}
    </Button>
  )
}
