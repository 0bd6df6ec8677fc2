import { Card } from '~/components/ui/card'
import { Section } from '~/components/ui/section'
import { offices } from '~/content/contact'
import type { SiteSettings } from '~/contracts/site/settings'
import { addressLines, mailLink, phoneLink } from '~/lib/contact-details'

const linkLook = 'font-medium text-accent-ink underline underline-offset-4'

/** Where we are and when we are there; address, email and phone are settings. */
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
                    <a href={phoneLink(settings.phone_number)} className={`${linkLook} tabular-nums`}>
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
