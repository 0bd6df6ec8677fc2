import type { Notices } from './platform-notices'

/**
 * A version is supported for a year from its first day; afterwards the platform answers with the oldest supported one.
 * @see https://shopify.dev/docs/api/usage/versioning
 */

/** Days before the end of a version. */
const TOLD_DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000

const VERSION = /^(\d{4})-(\d{2})$/

/** UTC; null for a version without an end, such as 'unstable'. */
function endOfVersion(version: string): Date | null {
  const [, year, month] = VERSION.exec(version) ?? []
  return year && month ? new Date(Date.UTC(Number(year) + 1, Number(month) - 1, 1)) : null
}

export const versionOfAddress = (address: string): string => /\/api\/([^/]+)\//.exec(address)?.[1] ?? 'unstable'

interface Watched {
  source: 'storefront' | 'admin'
  address: string
  variable: string
  notices: Notices
  now: () => Date
}

/** Checks an answer's headers for its version, its end, and deprecated calls. */
export function watchVersion({ source, address, variable, notices, now }: Watched): (headers: Headers) => void {
  const asked = versionOfAddress(address)
  const say = (kind: 'version' | 'deprecated', detail: string) => void notices.say(source, { kind, subject: variable, detail })
  return (headers) => {
    const served = headers.get('x-shopify-api-version') ?? asked
    const reason = headers.get('x-shopify-api-deprecated-reason')
    if (reason) say('deprecated', reason.slice(0, 300))
    if (served !== asked && VERSION.test(asked)) {
      say('version', `it names version ${asked}, which Shopify no longer serves: it answers by ${served.slice(0, 20)}.`)
      return
    }
    const end = endOfVersion(served)
    const days = end ? Math.ceil((end.getTime() - now().getTime()) / DAY_MS) : Number.POSITIVE_INFINITY
    if (end && days <= TOLD_DAYS)
      say(
        'version',
        `version ${served} ${days > 0 ? 'is' : 'was'} supported until ${end.toISOString().slice(0, 10)}. Update the shop’s software, then the address.`,
      )
  }
}
