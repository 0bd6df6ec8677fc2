import type { Scope } from '~/contracts/identity/api-keys'
import type { GetServerSideProps, GetServerSidePropsContext } from 'next'
import { paths } from '~/lib/paths'
import { returnPath } from '~/lib/return-path'
import { passportPageOf } from '~/lib/record-paths'
import { getServices } from '~/server/services'
import { requestCookies } from '~/server/identity/auth/cookie-jar'
import { CAMERA_ALLOWED } from '~/server/http/security-headers'
import { pageWhileReachable } from './unavailable'
import { requestSession } from '~/server/identity/auth/request-session'
import { type Viewer, mfaPending } from '~/server/identity/auth/read-session'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { siteProps } from '~/server/site/static-props'
import type { CaseNoun } from '~/contracts/case-ref'
import { unitExists } from '~/server/stock/units/unit-page'
import { invoiceExists } from '~/server/billing/invoices/list-invoices'
import { caseExists } from '~/server/cases/base/other-cases'
import { customerExists } from '~/server/identity/users/customers'

/** Holds the page that asked for a sign-in, out of the URL and out of reach of other sites. */
const NAME = 'return-to'
const SECONDS = 10 * 60

type Context = Pick<GetServerSidePropsContext, 'req' | 'res' | 'resolvedUrl'>

const cookies = ({ req, res }: Pick<Context, 'req' | 'res'>) => requestCookies(req, res, getServices().siteUrl)

/** Sends a visitor from a guarded page to /auth, which brings them back once they are signed in. @param to the page that they come back to */
function askToSignIn(context: Context, to = context.resolvedUrl) {
  const path = returnPath(to)
  if (path !== null) cookies(context).set(NAME, path, SECONDS)
  return { redirect: { destination: paths.auth, permanent: false } }
}

/** The page that asked for this sign-in; it is used once. */
function takeReturnPath(context: Context): string | null {
  const jar = cookies(context)
  const stored = jar.get(NAME)
  if (stored === undefined) return null
  jar.set(NAME, '', 0)
  return returnPath(stored)
}

/** The visitor, as far as a page may know. */
interface PageViewer {
  userId: string
  email: string
  isAdmin: boolean
  /** Of an administrator who is limited; null is everything. */
  scopes: readonly Scope[] | null
  /** The password was right, and the second factor is still to be proven. */
  needsCode: boolean
  /** An administrator who may do nothing but add a second factor. */
  mustEnroll: boolean
}

export interface AccountPageProps {
  viewer: PageViewer
}

export interface AdminPageProps extends AccountPageProps {
  /** The time zone of the shop's days (IANA name). */
  businessTimeZone: string
  /** There are emails as files, which this administrator may read. */
  readsEmails: boolean
}

interface GuestPageProps {
  /** The page that asked for a sign-in; null if /auth was opened by itself. */
  returnTo: string | null
  /** The visitor is signed in: without scripts the page itself sends them on. */
  isSignedIn?: true
}

/** For answers that are no page. */
const noViewer: PageViewer = { userId: '', email: '', isAdmin: false, scopes: null, needsCode: false, mustEnroll: false }

const noAdminProps: AdminPageProps = { viewer: noViewer, businessTimeZone: 'UTC', readsEmails: false }

const redirectTo = (destination: string) => ({ redirect: { destination, permanent: false } })

const pageViewer = (viewer: Viewer): PageViewer => ({
  userId: viewer.userId,
  email: viewer.email,
  isAdmin: viewer.role === 'admin',
  scopes: viewer.scopes,
  needsCode: mfaPending(viewer),
  mustEnroll: viewer.mustEnroll,
})

/** The session of a page's request; no cache keeps personal pages. */
async function viewerOf({ req, res }: Pick<GetServerSidePropsContext, 'req' | 'res'>): Promise<Viewer | null> {
  res.setHeader('Cache-Control', 'private, no-store')
  return requestSession(req)
}

/**
 * The guard of every admin page, on the server, so that no admin markup reaches anyone else: without a session, or before the second factor
 * → /auth, signed in but no administrator → / (requirements §2 Admin layout, §6), an administrator who must add a second factor first → /account.
 */
export const adminPage: GetServerSideProps<AdminPageProps> = pageWhileReachable(async (context) => {
  const viewer = await viewerOf(context)
  if (!viewer) return askToSignIn(context)
  if (viewer.role !== 'admin') return redirectTo(paths.home)
  if (mfaPending(viewer)) return askToSignIn(context)
  if (viewer.mustEnroll) return redirectTo(paths.account)
  context.res.setHeader(...CAMERA_ALLOWED)
  const { businessTimeZone, mailFolder } = getServices()
  return { props: { viewer: pageViewer(viewer), businessTimeZone, readsEmails: mailFolder !== null && viewer.scopes === null } }
}, noAdminProps)

