import { ExternalLink, Menu, PanelLeft, X } from '~/components/icons/lucide'
import { useRouter } from 'next/router'
import { useMemo, useState, type ReactNode } from 'react'
import { AuthProvider } from '~/components/auth/auth-provider'
import { leaveForAuth } from '~/components/auth/sign-out'
import { IconButton } from '~/components/ui/icon-button'
import { onDemand } from '~/components/ui/on-demand'
import { Toasts } from '~/components/ui/toasts'
import type { BrowserSession } from '~/lib/browser-session'
import { paths } from '~/lib/paths'
import { VERSION } from '~/lib/version'
import { useStored } from '~/lib/use-stored'
import { AdminSidebar } from './admin-sidebar'

const Drawer = onDemand(() => import('~/components/ui/drawer').then((module) => module.Drawer))

interface AdminLayoutProps {
  viewer: { email: string }
  shows?: (href: string) => boolean
  tools?: ReactNode
  children: ReactNode
}

/** Without the role or with an unproven factor a session loses the back office (requirements §6). */
const isAdministrator = ({ isAdmin, needsCode }: BrowserSession) => isAdmin && !needsCode

/** (requirements §2 Admin layout) */
export function AdminLayout({ viewer, shows, tools, children }: AdminLayoutProps) {
  // Open at first (requirements §2); this browser remembers whether it was closed.
  const [stored, store] = useStored('admin-sidebar')
  const isOpen = stored !== 'closed'
  const { pathname } = useRouter()
  // The drawer closes when a link opens another screen.
  const [drawnOver, setDrawnOver] = useState<string>()
  const drawn = drawnOver === pathname
  const setDrawn = (open: boolean) => setDrawnOver(open ? pathname : undefined)
  const { email } = viewer
  const session = useMemo(() => ({ email, isAdmin: true, needsCode: false }), [email])

  return (
    <AuthProvider viewer={session} mayStay={isAdministrator} onSignedOut={leaveForAuth}>
      <div className="flex min-h-dvh bg-surface-muted dark:bg-canvas">
        <a href="#content" className="skip-link">
          Skip to content
        </a>

        <aside
          id="admin-sidebar"
          aria-label="Admin Panel"
          data-state={isOpen ? 'open' : 'closed'}
          className="group/sidebar sticky top-0 hidden h-dvh w-60 shrink-0 flex-col bg-graphite on-dark data-[state=closed]:w-16 md:flex"
        >
          <AdminSidebar email={viewer.email} shows={shows} />
        </aside>

        <div className="flex min-w-0 flex-1 flex-col">
          <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-surface px-2 md:px-4">
            <div className="hidden md:block">
              <IconButton
                label={isOpen ? 'Close menu' : 'Open menu'}
                aria-expanded={isOpen}
                aria-controls="admin-sidebar"
                onClick={() => store(isOpen ? 'closed' : 'open')}
                className="text-ink-muted"
              >
                <PanelLeft className="size-5" aria-hidden="true" />
              </IconButton>
            </div>
            <IconButton label="Open menu" aria-haspopup="dialog" onClick={() => setDrawn(true)} className="text-ink-muted md:hidden">
              <Menu className="size-5" aria-hidden="true" />
            </IconButton>
            <p className="min-w-0 flex-1 truncate text-sm font-medium text-ink">Welcome back, Administrator</p>
            {tools}
          </header>

          <main id="content" tabIndex={-1} className="mx-auto w-full max-w-360 flex-1 px-4 py-3 outline-none md:px-8 md:py-2">
            {children}
          </main>

          <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-3 text-sm text-ink-subtle md:px-8 md:py-2">
            <p>Amounts are in euro. Version {VERSION}</p>
            <a href={paths.home} className="inline-flex min-h-6 items-center gap-1.5 underline-offset-4 hover:text-ink hover:underline">
              View website
              <ExternalLink className="size-3.5" aria-hidden="true" />
            </a>
          </footer>
        </div>

        {drawn && (
          <Drawer label="Admin Panel" onClose={() => setDrawn(false)} className="bg-graphite on-dark md:hidden">
            <AdminSidebar email={viewer.email} shows={shows}>
              <IconButton label="Close menu" onClick={() => setDrawn(false)}>
                <X className="size-5" aria-hidden="true" />
              </IconButton>
            </AdminSidebar>
          </Drawer>
        )}
        <Toasts place={isOpen ? 'sidebar' : 'top'} />
      </div>
    </AuthProvider>
  )
}
