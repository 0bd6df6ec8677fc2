import type { GetServerSidePropsContext } from 'next'
import { paths } from '~/lib/paths'
import { returnPath } from '~/lib/return-path'
import { getServices } from '~/server/services'
import { requestCookies } from '~/server/auth/cookie-jar'

/** Holds the page that asked for a sign-in, out of the address and out of reach of other sites. */
const NAME = 'return-to'
const SECONDS = 10 * 60

type Context = Pick<GetServerSidePropsContext, 'req' | 'res' | 'resolvedUrl'>

const cookies = ({ req, res }: Pick<Context, 'req' | 'res'>) => requestCookies(req, res, getServices().siteUrl)

/** Sends a visitor from a guarded page to /auth, which brings them back once they are signed in. */
export function askToSignIn(context: Context) {
  const path = returnPath(context.resolvedUrl)
  if (path !== null) cookies(context).set(NAME, path, SECONDS)
  return { redirect: { destination: paths.auth, permanent: false } }
}

/** The page that asked for this sign-in; it is answered once. */
export function takeReturnPath(context: Context): string | null {
  const jar = cookies(context)
  const kept = jar.get(NAME)
  if (kept === undefined) return null
  jar.set(NAME, '', 0)
  return returnPath(kept)
}
