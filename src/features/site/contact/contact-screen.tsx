import Link from 'next/link'
import { buttonStyles } from '~/components/ui/button-styles'
import { CallToAction } from '~/components/ui/call-to-action'
import { Card } from '~/components/ui/card'
import { Container } from '~/components/ui/container'
import { Icon } from '~/components/ui/icon'
import { PageHeader } from '~/components/ui/page-header'
import { Section } from '~/components/ui/section'
import { contactQuestions, quickAnswers, offices } from '~/content/contact'
import type { SiteSettings } from '~/contracts/site/settings'
import { mailLink, addressLines } from '~/lib/contact-details'
import { companyPhoneLink } from '~/lib/company-phone-link'
import { CONTACT_FORM_ID } from '../contact-link'
import { paths } from '~/lib/paths'
import { ContactForm } from './contact-form'
import { callMail, chatMail } from './contact-mail'

export function ContactScreen({ settings }: { settings: SiteSettings }) {
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
              <ContactForm contactEmail={contactEmail} phoneNumber={phoneNumber} />
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

/** Short answers, always open, that save an email. */
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

/** Only one support card (requirements §2 Contact). */
function SupportCard({ contactEmail }: { contactEmail: string }) {
  return (
    <div className="rounded-card border border-graphite-line bg-graphite p-6 on-dark shadow-raised sm:p-8">
      <span className="grid size-12 place-items-center rounded-xl border border-graphite-line bg-graphite-raised text-accent">
        <Icon name="mail" className="size-6" />
      </span>
      <h2 className="mt-5 text-2xl font-semibold tracking-tight">Email support</h2>
      <p className="mt-2 text-lg wrap-anywhere">{contactEmail}</p>
      <p className="mt-3 flex items-center gap-2 text-on-graphite-muted">
        <Icon name="clock" className="size-4.5 shrink-0 text-accent" />
        Response within 24 hours
      </p>
      <a href={mailLink(contactEmail)} className={buttonStyles({ size: 'lg', className: 'mt-6 w-full' })}>
        Send Email
      </a>
    </div>
  )
}

const places = { 'trade-in': paths.tradeIn, repair: paths.repair, track: paths.track, returns: paths.returnsRefunds }

function QuickAnswers() {
  return (
    <div>
      <h2 className="text-lg font-semibold tracking-tight">Perhaps quicker</h2>
      <ul className="mt-2">
        {quickAnswers.map(({ question, topic }) => (
          <li key={topic} className="border-t border-line-strong/40 first:border-t-0">
            <Link
              href={places[topic]}
              prefetch={false}
              className="group flex min-h-12 items-center justify-between gap-4 py-2 font-medium underline-offset-4 hover:underline"
            >
              {question}
              <Icon name="arrow-right" className="size-5 shrink-0 text-accent-ink" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const linkLook = 'font-medium text-accent-ink underline underline-offset-4'

/** Offices and opening hours; address, email and phone are from the settings. */
export function OfficeList({ settings }: { settings: SiteSettings }) {
  return (
    <Section id="offices" title="Our office" lead="Bring a machine in person, or send it here. Tell us first, so that we expect it.">
      <ul className="grid gap-5">
        {offices.map(({ city, kind, hours }) => (
          <li key={city}>
            <Card className="grid gap-x-10 gap-y-8 sm:grid-cols-2 sm:p-8 lg:grid-cols-[1.3fr_1.4fr_1fr]">
              <div>
                <h3 className="text-2xl font-semibold tracking-tight">{city}</h3>
                <p className="mt-1 font-medium text-accent-ink">{kind}</p>
                <address className="mt-4 leading-7 text-ink-muted not-italic">
                  {addressLines(settings.company_address).map((line) => (
                    <span key={line} className="block">
                      {line}
                    </span>
                  ))}
                </address>
              </div>
              <div>
                <h4 className="font-semibold">Opening hours</h4>
                <ul className="mt-3 tabular-nums">
                  {hours.map(({ days, open }) => (
                    <li key={days} className="flex gap-4 border-t border-line py-2 first:border-t-0 first:pt-0">
                      <span className="w-20 shrink-0 text-ink-muted">{days}</span> <span>{open}</span>
                    </li>
                  ))}
                </ul>
              </div>
              <div>
                <h4 className="font-semibold">Reach the office</h4>
                <ul className="mt-3 flex flex-col gap-2">
                  <li>
                    <a href={mailLink(settings.contact_email)} className={`${linkLook} wrap-anywhere`}>
                      {settings.contact_email}
                    </a>
                  </li>
                  <li>
                    <a href={companyPhoneLink(settings.phone_number)} className={`${linkLook} tabular-nums`}>
                      {settings.phone_number}
                    </a>
                  </li>
                </ul>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface DirectLinesProps {
  contactEmail: string
  phoneNumber: string
}

/** The two buttons of requirements §2 Contact. The site has neither chat nor calendar: both open an email, and their labels say so. */
function DirectLines({ contactEmail, phoneNumber }: DirectLinesProps) {
  return (
    <CallToAction
      title="Rather talk it over?"
      text="There is no chat window and no calendar on this site. Each button opens an email that asks for one, and we answer with a time."
    >
      <a href={chatMail(contactEmail)} className={buttonStyles({ size: 'lg', className: 'sm:self-start' })}>
        <Icon name="message-circle" className="size-5" />
        Start Live Chat by Email
      </a>
      <div className="flex flex-col items-center gap-2">
        <a href={callMail(contactEmail)} className={buttonStyles({ size: 'lg', variant: 'inverse', className: 'w-full' })}>
          <Icon name="phone" className="size-5" />
          Schedule Call by Email
        </a>
        <a
          href={companyPhoneLink(phoneNumber)}
          className="py-1 text-sm text-on-graphite-muted underline underline-offset-4 hover:text-on-graphite"
        >
          or ring {phoneNumber}
        </a>
      </div>
    </CallToAction>
  )
}
