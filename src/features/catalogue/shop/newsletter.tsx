import { useId, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '~/components/ui/button'
import { Container } from '~/components/ui/container'
import { onDemand } from '~/components/ui/on-demand'
import { newsletterTexts } from '~/content/products'
import { mailLink } from '~/lib/contact-details'
import type { Outcome } from './newsletter-outcome'

const Honeypot = onDemand(() => import('./newsletter-outcome').then((module) => module.NewsletterHoneypot))
const NewsletterOutcome = onDemand(() => import('./newsletter-outcome').then((module) => module.NewsletterOutcome))

/** The email that subscribes where the box does not work. */
const subscription = (contactEmail: string) =>
  mailLink(contactEmail, { subject: 'Newsletter', body: ['Hello,', '', 'please add this address to the newsletter.'].join('\r\n') })

export function Newsletter({ contactEmail }: { contactEmail: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void import('./request-newsletter').then(({ requestNewsletter }) =>
      requestNewsletter(form, (found) => {
        setOutcome(found)
        if ('message' in found) field.current?.focus()
      }),
    )
  }

  return (
    <section aria-labelledby={`${id}-title`} className="border-t border-line bg-surface-muted py-16">
      <Container className="grid gap-x-16 gap-y-8 lg:grid-cols-2">
        <div>
          <h2 id={`${id}-title`} className="text-3xl font-semibold tracking-tight">
            {newsletterTexts.title}
          </h2>
          <p className="mt-3 max-w-xl text-ink-muted">{newsletterTexts.lead}</p>
        </div>
        <div className="min-h-34">
          {/* Without its script any other method would reload the page and lose the text. */}
          <form method="dialog" noValidate onSubmit={submit} className="no-script:hidden">
            <label htmlFor={`${id}-email`} className="mb-1.5 block font-medium">
              Email
            </label>
            <div className="flex flex-col gap-3 sm:flex-row">
              <input
                ref={field}
                id={`${id}-email`}
                name="email"
                type="email"
                autoComplete="email"
                required
                maxLength={254}
                value={address}
                onChange={(event) => {
                  setAddress(event.target.value)
                  setOutcome(undefined)
                }}
                aria-invalid={outcome !== undefined && 'message' in outcome}
                aria-describedby={`${id}-outcome`}
                className="field"
              />
              <Button type="submit">Subscribe</Button>
            </div>
            <Honeypot />
          </form>
          <div id={`${id}-outcome`} aria-live="polite" className="mt-3 scroll-mb-6">
            {outcome && <NewsletterOutcome outcome={outcome} />}
          </div>
          <noscript>
            {typeof window === 'undefined' && (
              <p>
                <a href={subscription(contactEmail)} className="font-medium text-accent-ink underline underline-offset-4">
                  Subscribe by email to {contactEmail}
                </a>
              </p>
            )}
          </noscript>
        </div>
      </Container>
    </section>
  )
}
