import { Bookmark } from '~/components/icons/lucide'
import { useRouter } from 'next/router'
import { ToolPopover } from '~/components/admin-list/tool-popover'
import { onDemand } from '~/components/ui/on-demand'
import { adminLinks, adminPaths, furtherLinks, isActiveLink } from '~/components/layouts/admin-nav'
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

/** The views of a list that its reader has saved, and a way to save the one that is shown. */
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
  /** The screen's name, in the browser tab's title. */
  title: string
  head: Pick<PageHeadProps, 'settings' | 'siteUrl' | 'path'>
  viewer: { userId: string; email: string; scopes: readonly Scope[] | null }
  businessTimeZone: string
  readsEmails: boolean
  children: ReactNode
}

const screens = [...adminLinks, ...furtherLinks]
const isFor = ({ viewer: { scopes }, readsEmails }: Pick<AdminPageProps, 'viewer' | 'readsEmails'>, href: string) => {
  if (href === adminPaths.outgoingEmails) return readsEmails
  const routers = screens.filter((screen) => screen.href === href).flatMap(({ reads }) => reads)
  return routers.length === 0 || routers.some((router) => allows(scopes, router, 'read'))
}

const listTools = (
  <>
    <ViewsMenu />
    <ExportLink />
  </>
)

/** The screen is among those of the sidebar, and its reader may read none of its parts. The API's description is for everybody. */
function isClosed(viewer: Pick<AdminPageProps, 'viewer' | 'readsEmails'>, pathname: string): boolean {
  const screen = screens.find(({ href }) => isActiveLink(href, pathname))
  return screen !== undefined && pathname !== adminPaths.apiDescription && !isFor(viewer, screen.href)
}

/**
 * Frame of the back office with fresh queries. It stays mounted from page to page, so an answer that one screen has read is there
 * when another one, or the same again, needs it.
 */
function AdminPage({ title, head, viewer, businessTimeZone, readsEmails, children }: AdminPageProps) {
  const { scopes } = viewer
  const { pathname } = useRouter()
  const shows = (href: string) => isFor({ viewer, readsEmails }, href)
  const may: ReturnType<typeof useMay> = useCallback((router, access) => allows(scopes, router, access), [scopes])
  return (
    <TrpcProvider>
      <PageHead {...head} title={`${title} | Admin Panel`} noIndex />
      <AdminLayout viewer={viewer} shows={shows} tools={<PaletteButton />}>
        <ViewerContext value={{ userId: viewer.userId, timeZone: businessTimeZone, may, isLimited: scopes !== null }}>
          <Background />
          <ListTools value={listTools}>
            {isClosed({ viewer, readsEmails }, pathname) ? <NoAccess title={title} shows={shows} /> : children}
          </ListTools>
        </ViewerContext>
      </AdminLayout>
    </TrpcProvider>
  )
}

/** A page's layout (`getLayout` of pages/_app). @param title the screen's name, in the browser tab's title */
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
