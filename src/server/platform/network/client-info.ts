import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import proxyaddr from 'proxy-addr'
import { env } from '~/env'
import type { ClientInfo } from '~/server/platform/audit/record-audit'
import { currentClient } from '~/server/platform/request-scope'

/** For a connection that closed before its address was read: all count as one network, so that closing early escapes no limit. */
export const UNKNOWN_ADDRESS = 'unknown'

type Request = Pick<IncomingMessage, 'headers' | 'socket'>

export type TrustedProxies = number | readonly string[]

const trustOf = (proxies: TrustedProxies): ((address: string, hop: number) => boolean) =>
  typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyaddr.compile([...proxies])

/** Unifies spellings: drops a port, and IPv4 on IPv6 becomes IPv4. Null for none. */
function plainAddress(written: string): string | null {
  const address = /^\[(?<ipv6>[^\]]+)\](?::\d+)?$|^(?<ipv4>[\d.]+):\d+$/.exec(written)?.groups
  const text = address?.ipv6 ?? address?.ipv4 ?? written
  return isIP(text) === 0 ? null : ipaddr.process(text).toString()
}

const NEAR: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])
const isNear = (address: string) => NEAR.has(ipaddr.process(address).range())

/**
 * Walks `X-Forwarded-For` from the right while peers are trusted; anything before the first untrusted address may be invented
 * (docs/decisions/011).
 * @param proxies none by default
 * @param ignored is called once, for the first nearby proxy that is not trusted
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

/** As of the arrival, since a closed connection has no address; read now outside of a request's scope. */
export function clientInfo(req: Request): ClientInfo {
  const arrived = currentClient()
  if (arrived) return arrived
  readByEnvironment ??= clientReader(env().TRUSTED_PROXIES)
  return readByEnvironment(req)
}
