import { useEffect } from 'react'
import { ConsentBanner } from './consent-banner'
import { useConsent } from './consent-store'
import { sayLeftNotice } from './decide'
import { followConsent } from './google-tag'

interface CookieConsentProps {
  /** The Google tag that is told of grants; null: there is none, and no third-party request. */
  googleTagId: string | null
}

/** Asks the visitor once, and keeps the page's tag to the answer (spec §4 Cookie consent). */
export function CookieConsent({ googleTagId }: CookieConsentProps) {
  const consent = useConsent()

  useEffect(() => {
    if (consent && googleTagId !== null) followConsent(googleTagId, consent.preferences)
  }, [consent, googleTagId])
  useEffect(sayLeftNotice, [])

  return consent?.decided === false ? <ConsentBanner /> : null
}
