import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All of IPv6 that anybody can reach; the rest is unassigned, local or another protocol's. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Answers to virtual machines in Azure with what they may do, from an address that looks public. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * True for an address of the public internet: neither this machine nor its network, nor shared or reserved ranges, nor a cloud's own
 * services, nor IPv6 that stands for an IPv4 address. False for any other text.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || METADATA.has(parsed.toString())) return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6)
}