/** For URLs of the back office without a page: administrators get 404, others the redirects of `adminPage`. */
export const missingAdminPage: GetServerSideProps<AdminPageProps> = async (context) => {
  const answer = await adminPage(context)
  return 'props' in answer && !context.res.writableEnded ? { notFound: true } : answer
}

/** The guard of the emails that are files: elsewhere the page does not exist. */
export const emailFilesPage: GetServerSideProps<AdminPageProps> = async (context) => {
  const answer = await adminPage(context)
  if (!('props' in answer) || context.res.writableEnded) return answer
  return (await answer.props).readsEmails ? answer : { notFound: true }
}

/** The guard of pages about one's own account: without a session, or before the second factor → /auth. */
export const accountPage: GetServerSideProps<AccountPageProps> = pageWhileReachable(
  async (context) => {
    const viewer = await viewerOf(context)
    return viewer && !mfaPending(viewer) ? { props: { viewer: pageViewer(viewer) } } : askToSignIn(context)
  },
  { viewer: noViewer },
)

/**
 * The guard of /auth: sends a signed-in user to / (requirements §4 Auth page). A document is sent all the same, which redirects browsers without
 * scripts: an email's link stands behind the #, which only the browser sees, which an HTTP redirect would carry on to the wrong page, and
 * which counts signed-in users.
 */
export const guestPage: GetServerSideProps<GuestPageProps> = pageWhileReachable(
  async (context) => {
    const viewer = await viewerOf(context)
    // After signing in, the back office opens in the same document.
    context.res.setHeader(...CAMERA_ALLOWED)
    const isDocument = context.req.headers['sec-fetch-dest'] === 'document'
    const isSignedIn = viewer !== null && !mfaPending(viewer)
    if (isSignedIn && !isDocument) return redirectTo(paths.home)
    return { props: { returnTo: takeReturnPath(context), ...(isSignedIn && { isSignedIn }) } }
  },
  { returnTo: null },
)

type InSite<Props> = Props & Pick<SiteData, 'settings'> & SitePageProps
export type AccountSiteProps = InSite<AccountPageProps>
export type GuestSiteProps = InSite<GuestPageProps>

/** A page behind its guard, in the frame of the site. */
export const inSite =
  <Props extends object>(guard: GetServerSideProps<Props>): GetServerSideProps<InSite<Props>> =>
  async (context) => {
    const answer = await guard(context)
    return 'props' in answer ? { props: { ...(await answer.props), ...(await siteProps('settings')) } } : answer
  }

export const accountSitePage = inSite(accountPage)

/** A page of one record. The page itself says that there is none; its document, which programs read as well, then has the status 404. */
const recordPage = (exists: (param: string) => Promise<boolean>, param: string): GetServerSideProps<AdminPageProps> =>
  pageWhileReachable(async (context) => {
    const answer = await adminPage(context)
    const { req, res, params } = context
    // Navigation inside the browser skips this read of the database.
    const isDocument = 'props' in answer && !res.writableEnded && req.headers['x-nextjs-data'] === undefined
    if (isDocument && !(await exists(String(params?.[param])))) res.statusCode = 404
    return answer
  }, noAdminProps)

export const casePage = (noun: CaseNoun) => recordPage((number) => caseExists(getServices(), noun, number), 'number')

export const unitPage = recordPage((number) => unitExists(getServices(), number), 'number')

export const invoicePage = recordPage((id) => invoiceExists(getServices(), id), 'id')

export const customerPage = recordPage((id) => customerExists(getServices(), id), 'id')

const LONGEST_CODE = 100

/**
 * The page of a machine's passport. It reads nothing for itself; nobody else learns its code, by which the machine can be claimed: no page
 * gets it as a referrer. With `?claim` a visitor signs in first and comes back.
 */
export const passportPage = inSite<{ code: string }>(
  pageWhileReachable(
    async (context) => {
      const { res, params, query } = context
      const code = String(params?.code).slice(0, LONGEST_CODE)
      res.setHeader('Referrer-Policy', 'no-referrer')
      res.setHeader('X-Robots-Tag', 'noindex, nofollow')
      res.setHeader('Cache-Control', 'private, no-store')
      if (query.claim !== undefined) {
        const viewer = await viewerOf(context)
        if (!viewer || mfaPending(viewer)) return askToSignIn(context, passportPageOf(code))
      }
      return { props: { code } }
    },
    { code: '' },
  ),
)
