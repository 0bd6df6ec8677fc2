import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import proxyaddr from 'proxy-addr'
import { env } from '~/env'
import type { ClientInfo } from '~/server/platform/audit/record'
import { currentClient } from '~/server/platform/request-scope'

/**
 * The address of a request whose peer cannot be told, because its connection was closed early. All of them count as one
 * network, so that closing early spares nobody a limit.
 */
export const UNKNOWN_ADDRESS = 'unknown'

type Request = Pick<IncomingMessage, 'headers' | 'socket'>

/** Whose word on the visitor's address is taken: so many proxies in a row, or those at addresses and in ranges. */
export type TrustedProxies = number | readonly string[]

const trustOf = (proxies: TrustedProxies): ((address: string, hop: number) => boolean) =>
  typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyaddr.compile([...proxies])

/** An address as proxies write it, perhaps with a port, in one spelling: an IPv4 address on an IPv6 socket becomes IPv4. Null for none. */
function plainAddress(written: string): string | null {
  const address = /^\[(?<ipv6>[^\]]+)\](?::\d+)?$|^(?<ipv4>[\d.]+):\d+$/.exec(written)?.groups
  const text = address?.ipv6 ?? address?.ipv4 ?? written
  return isIP(text) === 0 ? null : ipaddr.process(text).toString()
}

/** Where a proxy of one's own may stand. */
const NEAR: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])
const isNear = (address: string) => NEAR.has(ipaddr.process(address).range())

/**
 * Reads where a request comes from: its peer, or, while the peer is a trusted proxy, whom that names. `X-Forwarded-For` is
 * walked from the right, as each proxy appends what it sees; what stands before the first address that is no trusted
 * proxy's is the visitor's to invent (docs/decisions/033).
 * @param proxies nobody by default
 * @param ignored is told of the first request on which a proxy nearby is not believed
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
    // The walk ends at a word that is no address; whoever wrote it is then the last who is known.
    const chain = isTrusted ? proxyaddr.all({ headers, socket } as IncomingMessage, trust) : [peer]
    return { ip: chain.map(plainAddress).findLast((address) => address !== null) ?? UNKNOWN_ADDRESS, userAgent }
  }
}

let readByEnvironment: ReturnType<typeof clientReader> | undefined

/**
 * Where a request comes from, as it was when the request arrived: a connection that has been closed since has no
 * address any more. Read now where no request is worked for (src/server/platform/request-scope.ts).
 */
export function clientInfo(req: Request): ClientInfo {
  const arrived = currentClient()
  if (arrived) return arrived
  readByEnvironment ??= clientReader(env().TRUSTED_PROXIES)
  return readByEnvironment(req)
}
