import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { ClientInfo } from '~/server/audit/record'

/** Where a balancer of one's own stands: its word for the client's address is taken, nobody else's. */
const ownNetworks = new BlockList()
ownNetworks.addSubnet('127.0.0.0', 8, 'ipv4')
ownNetworks.addSubnet('10.0.0.0', 8, 'ipv4')
ownNetworks.addSubnet('172.16.0.0', 12, 'ipv4')
ownNetworks.addSubnet('192.168.0.0', 16, 'ipv4')
ownNetworks.addAddress('::1', 'ipv6')
ownNetworks.addSubnet('fc00::', 7, 'ipv6')

/** An IPv4 address that came in over an IPv6 socket, in its own form. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')

const isOwn = (address: string) => {
  const version = isIP(address)
  return version !== 0 && ownNetworks.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/**
 * Where a request comes from. Behind a balancer of one's own it is the last address that
 * `X-Forwarded-For` names outside the own networks: earlier ones are the client's to invent.
 */
export function clientInfo(req: Pick<IncomingMessage, 'headers' | 'socket'>): ClientInfo {
  const peer = plainAddress(req.socket.remoteAddress ?? '')
  const forwarded = [req.headers['x-forwarded-for'] ?? []]
    .flat()
    .flatMap((line) => line.split(',').map((part) => plainAddress(part.trim())))
  const named = isOwn(peer) ? forwarded.filter((address) => isIP(address) !== 0) : []
  const outside = named.findLast((address) => !isOwn(address))
  return { ip: outside ?? named.at(0) ?? (peer || null), userAgent: req.headers['user-agent'] ?? null }
}
