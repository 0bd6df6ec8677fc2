import type { ComponentProps } from 'react'
import { SiteFooter } from '~/components/layouts/site-footer'
import { CookieSettingsButton } from './cookie-consent/cookie-settings-button'

/** The footer with its Cookie Settings control. */
export function SiteEnd(props: Omit<ComponentProps<typeof SiteFooter>, 'cookieSettings'>) {
  return <SiteFooter {...props} cookieSettings={<CookieSettingsButton />} />
}
