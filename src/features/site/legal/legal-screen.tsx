import { useMemo, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { Container } from '~/components/ui/container'
import { PageHeader } from '~/components/ui/page-header'
import type { SiteSettings } from '~/contracts/site/settings'
import { registerLines, vatNote } from '~/lib/company'
import { addressLines, mailLink } from '~/lib/contact-details'
import { companyPhoneLink } from '~/lib/company-phone-link'
import { calendarDay, formatDay } from '~/lib/instant'
import { FoldedContents, SideContents } from './table-of-contents'
import { textElements } from './text-elements'

export interface LegalPageProps {
  title: string
  settings: SiteSettings
  /** Build day of the static page, '2026-11-21'. */
  madeOn: string
}

interface LegalScreenProps extends LegalPageProps {
  content: ComponentType<{ components: LegalElements }>
  sections: readonly { id: string; title: string }[]
  cookieSettings?: ReactNode
}

/** (requirements §2 Legal pages) */
export function LegalScreen({ title, settings, madeOn, content: Content, sections, cookieSettings }: LegalScreenProps) {
  const elements = useMemo(
    () => legalElements(settings, { cookieSettings: cookieSettings && <CookieChoice>{cookieSettings}</CookieChoice> }),
    [settings, cookieSettings],
  )
  return (
    <>
      <PageHeader title={title} lead={<LastUpdated madeOn={madeOn} />} />
      <Container className="grid grid-cols-[minmax(0,1fr)] gap-x-16 py-10 sm:py-16 lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <SideContents sections={sections} />
        <div>
          <FoldedContents sections={sections} />
          <article aria-label={title} className="max-w-[70ch] text-[1.0625rem]">
            <Content components={elements} />
          </article>
        </div>
      </Container>
    </>
  )
}

/** Graphite, the ground that the Cookie Settings button is made for. */
function CookieChoice({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-col items-start gap-4 rounded-card border border-graphite-line bg-graphite p-6 on-dark sm:flex-row sm:items-center sm:justify-between no-script:hidden">
      <p className="text-on-graphite-muted">What this browser may store is up to you.</p>
      <div className="shrink-0 [&>button]:min-h-11 [&>button]:rounded-lg [&>button]:bg-accent [&>button]:px-4 [&>button]:font-semibold [&>button]:text-on-accent [&>button:hover]:bg-accent-hover [&>button:hover]:text-on-accent [&>button:hover]:no-underline">
        {children}
      </div>
    </div>
  )
}

const noSubscription = () => () => undefined
const today = () => calendarDay(new Date())

/**
 * Today's date in the browser (requirements §2 Legal pages).
 * @param madeOn build day, '2026-11-21', shown until the script runs
 */
export function LastUpdated({ madeOn }: { madeOn: string }) {
  const day = useSyncExternalStore(noSubscription, today, () => madeOn)
  return (
    <>
      Last updated: <time dateTime={day}>{formatDay(day)}</time>
    </>
  )
}

const linkLook = 'font-medium text-accent-ink underline underline-offset-4'

interface LegalOptions {
  cookieSettings?: ReactNode
}

/** Markdown elements, and the company's details from the settings. */
function legalElements(settings: SiteSettings, { cookieSettings }: LegalOptions = {}) {
  const { company_name: company, contact_email: email, phone_number: phone, company_address: address } = settings
  return {
    ...textElements,
    Company: () => company,
    Email: () => (
      <a href={mailLink(email)} className={`${linkLook} wrap-anywhere`}>
        {email}
      </a>
    ),
    Phone: () => (
      <a href={companyPhoneLink(phone)} className={`${linkLook} whitespace-nowrap tabular-nums`}>
        {phone}
      </a>
    ),
    Register: () => `${registerLines(settings).join('. ')}.`,
    Vat: () => vatNote(settings),
    PostalAddress: () => addressLines(address).join(', '),
    CustomerService: () => <CustomerService settings={settings} />,
    CookieSettings: () => cookieSettings,
  }
}

type LegalElements = ReturnType<typeof legalElements>

/** (requirements §9 Contact) */
function CustomerService({ settings }: { settings: SiteSettings }) {
  return (
    <div className="mt-6 grid gap-6 rounded-card border border-line bg-surface-muted p-6 sm:grid-cols-2">
      <address className="leading-7 not-italic">
        <span className="block font-semibold">{settings.company_name}</span>
        {addressLines(settings.company_address).map((line) => (
          <span key={line} className="block text-ink-muted">
            {line}
          </span>
        ))}
        {registerLines(settings).map((line) => (
          <span key={line} className="mt-2 block text-sm leading-5 text-ink-muted">
            {line}
          </span>
        ))}
      </address>
      <div className="leading-7">
        <p className="font-semibold">Customer service</p>
        <p className="text-ink-muted tabular-nums">Mon-Fri 9:00-17:00 GMT</p>
        <p>
          <a href={mailLink(settings.contact_email)} className={`${linkLook} wrap-anywhere`}>
            {settings.contact_email}
          </a>
        </p>
        <p>
          <a href={companyPhoneLink(settings.phone_number)} className={`${linkLook} tabular-nums`}>
            {settings.phone_number}
          </a>
        </p>
      </div>
    </div>
  )
}
