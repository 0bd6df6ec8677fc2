import type { GetServerSidePropsContext } from 'next'
import { cookieName } from '~/lib/cookie-name'
import { paths } from '~/lib/paths'
import { returnPath } from '~/lib/return-path'
import { getServices } from '~/server/services'

/** Holds the page that asked for a sign-in, out of the address and out of reach of other sites. */
const name = () => cookieName('return-to', getServices().siteUrl)
const SECONDS = 10 * 60

type Context = Pick<GetServerSidePropsContext, 'req' | 'res' | 'resolvedUrl'>

function setCookie({ res }: Pick<Context, 'res'>, value: string, seconds: number): void {
  const secure = getServices().siteUrl.startsWith('https:') ? '; Secure' : ''
  res.appendHeader('Set-Cookie', `${name()}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`)
}

/** Sends a visitor from a guarded page to /auth, which brings them back once they are signed in. */
export function askToSignIn(context: Context) {
  const path = returnPath(context.resolvedUrl)
  if (path !== null) setCookie(context, path, SECONDS)
  return { redirect: { destination: paths.auth, permanent: false } }
}

/** The page that asked for this sign-in; it is answered once. */
export function takeReturnPath(context: Context): string | null {
  const kept = context.req.cookies[name()]
  if (kept === undefined) return null
  setCookie(context, '', 0)
  return returnPath(kept)
}
