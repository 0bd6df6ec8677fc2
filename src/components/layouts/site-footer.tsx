import Link from 'next/link'
import type { ReactNode } from 'react'
import { BrandMark } from '~/components/ui/brand-mark'
import { Container } from '~/components/ui/container'
import type { SiteSettings } from '~/contracts/site/settings'
import { addressLines, mailLink, webLinks } from '~/lib/contact-details'
import { companyPhoneLink } from '~/lib/company-phone-link'
import { dashboardLink, legalLinks, mainLinks, serviceLinks, trackLink } from './navigation'

interface SiteFooterProps {
  settings: SiteSettings
  cookieSettings: ReactNode
  dashboardHref: string
}

const linkLook = 'inline-block py-1.5 text-on-graphite-muted underline-offset-4 transition-colors hover:text-on-graphite hover:underline'

function LinkList({ title, links }: { title: string; links: readonly { label: string; href: string }[] }) {
  return (
    <div>
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-3">
        {links.map(({ label, href }) => (
          <li key={label}>
            <Link href={href} prefetch={false} className={linkLook}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** (requirements §2 Shared navigation and footer) */
export function SiteFooter({ settings, cookieSettings, dashboardHref }: SiteFooterProps) {
  const social = webLinks([
    { label: 'X (Twitter)', href: settings.social_twitter },
    { label: 'LinkedIn', href: settings.social_linkedin },
    { label: 'Facebook', href: settings.social_facebook },
  ])

  return (
    <footer className="border-t border-graphite-line bg-graphite-deep on-dark">
      <Container className="grid gap-10 py-14 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1.3fr_1.3fr]">
        <div className="max-w-xs">
          <p className="flex items-center gap-2.5 text-xl font-semibold tracking-tight">
            <BrandMark />
            {settings.company_name}
          </p>
          <p className="mt-3 text-on-graphite-muted">{settings.company_tagline}</p>
        </div>
        <LinkList title="Quick Links" links={[...mainLinks, trackLink, { ...dashboardLink, href: dashboardHref }]} />
        <LinkList title="Services" links={serviceLinks} />
        <div>
          <h2 className="font-semibold">Get in touch</h2>
          <ul className="mt-3">
            <li>
              <a href={mailLink(settings.contact_email)} className={linkLook}>
                {settings.contact_email}
              </a>
            </li>
            <li>
              <a href={companyPhoneLink(settings.phone_number)} className={`${linkLook} tabular-nums`}>
                {settings.phone_number}
              </a>
            </li>
            {social.map(({ label, href }) => (
              <li key={label}>
                <a href={href} target="_blank" rel="noopener noreferrer" className={linkLook}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <address className="mt-3 leading-7 text-on-graphite-muted not-italic">
            {addressLines(settings.company_address).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </div>
      </Container>
      <Container>
        <p className="pb-6 text-sm whitespace-pre-line text-on-graphite-muted empty:hidden">{settings.company_details}</p>
        <div className="flex flex-col gap-x-8 gap-y-3 border-t border-graphite-line py-6 text-sm lg:flex-row lg:items-center">
          <p className="flex flex-wrap gap-x-3 text-on-graphite-muted">
            <span>© {settings.company_name}</span>
            <span>Registered in England &amp; Wales</span>
          </p>
          <ul className="flex flex-wrap items-center gap-x-6 lg:ml-auto">
            {legalLinks.map(({ label, href }) => (
              <li key={href}>
                <Link href={href} prefetch={false} className={linkLook}>
                  {label}
                </Link>
              </li>
            ))}
            <li>{cookieSettings}</li>
          </ul>
        </div>
      </Container>
    </footer>
  )
}
