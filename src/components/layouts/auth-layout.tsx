import Link from 'next/link'
import type { ReactNode } from 'react'
import { Icon } from '~/components/ui/icon'
import { BrandMark } from '~/components/ui/brand-mark'
import { HydratedControls } from '~/components/ui/hydrated-controls'
import { Toasts } from '~/components/ui/toasts'
import { paths } from '~/lib/paths'

const legalLinks = [
  { label: 'Privacy Policy', href: paths.privacyPolicy },
  { label: 'Terms of Service', href: paths.termsOfService },
  { label: 'Cookie Policy', href: paths.cookiePolicy },
] as const

/** The quiet frame of the sign-in screens: one card, and the way back. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface-muted dark:bg-canvas">
      <header className="border-b border-graphite-line bg-graphite on-dark">
        <div className="mx-auto flex min-h-16 max-w-site items-center px-5 sm:px-8">
          <Link
            href={paths.home}
            prefetch={false}
            className="flex min-h-11 items-center gap-3 font-medium text-on-graphite-muted hover:text-on-graphite"
          >
            <BrandMark />
            <Icon name="arrow-left" className="size-4" />
            Back to the website
          </Link>
        </div>
      </header>
      <main className="flex flex-1 items-start justify-center px-4 py-10 sm:items-center">
        <HydratedControls>{children}</HydratedControls>
      </main>
      <footer className="px-5 py-6 text-center text-sm text-ink-subtle">
        <ul className="flex flex-wrap justify-center gap-x-5 gap-y-1">
          {legalLinks.map(({ label, href }) => (
            <li key={href}>
              <Link href={href} prefetch={false} className="inline-block py-1 underline-offset-4 hover:text-ink hover:underline">
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <p className="mt-1">Registered in England &amp; Wales</p>
      </footer>
      <Toasts />
    </div>
  )
}
