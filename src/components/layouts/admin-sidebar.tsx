import { useSignOut } from '~/components/auth/sign-out'
import { Icon } from '~/components/ui/icon'
import { Spinner } from '~/components/ui/loading'
import { clsx } from 'clsx/lite'
import { ChevronDown, Pickaxe, UserCog } from '~/components/icons/lucide'
import Link from 'next/link'
import { useRouter } from 'next/router'
import { useId, type ReactNode } from 'react'
import { paths } from '~/lib/paths'
import { useStored } from '~/lib/use-stored'
import { activeLink, adminLinks, furtherParts, isGroup, type AdminGroup, type AdminLink } from './admin-nav'
import { navMarks } from './nav-marks'

function SignOutButton({ className }: { className?: string }) {
  const { busy, signOut } = useSignOut()
  return (
    <button type="button" onClick={signOut} disabled={busy} title="Sign Out" className={className}>
      {busy ? <Spinner className="size-5" /> : <Icon name="log-out" className="size-5 shrink-0" />}
      <span className="group-data-[state=closed]/sidebar:sr-only">Sign Out</span>
    </button>
  )
}

/** For a mouse rows are low enough that all links and one open group stand in 720 px. */
const row =
  'flex min-h-10 items-center gap-3 rounded-md px-2.5 pointer-fine:min-h-[1.9375rem] pointer-fine:[@media(height<50rem)]:min-h-7 text-sm font-medium transition-colors hover:bg-graphite-raised hover:text-on-graphite ' +
  'group-data-[state=closed]/sidebar:justify-center group-data-[state=closed]/sidebar:gap-0.5 group-data-[state=closed]/sidebar:px-0'

const MOST_COUNTED = 99

/** Stands beside the icon where the sidebar is closed. */
function Count({ id, count, words }: { id: string; count: number; words: string }) {
  return (
    <span
      id={id}
      className="ml-auto rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums group-data-[state=closed]/sidebar:ml-0 group-data-[state=closed]/sidebar:px-1 group-data-[state=closed]/sidebar:text-[0.625rem]/4"
    >
      {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count} <span className="sr-only">{words}</span>
    </span>
  )
}

interface LinkRowProps {
  link: AdminLink
  active: boolean
  isInner?: boolean
}

function LinkRow({ link: { label, href, icon: LinkIcon }, active, isInner = false }: LinkRowProps) {
  const mark = navMarks.use()[href]
  const id = useId()
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        title={label}
        aria-label={label}
        aria-current={active ? 'page' : undefined}
        aria-describedby={mark && id}
        className={clsx(row, isInner && 'pl-6', active ? 'bg-graphite-raised text-on-graphite' : 'text-on-graphite-muted')}
      >
        <LinkIcon className={clsx('size-5 shrink-0', active && 'text-accent')} aria-hidden="true" />
        <span className="group-data-[state=closed]/sidebar:sr-only">{label}</span>
        {mark && <Count id={id} {...mark} />}
      </Link>
    </li>
  )
}

interface GroupRowProps {
  group: AdminGroup
  active: string | undefined
  isOpen: boolean
  onToggle: () => void
}

/** A folded group shows the sum of its counts. */
function GroupRow({ group: { label, icon: GroupIcon, links }, active, isOpen, onToggle }: GroupRowProps) {
  const marks = navMarks.use()
  const id = useId()
  const waiting = links.reduce((sum, { href }) => sum + (marks[href]?.count ?? 0), 0)
  const isFolded = !isOpen && waiting > 0
  return (
    <li>
      <button
        type="button"
        title={label}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}links`}
        aria-describedby={isFolded ? `${id}count` : undefined}
        onClick={onToggle}
        className={clsx(
          row,
          'w-full',
          !isOpen && links.some(({ href }) => href === active) ? 'text-on-graphite' : 'text-on-graphite-muted',
        )}
      >
        <GroupIcon className="size-5 shrink-0" aria-hidden="true" />
        <span className="group-data-[state=closed]/sidebar:sr-only">{label}</span>
        {isFolded && <Count id={`${id}count`} count={waiting} words="waiting" />}
        <ChevronDown
          className={clsx(
            'size-4 shrink-0 transition-transform group-data-[state=closed]/sidebar:hidden',
            !isFolded && 'ml-auto',
            isOpen && 'rotate-180',
          )}
          aria-hidden="true"
        />
      </button>
      <ul
        id={`${id}links`}
        aria-label={label}
        hidden={!isOpen}
        className="group-data-[state=closed]/sidebar:rounded-md group-data-[state=closed]/sidebar:bg-graphite-line"
      >
        {links.map((link) => (
          <LinkRow key={link.href} link={link} active={link.href === active} isInner />
        ))}
      </ul>
    </li>
  )
}

const ALL_FOLDED = 'none'

/** The group opened last in this browser, at first that of the screen. */
function useOpenGroup(active: string | undefined): [open: string | undefined, toggle: (id: string) => void] {
  const [stored, store] = useStored('admin-menu-group')
  const ofScreen = furtherParts.find((part) => isGroup(part) && part.links.some(({ href }) => href === active))
  const own = ofScreen && isGroup(ofScreen) ? ofScreen.id : undefined
  const open = stored ?? own
  return [open, (id) => store(open === id ? ALL_FOLDED : id)]
}

interface AdminSidebarProps {
  email: string
  shows?: ((href: string) => boolean) | undefined
  children?: ReactNode
}

/** Inside a `group/sidebar` whose `data-state` is 'closed' it shrinks to a rail of icons, which keep their names. */
export function AdminSidebar({ email, shows = () => true, children }: AdminSidebarProps) {
  const { pathname, asPath } = useRouter()
  const own = adminLinks.filter(({ href }) => shows(href))
  const parts = furtherParts.flatMap((part): (AdminGroup | AdminLink)[] => {
    if (!isGroup(part)) return shows(part.href) ? [part] : []
    const links = part.links.filter(({ href }) => shows(href))
    return links.length === 0 ? [] : [{ ...part, links }]
  })
  const active = activeLink([...own, ...parts.flatMap((part) => (isGroup(part) ? part.links : part))], pathname, asPath)
  const [open, toggle] = useOpenGroup(active)
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

      <div className="flex-1 overflow-y-auto p-2">
        <nav aria-label="Admin">
          <ul>
            {own.map((link) => (
              <LinkRow key={link.href} link={link} active={link.href === active} />
            ))}
          </ul>
        </nav>
        {parts.length > 0 && (
          <nav aria-label="More">
            <ul className="mt-1 border-t border-graphite-line pt-1">
              {parts.map((part) =>
                isGroup(part) ? (
                  <GroupRow key={part.id} group={part} active={active} isOpen={part.id === open} onToggle={() => toggle(part.id)} />
                ) : (
                  <LinkRow key={part.href} link={part} active={part.href === active} />
                ),
              )}
            </ul>
          </nav>
        )}
      </div>

      <div className="shrink-0 border-t border-graphite-line p-2 pb-1">
        <p className="truncate px-2.5 pb-0.5 text-xs text-on-graphite-muted group-data-[state=closed]/sidebar:sr-only" title={email}>
          <span className="text-on-graphite">{email}</span>
          <br />
          Administrator
        </p>
        <Link href={paths.profile} prefetch={false} title="Your account" className={clsx(row, 'text-on-graphite-muted')}>
          <UserCog className="size-5 shrink-0" aria-hidden="true" />
          <span className="group-data-[state=closed]/sidebar:sr-only">Your account</span>
        </Link>
        <SignOutButton className={clsx(row, 'w-full text-on-graphite-muted disabled:opacity-60')} />
      </div>
    </>
  )
}
