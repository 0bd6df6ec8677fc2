import { Bookmark } from '~/components/icons/lucide'
import { useRouter } from 'next/router'
import { ToolPopover } from '~/components/admin-list/tool-popover'
import { onDemand } from '~/components/ui/on-demand'
import { adminPaths, mayOpen, screenOf } from '~/components/layouts/admin-nav'
import { allows, type Scope } from '~/contracts/identity/api-keys'
import { viewScreens } from '~/contracts/office/views'
import { useCallback, type ReactElement, type ReactNode } from 'react'
import { ExportLink } from '~/components/admin-list/export-links'
import { type useMay, ViewerContext } from '~/components/admin-list/cells'
import { ListTools } from '~/components/admin-list/columns'
import { AdminLayout } from '~/components/layouts/admin-layout'
import { PageHead, type PageHeadProps } from '~/components/seo/page-head'
import { TrpcProvider } from '~/trpc/provider'
import { PaletteButton } from './palette-button'

const Background = onDemand(() => import('./background').then((module) => module.Background))
const NoAccess = onDemand(() => import('./no-access').then((module) => module.NoAccess))
const Views = onDemand(() => import('./views').then((module) => module.Views))

/** Saved views, and a way to save the current one. */
function ViewsMenu() {
  const { pathname } = useRouter()
  const screen = viewScreens.find((each) => pathname === `/admin/${each}`)
  if (!screen) return null
  return (
    <ToolPopover label="Saved views" icon={Bookmark}>
      {(close) => <Views screen={screen} onDone={close} />}
    </ToolPopover>
  )
}

interface AdminPageProps {
  title: string
  head: Pick<PageHeadProps, 'settings' | 'siteUrl' | 'path'>
  viewer: { userId: string; email: string; scopes: readonly Scope[] | null }
  businessTimeZone: string
  readsEmails: boolean
  children: ReactNode
}

const isFor = ({ viewer: { scopes }, readsEmails }: Pick<AdminPageProps, 'viewer' | 'readsEmails'>, href: string) => {
  if (href === adminPaths.outgoingEmails) return readsEmails
  const screen = screenOf(href)
  return screen === undefined || mayOpen(screen, (router) => allows(scopes, router, 'read'))
}

const listTools = (
  <>
    <ViewsMenu />
    <ExportLink />
  </>
)

/** A screen of which the reader may read nothing. */
function isClosed(viewer: Pick<AdminPageProps, 'viewer' | 'readsEmails'>, pathname: string): boolean {
  const screen = screenOf(pathname)
  return screen !== undefined && !isFor(viewer, screen.href)
}

/** Stays mounted between pages, so that answers are reused by the next screen. */
function AdminPage({ title, head, viewer, businessTimeZone, readsEmails, children }: AdminPageProps) {
  const { scopes } = viewer
  const { pathname } = useRouter()
  const shows = (href: string) => isFor({ viewer, readsEmails }, href)
  const may: ReturnType<typeof useMay> = useCallback((router, access) => allows(scopes, router, access), [scopes])
  return (
    <TrpcProvider>
      <PageHead {...head} title={`${title} | Admin Panel`} noIndex />
      <ViewerContext value={{ userId: viewer.userId, timeZone: businessTimeZone, may, isLimited: scopes !== null }}>
        <AdminLayout viewer={viewer} shows={shows} tools={<PaletteButton />}>
          <Background />
          <ListTools value={listTools}>
            {isClosed({ viewer, readsEmails }, pathname) ? <NoAccess title={title} shows={shows} /> : children}
          </ListTools>
        </AdminLayout>
      </ViewerContext>
    </TrpcProvider>
  )
}

/** @param title for the browser tab */
export const adminLayout = (title: string) =>
  function getLayout(page: ReactElement, props: Omit<AdminPageProps, 'title' | 'children'>) {
    return (
      <AdminPage
        title={title}
        head={props.head}
        viewer={props.viewer}
        businessTimeZone={props.businessTimeZone}
        readsEmails={props.readsEmails}
      >
        {page}
      </AdminPage>
    )
  }
