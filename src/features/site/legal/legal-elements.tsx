import type { ReactNode } from 'react'
import type { SiteSettings } from '~/contracts/site/settings'
import { addressLines, mailLink, phoneLink } from '~/lib/contact-details'
import { CustomerService } from './customer-service'
import { textElements } from './text-elements'

const linkLook = 'font-medium text-accent-ink underline underline-offset-4'

interface LegalOptions {
  /** Whether the shop takes messages and newsletter addresses itself. */
  hasInbox?: boolean | undefined
  /** The control that opens the cookie settings, on the page that offers it. */
  cookieSettings?: ReactNode
}

interface Part {
  children?: ReactNode
}

/**
 * What a legal text may name: the elements of its Markdown, and the company's details, which are settings.
 */
export function legalElements(settings: SiteSettings, { hasInbox = false, cookieSettings }: LegalOptions = {}) {
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
      <a href={phoneLink(phone)} className={`${linkLook} whitespace-nowrap tabular-nums`}>
        {phone}
      </a>
    ),
    PostalAddress: () => addressLines(address).join(', '),
    CustomerService: () => <CustomerService settings={settings} />,
    CookieSettings: () => cookieSettings,
    WithInbox: ({ children }: Part) => hasInbox && children,
    WithoutInbox: ({ children }: Part) => !hasInbox && children,
  }
}

export type LegalElements = ReturnType<typeof legalElements>
