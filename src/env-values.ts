import { isIP } from 'node:net'
import { unescape } from 'node:querystring'
import { isSupportedCountry } from 'libphonenumber-js/max'
import proxyaddr from 'proxy-addr'
import * as z from 'zod'

/** An empty value in a .env file counts as missing. */
const blankAsMissing = (value: unknown) => (value === '' ? undefined : value)
export const setting = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsMissing, schema)

export const headerValue = z.string().regex(/^[\x21-\x7e]+$/, 'must have no spaces and no special characters')
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
export const flag = z.enum(['true', 'false'], { error: "must be 'true' or 'false'" }).transform((value) => value === 'true')

export const count = z.coerce.number({ error: 'must be a number' }).int('must be a whole number').min(1, 'must be 1 or more')

/** EUR. */
export const limit = z.coerce
  .number({ error: 'must be an amount in EUR' })
  .min(0, 'must not be negative')
  .max(9_999_999_999, 'must be at most 9999999999')

export const timeZone = z.string().refine((name) => {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name })
    return true
  } catch {
    return false
  }
}, 'must be a time zone such as Europe/London')

export const countries = z
  .string()
  .transform((text) =>
    text
      .toUpperCase()
      .split(/[\s,]+/)
      .filter((part) => part !== '')
      .map((part) => (part === 'UK' ? 'GB' : part)),
  )
  .refine(
    (codes): boolean => codes.every((code) => isSupportedCountry(code)),
    'must be country codes of two letters (ISO 3166), such as GB,IE,DE',
  )

const MOST_HOPS = 10

/** An address, a range such as 10.0.0.0/8, or one of proxy-addr's names for ranges. */
function isProxyRange(text: string): boolean {
  if (!/^[a-z]+$/.test(text) && isIP(text.split('/')[0] ?? '') === 0) return false
  try {
    proxyaddr.compile(text)
    return true
  } catch {
    return false
  }
}

/** The number of proxies in a row before the shop, or their addresses. */
export const trustedProxies = z
  .string()
  .transform((text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : text.split(/[\s,]+/).filter((part) => part !== '')))
  .refine(
    (value) => (typeof value === 'number' ? value <= MOST_HOPS : value.every(isProxyRange)),
    `must be a number of proxies up to ${MOST_HOPS}, or addresses and ranges such as 10.0.0.0/8, 2001:db8::5, loopback`,
  )

const S3_FORM = 'must be s3://key:secret@host/bucket?region=eu-west-2'

/** Hosts of this machine, which need no TLS. */
const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** For addresses that receive a token: over TLS unless on this machine. */
export const secretUrl = httpUrl.refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' || (url !== null && OWN_HOSTS.includes(url.hostname))
}, 'must be an https address')

/** An S3 bucket, over TLS unless on this machine or with `tls=false`. A path after the bucket prefixes each file. */
export const s3Address = z.string().transform((text, ctx) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const [, bucket = '', ...prefix] = (url?.pathname ?? '').split('/')
  const tls = url?.searchParams.get('tls') ?? null
  if (url?.protocol !== 's3:' || url.hostname === '' || url.username === '' || url.password === '' || bucket === '') {
    ctx.addIssue({ code: 'custom', message: S3_FORM })
    return z.NEVER
  }
  if (tls !== null && tls !== 'true' && tls !== 'false') {
    ctx.addIssue({ code: 'custom', message: "must have tls as 'true' or 'false'" })
    return z.NEVER
  }
  const isPlain = tls === null ? OWN_HOSTS.includes(url.hostname) : tls === 'false'
  const parts = prefix.filter((part) => part !== '')
  return {
    endpoint: `${isPlain ? 'http' : 'https'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    prefix: parts.map((part) => `${part}/`).join(''),
    accessKeyId: unescape(url.username),
    secretAccessKey: unescape(url.password),
  }
})

/** One host. With several servers, a balancer finds the one that takes writes (docs/cluster.md). */
export const databaseAddress = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return (url?.protocol === 'postgres:' || url?.protocol === 'postgresql:') && !url.host.includes(',')
}, 'must be a postgresql:// address of one host')
