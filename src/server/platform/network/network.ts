import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export const isLoopback = (address: string): boolean => isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'

/** A /64 is usually one customer's; a /56 or /48 has 256 or 65,536 of them, of one customer or of many. */
const IPV6_SHARES = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
] as const

interface Range {
  /** CIDR; an IPv4 address stands for itself. */
  name: string
  /** Multiplies the limit of the narrowest network. */
  share: number
}

function rangesOf(ip: string): Range[] {
  const address = isIP(ip) === 0 ? null : ipaddr.process(ip)
  if (!address) return [{ name: ip, share: 1 }]
  if (address.kind() === 'ipv4') return [{ name: address.toString(), share: 1 }]
  const [plain = ''] = address.toString().split('%')
  return IPV6_SHARES.map(({ bits, share }) => ({
    name: `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${bits}`).toString()}/${bits}`,
    share,
  }))
}

export class Network {
  private constructor(readonly ranges: readonly Range[]) {}

  /** IPv4 counts by itself, in any spelling; IPv6 by its /64, /56 and /48. Any other text is its own network. */
  static of = (ip: string): Network => new Network(rangesOf(ip))

  for(what: string): Network {
    return new Network(this.ranges.map(({ name, share }) => ({ name: `${what} ${name}`, share })))
  }

  toString(): string {
    return this.ranges[0]?.name ?? ''
  }
}
