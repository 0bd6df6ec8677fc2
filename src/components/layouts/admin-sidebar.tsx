import { useSignOut } from '~/components/auth/sign-out'
import { Icon } from '~/components/ui/icon'
import { Spinner } from '~/components/ui/loading'
import { clsx } from 'clsx/lite'
import { Pickaxe, UserCog } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/router'
import { useId, type ReactNode } from 'react'
import { paths } from '~/lib/paths'
import { adminLinks, furtherLinks, isActiveLink, type AdminLink } from './admin-nav'
import { navMarks } from './nav-marks'

/** Ends the session; what is around it then leaves the page. */
function SignOutButton({ className }: { className?: string }) {
  const { busy, signOut } = useSignOut()
  return (
    <button type="button" onClick={signOut} disabled={busy} title="Sign Out" className={className}>
      {busy ? <Spinner className="size-5" /> : <Icon name="log-out" className="size-5 shrink-0" />}
      <span className="group-data-[state=closed]/sidebar:sr-only">Sign Out</span>
    </button>
  )
}

const row =
  'flex min-h-10 items-center gap-3 rounded-md px-2.5 pointer-fine:min-h-9 text-sm font-medium transition-colors hover:bg-graphite-raised hover:text-on-graphite ' +
  'group-data-[state=closed]/sidebar:justify-center group-data-[state=closed]/sidebar:px-0'

interface LinksProps {
  /** Accessible name of the navigation. */
  label: string
  links: readonly AdminLink[]
  pathname: string
}

function Links({ label, links, pathname }: LinksProps) {
  const marks = navMarks.use()
  const id = useId()
  return (
    <nav aria-label={label}>
      <ul className="flex flex-col gap-0.5">
        {links.map(({ label: name, href, icon: LinkIcon }) => {
          const active = isActiveLink(href, pathname)
          const mark = marks[href]
          return (
            <li key={href} className="relative">
              <Link
                href={href}
                prefetch={false}
                title={name}
                aria-current={active ? 'page' : undefined}
                aria-describedby={mark && `${id}${href}`}
                className={clsx(row, active ? 'bg-graphite-raised text-on-graphite' : 'text-on-graphite-muted')}
              >
                <LinkIcon className={clsx('size-5 shrink-0', active && 'text-accent')} aria-hidden="true" />
                <span className="group-data-[state=closed]/sidebar:sr-only">{name}</span>
              </Link>
              {mark && (
                <span
                  id={`${id}${href}`}
                  className="pointer-events-none absolute top-2.5 right-2.5 rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums group-data-[state=closed]/sidebar:top-0.5 group-data-[state=closed]/sidebar:right-0.5"
                >
                  {mark.count}
                  <span className="sr-only"> {mark.words}</span>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

interface AdminSidebarProps {
  email: string
  shows?: ((href: string) => boolean) | undefined
  /** Stands at the end of the title's row. */
  children?: ReactNode
}

/**
 * Content of the sidebar and of the drawer: title, links, account. Inside a `group/sidebar` whose `data-state` is 'closed' it
 * shrinks to a rail of icons, which keep their names.
 */
export function AdminSidebar({ email, shows = () => true, children }: AdminSidebarProps) {
  const { pathname } = useRouter()
  return (
    <>
      <div className="flex h-14 shrink-0 items-center justify-between gap-2 border-b border-graphite-line px-3">
        <Link
          href={paths.admin}
          title="Admin Panel"
          className="flex min-h-10 items-center gap-2.5 rounded-md px-1 font-semibold text-on-graphite group-data-[state=closed]/sidebar:mx-auto"
        >
          <span className="grid size-8 shrink-0 place-items-center rounded-md bg-accent text-on-accent">
            <Pickaxe className="size-5" aria-hidden="true" />
          </span>
          <span className="group-data-[state=closed]/sidebar:sr-only">Admin Panel</span>
        </Link>
        {children}
      </div>

      <div className="flex-1 overflow-y-auto p-3">
        <Links label="Admin" links={adminLinks.filter(({ href }) => shows(href))} pathname={pathname} />
        <div className="my-3 border-t border-graphite-line" />
        <Links label="More" links={furtherLinks.filter(({ href }) => shows(href))} pathname={pathname} />
      </div>

      <div className="shrink-0 border-t border-graphite-line p-3">
        <div className="px-2.5 pb-2 group-data-[state=closed]/sidebar:sr-only">
          <p className="truncate text-sm font-medium text-on-graphite" title={email}>
            {email}
          </p>
          <p className="text-xs text-on-graphite-muted">Administrator</p>
        </div>
        <Link href={paths.profile} prefetch={false} title="Your account" className={clsx(row, 'text-on-graphite-muted')}>
          <UserCog className="size-5 shrink-0" aria-hidden="true" />
          <span className="group-data-[state=closed]/sidebar:sr-only">Your account</span>
        </Link>
        <SignOutButton className={clsx(row, 'w-full text-on-graphite-muted disabled:opacity-60')} />
      </div>
    </>
  )
}
