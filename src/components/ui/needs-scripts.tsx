import { mailLink } from '~/lib/contact-details'
import { companyPhoneLink } from '~/lib/company-phone-link'

interface NeedsScriptsProps {
  /** 'This form' */
  what?: string
  /** The ways on. */
  contactEmail: string
  phoneNumber?: string
  className?: string
}

const linkLook = 'font-medium wrap-anywhere underline underline-offset-4'

/** In browsers without scripts: that the page needs them, and how to go on. */
export const NeedsScripts = ({ what = 'This page', contactEmail, phoneNumber, className = '' }: NeedsScriptsProps) => (
  <p className={`hidden rounded-lg border border-warn-line bg-warn-soft p-5 text-warn-ink no-script:block ${className}`}>
    {what} needs JavaScript, which is switched off in your browser. Switch it on and load the page again, or write to{' '}
    <a href={mailLink(contactEmail)} className={linkLook}>
      {contactEmail}
    </a>
    {phoneNumber !== undefined && (
      <>
        {' '}
        or ring{' '}
        <a href={companyPhoneLink(phoneNumber)} className={linkLook}>
          {phoneNumber}
        </a>
      </>
    )}
    .
  </p>
)
