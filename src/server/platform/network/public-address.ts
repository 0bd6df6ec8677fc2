import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The rest of IPv6 is unassigned, local or another protocol's. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Azure's metadata service looks public. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16'])

/** False for local, shared and reserved ranges, clouds' own services, IPv6 that stands for IPv4, and any other text. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || METADATA.has(parsed.toString())) return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6)
}
