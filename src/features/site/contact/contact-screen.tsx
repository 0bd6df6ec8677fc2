import { Card } from '~/components/ui/card'
import { Container } from '~/components/ui/container'
import { PageHeader } from '~/components/ui/page-header'
import type { SiteSettings } from '~/contracts/site/settings'
import { CONTACT_FORM_ID } from '~/lib/contact-link'
import { ContactForm } from './contact-form'
import { DirectLines } from './direct-lines'
import { OfficeList } from './office-list'
import { QuickAnswers } from './quick-answers'
import { SupportCard } from './support-card'
import { Section } from '~/components/ui/section'
import { contactQuestions } from '~/content/contact'

/** The contact page (spec §2 Contact). */
export function ContactScreen({ settings, hasInbox }: { settings: SiteSettings; hasInbox: boolean }) {
  const { contact_email: contactEmail, phone_number: phoneNumber } = settings
  return (
    <>
      <PageHeader
        title="Contact Us"
        lead="A quote, a repair, a bulk order or a machine that misbehaves: tell us what you have and what you need."
      />
      <div className="border-b border-line bg-surface-muted py-12 sm:py-16">
        <Container className="grid items-start gap-6 lg:grid-cols-[1.75fr_1fr]">
          <section id={CONTACT_FORM_ID} aria-label="Write to us">
            <Card className="sm:p-8">
              <h2 className="mb-1 text-2xl font-semibold tracking-tight">Write to us</h2>
              <ContactForm contactEmail={contactEmail} phoneNumber={phoneNumber} hasInbox={hasInbox} />
            </Card>
          </section>
          <div className="grid gap-8">
            <SupportCard contactEmail={contactEmail} />
            <QuickAnswers />
          </div>
        </Container>
      </div>
      <OfficeList settings={settings} />
      <ContactQuestions />
      <DirectLines contactEmail={contactEmail} phoneNumber={phoneNumber} />
    </>
  )
}

/** Four answers that save an email; short enough to stand open. */
function ContactQuestions() {
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
