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

/** Remembers the page that asked for a sign-in, out of the URL and out of other sites' reach. */
const NAME = 'return-to'
const SECONDS = 10 * 60

type Context = Pick<GetServerSidePropsContext, 'req' | 'res' | 'resolvedUrl'>

const cookies = ({ req, res }: Pick<Context, 'req' | 'res'>) => requestCookies(req, res, getServices().siteUrl)

function askToSignIn(context: Context, to = context.resolvedUrl) {
  const path = returnPath(to)
  if (path !== null) cookies(context).set(NAME, path, SECONDS)
  return { redirect: { destination: paths.auth, permanent: false } }
}

function takeReturnPath(context: Context): string | null {
  const jar = cookies(context)
  const stored = jar.get(NAME)
  if (stored === undefined) return null
  jar.set(NAME, '', 0)
  return returnPath(stored)
}

interface PageViewer {
  userId: string
  email: string
  isAdmin: boolean
  scopes: readonly Scope[] | null
  needsCode: boolean
  /** An administrator who must add a second factor first. */
  mustEnroll: boolean
}

export interface AccountPageProps {
  viewer: PageViewer
}

export interface AdminPageProps extends AccountPageProps {
  /** IANA name. */
  businessTimeZone: string
  readsEmails: boolean
}

interface GuestPageProps {
  returnTo: string | null
  isSignedIn?: true
}

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

/** Personal pages are not cached. */
async function viewerOf({ req, res }: Pick<GetServerSidePropsContext, 'req' | 'res'>): Promise<Viewer | null> {
  res.setHeader('Cache-Control', 'private, no-store')
  return requestSession(req)
}

/** Others → /auth, administrators who need a second factor → /account, all else → / (requirements §2 Admin layout, §6). */
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

/** Administrators get 404, others the redirects of `adminPage`. */
export const missingAdminPage: GetServerSideProps<AdminPageProps> = async (context) => {
  const answer = await adminPage(context)
  return 'props' in answer && !context.res.writableEnded ? { notFound: true } : answer
}

export const emailFilesPage: GetServerSideProps<AdminPageProps> = async (context) => {
  const answer = await adminPage(context)
  if (!('props' in answer) || context.res.writableEnded) return answer
  return (await answer.props).readsEmails ? answer : { notFound: true }
}

export const accountPage: GetServerSideProps<AccountPageProps> = pageWhileReachable(
  async (context) => {
    const viewer = await viewerOf(context)
    return viewer && !mfaPending(viewer) ? { props: { viewer: pageViewer(viewer) } } : askToSignIn(context)
  },
  { viewer: noViewer },
)

/**
 * Sends a signed-in user to / (requirements §4 Auth page). A document is sent all the same, and redirects browsers without scripts: an
 * email's link stands behind the #, which only the browser sees and an HTTP redirect would carry on.
 */
export const guestPage: GetServerSideProps<GuestPageProps> = pageWhileReachable(
  async (context) => {
    const viewer = await viewerOf(context)
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

export const inSite =
  <Props extends object>(guard: GetServerSideProps<Props>): GetServerSideProps<InSite<Props>> =>
  async (context) => {
    const answer = await guard(context)
    return 'props' in answer ? { props: { ...(await answer.props), ...(await siteProps('settings')) } } : answer
  }

export const accountSitePage = inSite(accountPage)

/** The page itself reports a missing record; its document has the status 404 for programs. */
const recordPage = (exists: (param: string) => Promise<boolean>, param: string): GetServerSideProps<AdminPageProps> =>
  pageWhileReachable(async (context) => {
    const answer = await adminPage(context)
    const { req, res, params } = context
    // Navigation in the browser skips this read.
    const isDocument = 'props' in answer && !res.writableEnded && req.headers['x-nextjs-data'] === undefined
    if (isDocument && !(await exists(String(params?.[param])))) res.statusCode = 404
    return answer
  }, noAdminProps)

export const casePage = (noun: CaseNoun) => recordPage((number) => caseExists(getServices(), noun, number), 'number')

export const unitPage = recordPage((number) => unitExists(getServices(), number), 'number')

export const invoicePage = recordPage((id) => invoiceExists(getServices(), id), 'id')

export const customerPage = recordPage((id) => customerExists(getServices(), id), 'id')

const LONGEST_CODE = 100

/** A passport's code can claim the machine, so no page gets it as a referrer. With `?claim` a visitor signs in first and comes back. */
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
