export interface SecurityOptions {
  /** The public address of the site: what follows from TLS goes by it, because a balancer may end the TLS. */
  siteUrl: string
  /** HSTS_INCLUDE_SUBDOMAINS: every host below the site's speaks TLS too. */
  hstsIncludeSubDomains?: boolean
  /** With it the tag's hosts are allowed. */
  googleTagId?: string | undefined
  /** Next's development server puts scripts into its pages and evaluates them. */
  dev?: boolean
}

const TAG = {
  scripts: ['https://*.googletagmanager.com'],
  calls: [
    'https://*.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.g.doubleclick.net',
  ],
}

/** The policy of every answer (docs/decisions/006). @see https://developers.google.com/tag-platform/security/guides/csp */
function contentSecurityPolicy({ siteUrl, googleTagId, dev }: SecurityOptions): string {
  const tag = googleTagId === undefined ? { scripts: [], calls: [] } : TAG
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...tag.scripts, ...(dev ? ["'unsafe-inline'", "'unsafe-eval'"] : [])],
    // Positions and sizes that are known only in the browser are style attributes.
    'style-src': ["'self'", "'unsafe-inline'"],
    // A product's picture may be on any host; the QR code of a second factor is a data address.
    'img-src': ["'self'", 'https:', 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...tag.calls, ...(dev ? ['ws:'] : [])],
    'object-src': ["'none'"],
    'frame-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  }
  const lines = Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(' ')}`)
  return [...lines, ...(siteUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : [])].join('; ')
}

const YEAR_SECONDS = 365 * 24 * 60 * 60

const NO_DEVICES = ['accelerometer', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'payment', 'usb']

const permissions = (camera: '()' | '(self)') =>
  ['Permissions-Policy', [...NO_DEVICES.map((device) => `${device}=()`), `camera=${camera}`].join(', ')] as const

/** Of the back office's documents: its own scripts may ask for the camera, and the browser asks the person there (docs/decisions/018). */
export const CAMERA_ALLOWED = permissions('(self)')

/**
 * The headers of the script that reads codes from pictures, a worker: a worker goes by the policy of its own script, and this one alone runs
 * WebAssembly. No page may.
 */
export const allowingWasm = (headers: readonly (readonly [name: string, value: string])[]) =>
  headers.map(
    ([name, value]) =>
      [name, name === 'Content-Security-Policy' ? value.replace("script-src 'self'", "$& 'wasm-unsafe-eval'") : value] as const,
  )

/** Name and value of each header that every answer carries, whatever it answers. */
export function securityHeaders(options: SecurityOptions): readonly (readonly [name: string, value: string])[] {
  return [
    ['Content-Security-Policy', contentSecurityPolicy(options)],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    permissions('()'),
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    // This host alone unless the operator says more: what else a company has below its name is not this program's to decide.
    ...(options.siteUrl.startsWith('https:')
      ? [['Strict-Transport-Security', `max-age=${YEAR_SECONDS}${options.hstsIncludeSubDomains ? '; includeSubDomains' : ''}`] as const]
      : []),
  ]
}
