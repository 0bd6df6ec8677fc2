import { clsx } from 'clsx/lite'
import { mailLink } from '~/lib/contact-details'

interface NeedsScriptsProps {
  /** 'This form' */
  what?: string
  /** The way on: this address. */
  contactEmail: string
  className?: string
}

/** In browsers without scripts: that the page needs them, and how to go on. */
export function NeedsScripts({ what = 'This page', contactEmail, className }: NeedsScriptsProps) {
  return (
    <p className={clsx('hidden rounded-lg border border-warn-line bg-warn-soft p-5 text-warn-ink no-script:block', className)}>
      {what} needs JavaScript, which is switched off in your browser. Switch it on and load the page again, or write to{' '}
      <a href={mailLink(contactEmail)} className="font-medium wrap-anywhere underline underline-offset-4">
        {contactEmail}
      </a>
      .
    </p>
  )
}
