import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import proxyaddr from 'proxy-addr'
import { env } from '~/env'
import type { ClientInfo } from '~/server/platform/audit/record-audit'
import { currentClient } from '~/server/platform/request-scope'

/** Stands for peers whose connection closed before it could be read. They count as one network, so that closing early escapes no limit. */
export const UNKNOWN_ADDRESS = 'unknown'

type Request = Pick<IncomingMessage, 'headers' | 'socket'>

/** The proxies that are believed: so many in a row, or those at these addresses and ranges. */
export type TrustedProxies = number | readonly string[]

const trustOf = (proxies: TrustedProxies): ((address: string, hop: number) => boolean) =>
  typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyaddr.compile([...proxies])

/** An address as proxies write it, perhaps with a port, in one spelling: IPv4 on an IPv6 socket becomes IPv4. Null for none. */
function plainAddress(written: string): string | null {
  const address = /^\[(?<ipv6>[^\]]+)\](?::\d+)?$|^(?<ipv4>[\d.]+):\d+$/.exec(written)?.groups
  const text = address?.ipv6 ?? address?.ipv4 ?? written
  return isIP(text) === 0 ? null : ipaddr.process(text).toString()
}

/** Ranges in which an operator's own proxy may stand. */
const NEAR: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])
const isNear = (address: string) => NEAR.has(ipaddr.process(address).range())

/**
 * Tells a request's origin: its peer or, while the peer is a trusted proxy, the address that it names. Walks `X-Forwarded-For` from the
 * right, as each proxy appends what it sees; anything before the first untrusted address may be invented (docs/decisions/011).
 * @param proxies nobody by default
 * @param ignored is called once, for the first nearby proxy that is not believed
 */
export function clientReader(proxies: TrustedProxies, ignored?: (peer: string) => void): (req: Request) => ClientInfo {
  const trust = trustOf(proxies)
  let told = false
  return ({ headers, socket }) => {
    const userAgent = headers['user-agent'] ?? null
    const peer = socket.remoteAddress
    if (peer === undefined || isIP(peer) === 0) return { ip: UNKNOWN_ADDRESS, userAgent }
    const isTrusted = trust(peer, 0)
    if (!told && ignored && !isTrusted && headers['x-forwarded-for'] !== undefined && isNear(peer)) {
      told = true
      ignored(peer)
    }
    // The walk ends at a word that is no address; the proxy that wrote it is the last known peer.
    const chain = isTrusted ? proxyaddr.all({ headers, socket } as IncomingMessage, trust) : [peer]
    return { ip: chain.map(plainAddress).findLast((address) => address !== null) ?? UNKNOWN_ADDRESS, userAgent }
  }
}

let readByEnvironment: ReturnType<typeof clientReader> | undefined

/**
 * The origin of a request as of its arrival: a connection closed since has no address any more. Read now outside of any request's scope
 * (src/server/platform/request-scope.ts).
 */
export function clientInfo(req: Request): ClientInfo {
  const arrived = currentClient()
  if (arrived) return arrived
  readByEnvironment ??= clientReader(env().TRUSTED_PROXIES)
  return readByEnvironment(req)
}
