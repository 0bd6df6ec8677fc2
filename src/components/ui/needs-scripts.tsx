import { mailLink } from '~/lib/contact-details'
import { companyPhoneLink } from '~/lib/company-phone-link'

interface NeedsScriptsProps {
  what?: string
  contactEmail: string
  phoneNumber?: string
  className?: string
}

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const link = (href: string, text: string) =>
  `<a href="${escaped(href)}" class="font-medium wrap-anywhere underline underline-offset-4">${escaped(text)}</a>`

const wordsOf = ({ what = 'This page', contactEmail, phoneNumber }: NeedsScriptsProps) =>
  [
    `${escaped(what)} needs JavaScript, which is switched off in your browser. Switch it on and load the page again, or write to `,
    link(mailLink(contactEmail), contactEmail),
    ...(phoneNumber === undefined ? [] : [' or ring ', link(companyPhoneLink(phoneNumber), phoneNumber)]),
    '.',
  ].join('')

/** Shown without scripts. The server writes it and React leaves it untouched, so that browsers with scripts load no text for it. */
export const NeedsScripts = ({ className = '', ...words }: NeedsScriptsProps) => (
  <p
    className={`hidden rounded-lg border border-warn-line bg-warn-soft p-5 text-warn-ink no-script:block ${className}`}
    suppressHydrationWarning
    dangerouslySetInnerHTML={{ __html: typeof window === 'undefined' ? wordsOf(words) : '' }}
  />
)
