import { Card } from '~/components/ui/card'
import { Icon } from '~/components/ui/icon'
import { Section } from '~/components/ui/section'
import type { SiteSettings } from '~/contracts/site/settings'
import { addressLines, mailLink } from '~/lib/contact-details'
import { companyPhoneLink } from '~/lib/company-phone-link'

const linkLook = 'font-medium text-accent-ink underline underline-offset-4 wrap-anywhere'

export function RepairContacts({ settings, onlineRequests }: { settings: SiteSettings; onlineRequests: boolean }) {
  const { contact_email: email, phone_number: phone, company_address: address } = settings
  const cards = [
    {
      icon: 'mail' as const,
      title: 'Email',
      text: 'Photos of the fault and of the label help most.',
      way: (
        <a href={mailLink(email, { subject: 'Repair' })} className={linkLook}>
          {email}
        </a>
      ),
    },
    {
      icon: 'phone' as const,
      title: 'Phone',
      text: 'For a quick question before you pack.',
      way: (
        <a href={companyPhoneLink(phone)} className={`${linkLook} tabular-nums`}>
          {phone}
        </a>
      ),
    },
    {
      icon: 'map-pin' as const,
      title: 'Address',
      text: onlineRequests
        ? 'Request the repair online first, so that we expect your parcel.'
        : 'Ask for a quote first, so that we expect your parcel.',
      way: (
        <address className="not-italic">
          {addressLines(address).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      ),
    },
  ]
  return (
    <Section id="repair-contact" ground="muted" title="Talk to the repair desk">
      <ul className="grid gap-5 lg:grid-cols-3">
        {cards.map(({ icon, title, text, way }) => (
          <li key={title} className="flex">
            <Card className="w-full">
              <span className="grid size-11 place-items-center rounded-lg border border-accent-line bg-accent-soft text-accent-ink">
                <Icon name={icon} className="size-5.5" />
              </span>
              <h3 className="mt-5 text-lg font-semibold tracking-tight">{title}</h3>
              <div className="mt-2">{way}</div>
              <p className="mt-3 text-ink-muted">{text}</p>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  )
}
