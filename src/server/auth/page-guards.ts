import type { GetServerSideProps } from 'next'
import { paths } from '~/lib/paths'
import { getServices } from '~/server/services'
import { requestSessionId } from './request-session'
import { readSession } from './sessions'

export interface AdminPageProps {
  viewer: { userId: string; email: string }
}

const redirectTo = (destination: string) => ({ redirect: { destination, permanent: false } })

/**
 * The guard of every admin page, on the server, so that no admin markup reaches anyone else:
 * not signed in → /auth, signed in but no administrator → / (spec §2 Admin layout).
 */
export const adminPage: GetServerSideProps<AdminPageProps> = async ({ req, res }) => {
  res.setHeader('Cache-Control', 'private, no-store')
  const viewer = await readSession(getServices(), await requestSessionId(req))
  if (!viewer) return redirectTo(paths.auth)
  if (viewer.role !== 'admin') return redirectTo(paths.home)
  return { props: { viewer: { userId: viewer.userId, email: viewer.email } } }
}

/** For addresses of the back office that have no page: whoever may not enter is sent away as elsewhere, an administrator finds nothing. */
export const missingAdminPage: GetServerSideProps<AdminPageProps> = async (context) => {
  const answer = await adminPage(context)
  return 'props' in answer ? { notFound: true } : answer
}

/** The guard of /auth: a signed-in user is sent to / (spec §4 Auth page). */
export const guestPage: GetServerSideProps<Record<string, never>> = async ({ req, res }) => {
  res.setHeader('Cache-Control', 'private, no-store')
  const viewer = await readSession(getServices(), await requestSessionId(req))
  return viewer ? redirectTo(paths.home) : { props: {} }
}
