import { lookup as lookUp } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { JobError } from '~/server/platform/errors'
import { recordStatus, requestInSpan } from '~/server/platform/tracing/tracing'
import { isPublicAddress } from './public-address'

export interface StrangerRules {
  allowsHttp: boolean
  isAllowed: (address: string) => boolean
  resolve: (name: string) => Promise<string[]>
  timeoutMs: number
}

const resolveName = async (name: string) => (await lookUp(name, { all: true })).map(({ address }) => address)

export const publicInternet: StrangerRules = { allowsHttp: false, isAllowed: isPublicAddress, resolve: resolveName, timeoutMs: 10_000 }

/** For development, and tests on loopback. */
export const anywhere: StrangerRules = { ...publicInternet, allowsHttp: true, isAllowed: () => true }

/** A name with one private address is refused. @throws {JobError} 'private_address', 'unknown_host' */
export async function allowedAddresses({ hostname }: URL, { resolve, isAllowed }: StrangerRules): Promise<[string, ...string[]]> {
  const name = hostname.replace(/^\[|\]$/g, '')
  const [first, ...others] = isIP(name) === 0 ? await resolve(name).catch(() => []) : [name]
  if (first === undefined) throw new JobError('unknown_host')
  if (![first, ...others].every((address) => isAllowed(address))) throw new JobError('private_address')
  return [first, ...others]
}

/** Connects to the checked address, without another look-up. */
const checkedLookup =
  (addresses: [string, ...string[]]): LookupFunction =>
  (_name, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) done(null, found)
    else done(null, addresses[0], isIP(addresses[0]))
  }

async function beginningOf(response: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response) {
      if (!Buffer.isBuffer(part)) continue
      parts.push(part)
      length += part.length
      if (length >= most) break
    }
  } catch {
    // The status counts.
  } finally {
    response.destroy()
  }
  return Buffer.concat(parts).subarray(0, most).toString('utf8')
}

export interface StrangersAnswer {
  status: number
  body: string
}

const MOST_BYTES = 4_096

/** @throws {JobError} 'timeout', 'unreachable' */
const exchange = (
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  { signal, lookup }: { signal: AbortSignal; lookup: LookupFunction },
): Promise<StrangersAnswer> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    request(url, { method: 'POST', headers, signal, agent: false, lookup }, (response) => {
      void beginningOf(response, MOST_BYTES).then((text) => {
        resolve({ status: response.statusCode ?? 0, body: text })
      })
    })
      .on('error', () => {
        reject(new JobError(signal.aborted ? 'timeout' : 'unreachable'))
      })
      .end(body)
  })

/** Follows no redirect. @throws {JobError} 'private_address', 'unknown_host', 'not_https', 'timeout', 'unreachable' */
export async function postToStranger(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  rules: StrangerRules,
): Promise<StrangersAnswer> {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'https:' && !(rules.allowsHttp && url?.protocol === 'http:')) throw new JobError('not_https')
  return requestInSpan('POST', url.href, async (span) => {
    const signal = AbortSignal.timeout(rules.timeoutMs)
    const late = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(new JobError('timeout'))
      })
    })
    late.catch(() => undefined)
    const addresses = await Promise.race([allowedAddresses(url, rules), late])
    const answer = await exchange(url, { headers, body }, { signal, lookup: checkedLookup(addresses) })
    recordStatus(span, answer.status, 400)
    return answer
  })
}
