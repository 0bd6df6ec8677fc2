import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import { Button } from '~/components/ui/button'
import { Container } from '~/components/ui/container'
import { Icon } from '~/components/ui/icon'
import { IconButton } from '~/components/ui/icon-button'
import { onDemand } from '~/components/ui/on-demand'
import { useScrollPadding } from '~/components/ui/use-scroll-padding'
import { cookieBannerTexts } from '~/content/cookies'
import { paths } from '~/lib/paths'
import { useConsent } from './consent-store'
import { sayLeftNotice, decide } from './decide'
import { followConsent } from './google-tag'
import { allCookies, essentialOnly, type CookiePreferences } from './preferences'

interface CookieConsentProps {
  /** The shop's own Google tag; null for no third-party request. */
  googleTagId: string | null
}

/** Asks once, and keeps the tag to the answer (requirements §4 Cookie consent). */
export function CookieConsent({ googleTagId }: CookieConsentProps) {
  const consent = useConsent()

  useEffect(() => {
    if (consent) followConsent(consent.preferences, googleTagId)
  }, [consent, googleTagId])
  useEffect(sayLeftNotice, [])

  return consent?.decided === false ? <ConsentBanner /> : null
}

declare global {
  interface Navigator {
    /** @see https://w3c.github.io/gpc/ */
    readonly globalPrivacyControl?: boolean
  }
}

/** Global Privacy Control asks not to sell or share data: marketing stays off by default. */
const sendsPrivacyControl = () => navigator.globalPrivacyControl === true

const CustomizeDialog = onDemand(() => import('./customize-dialog').then((module) => module.CustomizeDialog))

const linkLook = 'font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-2'

/** The pressed button disappears with the banner, so the focus moves to the content. */
function choose(preferences: CookiePreferences) {
  decide(preferences)
  requestAnimationFrame(() => {
    if (document.activeElement === null || document.activeElement === document.body) {
      document.querySelector('main')?.focus({ preventScroll: true })
    }
  })
}

/** (requirements §2 Cookie consent banner) Accepting and refusing look the same and take one press. The header's menu may cover it. */
function ConsentBanner() {
  const [open, setOpen] = useState(false)
  const banner = useRef<HTMLElement>(null)
  useScrollPadding(banner)

  return (
    <section
      ref={banner}
      aria-label="Cookie consent"
      className="fixed inset-x-0 bottom-0 z-30 max-h-[75dvh] overflow-y-auto border-t border-line bg-surface shadow-[0_-8px_32px_-12px_var(--shadow-color)] transition-transform duration-300 starting:translate-y-full print:hidden"
    >
      <Container className="flex flex-col gap-x-8 gap-y-3 py-4 lg:flex-row lg:items-center">
        <div className="lg:max-w-2xl">
          <p className="mr-12 font-semibold text-ink">{cookieBannerTexts.title}</p>
          <p className="mt-1.5 text-ink-muted lg:mt-0.5">
            {cookieBannerTexts.text}{' '}
            {sendsPrivacyControl() && <strong className="font-medium text-ink">{cookieBannerTexts.privacyControl} </strong>}
            More in our{' '}
            <Link href={paths.cookiePolicy} prefetch={false} className={linkLook}>
              Cookie Policy
            </Link>{' '}
            and{' '}
            <Link href={paths.privacyPolicy} prefetch={false} className={linkLook}>
              Privacy Policy
            </Link>
            .
          </p>
        </div>
        <div className="flex flex-wrap gap-2 lg:ml-auto lg:flex-nowrap">
          <Button onClick={() => choose(allCookies)} className="grow">
            Accept All Cookies
          </Button>
          <Button onClick={() => choose(essentialOnly)} className="grow">
            Essential Only
          </Button>
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)} className="grow">
            Customize
          </Button>
        </div>
        <IconButton
          label="Close"
          onClick={() => choose(essentialOnly)}
          className="absolute top-1.5 right-2.5 text-ink-muted sm:right-5.5 lg:static lg:-mr-2.5"
        >
          <Icon name="x" className="size-5" />
        </IconButton>
      </Container>
      {open && <CustomizeDialog onSave={choose} onCancel={() => setOpen(false)} />}
    </section>
  )
}
