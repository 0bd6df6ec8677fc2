import { describe, expect, it } from 'vitest'
import { clientReader, UNKNOWN_ADDRESS, type TrustedProxies } from '~/server/platform/network/client-info'
import { requestFrom } from '../setup/request'

/** The address that counts for a request of a peer with such a line of X-Forwarded-For. */
function addressOf(proxies: TrustedProxies, peer: string | undefined, forwarded?: string, ignored?: (peer: string) => void): string | null {
  return clientReader(proxies, ignored)(requestFrom(peer, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })).ip
}

describe('where a request comes from', () => {
  it('is its peer, whatever it says of itself, while no proxy is trusted', () => {
    for (const peer of ['203.0.113.5', '127.0.0.1', '10.0.0.2', '2001:db8::5', 'fd00::2']) {
      expect(addressOf([], peer)).toBe(peer)
      expect(addressOf([], peer, '198.51.100.1')).toBe(peer)
      expect(addressOf(0, peer, '198.51.100.1')).toBe(peer)
    }
    expect(addressOf([], '::ffff:203.0.113.5', '198.51.100.1')).toBe('203.0.113.5')
    expect(addressOf(['10.0.0.0/8'], '192.168.0.1', '198.51.100.1')).toBe('192.168.0.1')
  })

  it.each<[string, string[]]>([
    ['127.0.0.1', ['loopback']],
    ['::1', ['loopback']],
    ['::ffff:10.0.0.2', ['10.0.0.0/8']],
    ['10.0.0.2', ['192.0.2.1', '10.0.0.2']],
    ['172.18.0.3', ['uniquelocal']],
    ['2001:db8::7:1', ['2001:db8::/64']],
  ])('is what the proxy at %s says that %s names', (peer, proxies) => {
    expect(addressOf(proxies, peer, '198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf(proxies, peer, '2001:db8:5::7')).toBe('2001:db8:5::7')
    expect(addressOf(proxies, peer)).toBe(peer.replace('::ffff:', ''))
  })

  it('is the last address before the trusted ones: earlier ones are the visitor’s to invent', () => {
    const two = ['10.0.0.0/8']
    expect(addressOf(two, '10.0.0.2', '1.2.3.4, 198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf(two, '10.0.0.2', '1.2.3.4,198.51.100.1 ,10.0.0.9')).toBe('198.51.100.1')
    expect(addressOf(two, '10.0.0.2', '10.0.0.7, 192.168.0.4, 10.0.0.9')).toBe('192.168.0.4')
    expect(addressOf(two, '10.0.0.2', '10.1.1.1, 10.1.1.2')).toBe('10.1.1.1')
    expect(addressOf(2, '203.0.113.1', '1.2.3.4, 198.51.100.1, 203.0.113.2')).toBe('198.51.100.1')
    expect(addressOf(1, '203.0.113.1', '1.2.3.4, 198.51.100.1')).toBe('198.51.100.1')
    // Fewer than there should be: what there is.
    expect(addressOf(3, '203.0.113.1', '198.51.100.1')).toBe('198.51.100.1')
  })

  it('is never what is no address, nor what stands before it', () => {
    const one = ['10.0.0.0/8']
    expect(addressOf(one, '10.0.0.2', '198.51.100.7, unknown')).toBe('10.0.0.2')
    expect(addressOf(one, '10.0.0.2', '198.51.100.300, 10.0.0.3')).toBe('10.0.0.3')
    expect(addressOf(one, '10.0.0.2', '<script>')).toBe('10.0.0.2')
    expect(addressOf(one, '10.0.0.2', '')).toBe('10.0.0.2')
    expect(addressOf(1, '10.0.0.2', `${'1.1.1.1,'.repeat(2_000)}203.0.113.9`)).toBe('203.0.113.9')
    // Spellings that some readers take for 127.0.0.1.
    for (const odd of ['2130706433', '0x7f.1', '127.1']) expect(addressOf(1, '10.0.0.2', odd)).toBe('10.0.0.2')
  })

  it('is one address in each spelling, with a port too', () => {
    for (const written of ['2001:DB8:0:0::7', '[2001:db8::7]', '[2001:db8::7]:443'])
      expect(addressOf(1, '10.0.0.2', written)).toBe('2001:db8::7')
    for (const written of ['198.51.100.7:4711', '::ffff:198.51.100.7', '::ffff:c633:6407']) {
      expect(addressOf(1, '10.0.0.2', written)).toBe('198.51.100.7')
    }
  })

  it('is unknown for a connection that is closed, whatever stands in the header', () => {
    for (const proxies of [[], ['loopback'], 1] as const) expect(addressOf(proxies, undefined, '198.51.100.7')).toBe(UNKNOWN_ADDRESS)
  })

  it('is told of once where a proxy nearby is not believed, and not where a visitor invents the header', () => {
    const told: string[] = []
    const read = clientReader([], (peer) => told.push(peer))
    for (const remoteAddress of ['203.0.112.5', '172.18.0.3', '172.18.0.4']) {
      read(requestFrom(remoteAddress, { 'x-forwarded-for': '198.51.100.1' }))
    }
    expect(told).toEqual(['172.18.0.3'])
  })
})
