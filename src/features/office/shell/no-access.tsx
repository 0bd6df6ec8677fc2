import Link from 'next/link'
import { adminLinks, furtherLinks } from '~/components/layouts/admin-nav'
import { ScreenHeader } from '~/components/layouts/screen-header'

export function NoAccess({ title, shows }: { title: string; shows: (href: string) => boolean }) {
  const links = [...adminLinks, ...furtherLinks].filter(({ href }) => shows(href))
  return (
    <>
      <ScreenHeader title={title} subtitle="Your access does not include this screen" />
      <div className="rounded-card border border-line bg-surface px-6 py-10 text-ink-muted shadow-card">
        <p>An administrator without limits can change what your access includes.{links.length > 0 && ' It includes:'}</p>
        <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2 empty:hidden">
          {links.map(({ href, label }) => (
            <li key={href}>
              <Link
                href={href}
                prefetch={false}
                className="inline-flex min-h-9 items-center font-medium text-ink underline underline-offset-4"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
