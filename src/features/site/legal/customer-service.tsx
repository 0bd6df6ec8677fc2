import type { SiteSettings } from '~/contracts/site/settings'
import { addressLines, mailLink, phoneLink } from '~/lib/contact-details'

const linkLook = 'font-medium text-accent-ink underline underline-offset-4 wrap-anywhere'

/** Contact and opening hours for questions about a legal text (spec §9 Contact). */
export function CustomerService({ settings }: { settings: SiteSettings }) {
  return (
    <div className="mt-6 grid gap-6 rounded-card border border-line bg-surface-muted p-6 sm:grid-cols-2">
      <address className="leading-7 not-italic">
        <span className="block font-semibold">{settings.company_name}</span>
        {addressLines(settings.company_address).map((line) => (
          <span key={line} className="block text-ink-muted">
            {line}
          </span>
        ))}
      </address>
      <div className="leading-7">
        <p className="font-semibold">Customer service</p>
        <p className="text-ink-muted tabular-nums">Mon-Fri 9:00-17:00 GMT</p>
        <p>
          <a href={mailLink(settings.contact_email)} className={linkLook}>
            {settings.contact_email}
          </a>
        </p>
        <p>
          <a href={phoneLink(settings.phone_number)} className={`${linkLook} tabular-nums`}>
            {settings.phone_number}
          </a>
        </p>
      </div>
    </div>
  )
}
