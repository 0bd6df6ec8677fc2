import type { GetServerSideProps, GetServerSidePropsContext } from 'next'
import type { Factor } from '~/contracts/account'
import { paths } from '~/lib/paths'
import { getServices } from '~/server/services'
import { requestSessionId } from './request-session'
import { owesFactor, readSession, type Viewer } from './sessions'
import { factorsOf } from './tokens'

/** Who looks at a page, as the page may know it. */
interface PageViewer {
  email: string
  isAdmin: boolean
  /** The password was right, and the second factor is still to be proven. */
  needsCode: boolean
}

export interface AdminPageProps {
  viewer: PageViewer
}
export type AccountPageProps = AdminPageProps

/** What /auth shows first: the tabs, or the second step of a sign-in that has begun. */
export type GuestPageProps = { step: 'sign-in' } | { step: 'code'; viewer: PageViewer; factors: Factor[] }

const redirectTo = (destination: string) => ({ redirect: { destination, permanent: false } })

const pageViewer = (viewer: Viewer): PageViewer => ({
  email: viewer.email,
  isAdmin: viewer.role === 'admin',
  needsCode: owesFactor(viewer),
})

/** Whose session a page is asked for in; pages for one person are kept by nobody. */
async function viewerOf({ req, res }: Pick<GetServerSidePropsContext, 'req' | 'res'>): Promise<Viewer | null> {
  res.setHeader('Cache-Control', 'private, no-store')
  return readSession(getServices(), await requestSessionId(req))
}

/**
 * The guard of every admin page, on the server, so that no admin markup reaches anyone else:
 * not signed in, or not yet with the second factor → /auth, signed in but no administrator → /
 * (spec §2 Admin layout, §6).
 */
export const adminPage: GetServerSideProps<AdminPageProps> = async (context) => {
  const viewer = await viewerOf(context)
  if (!viewer) return redirectTo(paths.auth)
  if (viewer.role !== 'admin') return redirectTo(paths.home)
  return owesFactor(viewer) ? redirectTo(paths.auth) : { props: { viewer: pageViewer(viewer) } }
}

/** For addresses of the back office that have no page: whoever may not enter is sent away as elsewhere, an administrator finds nothing. */
export const missingAdminPage: GetServerSideProps<AdminPageProps> = async (context) => {
  const answer = await adminPage(context)
  return 'props' in answer ? { notFound: true } : answer
}

/** The guard of pages about one's own account: not signed in, or not yet with the second factor → /auth. */
export const accountPage: GetServerSideProps<AccountPageProps> = async (context) => {
  const viewer = await viewerOf(context)
  return viewer && !owesFactor(viewer) ? { props: { viewer: pageViewer(viewer) } } : redirectTo(paths.auth)
}

/** The guard of /auth: a signed-in user is sent to / (spec §4 Auth page), one who still owes the second factor is asked for it. */
export const guestPage: GetServerSideProps<GuestPageProps> = async (context) => {
  const viewer = await viewerOf(context)
  if (!viewer) return { props: { step: 'sign-in' } }
  if (!owesFactor(viewer)) return redirectTo(paths.home)
  const factors = await factorsOf(getServices(), viewer.userId)
  return { props: { step: 'code', viewer: pageViewer(viewer), factors: factors.filter(({ status }) => status === 'verified') } }
}
