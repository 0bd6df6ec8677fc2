import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  const version = isIP(address)
  // An IPv4 address on an IPv6 socket (::ffff:127.0.0.1) is found by its IPv4 rule.
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
