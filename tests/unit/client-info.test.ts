import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { clientInfo } from '~/server/http/client-info'

/** The address that counts for a request of a peer with such lines of X-Forwarded-For. */
function addressOf(peer: string, forwarded?: string | string[]): string | null {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const req = new IncomingMessage(socket)
  if (forwarded !== undefined) Object.assign(req.headers, { 'x-forwarded-for': forwarded })
  return clientInfo(req).ip
}

describe('where a request comes from', () => {
  it('is its peer, whatever it says of itself', () => {
    expect(addressOf('203.0.113.5')).toBe('203.0.113.5')
    expect(addressOf('203.0.113.5', '198.51.100.1')).toBe('203.0.113.5')
    expect(addressOf('2001:db8::5', '198.51.100.1')).toBe('2001:db8::5')
    expect(addressOf('::ffff:203.0.113.5', '198.51.100.1')).toBe('203.0.113.5')
  })

  it.each(['127.0.0.1', '::1', '::ffff:10.0.0.2', '172.18.0.3', '192.168.1.1', 'fd00::2'])('is what a balancer at %s says', (peer) => {
    expect(addressOf(peer, '198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf(peer, '2001:db8::7')).toBe('2001:db8::7')
  })

  it('is the last address outside the own networks: earlier ones are the visitor’s to invent', () => {
    expect(addressOf('10.0.0.2', '1.2.3.4, 198.51.100.1')).toBe('198.51.100.1')
    expect(addressOf('10.0.0.2', '1.2.3.4, 198.51.100.1, 10.0.0.9')).toBe('198.51.100.1')
    expect(addressOf('10.0.0.2', ['1.2.3.4', '198.51.100.1, 192.168.0.4'])).toBe('198.51.100.1')
  })

  it('is never what is no address', () => {
    expect(addressOf('10.0.0.2', 'unknown, <script>, 198.51.100.300')).toBe('10.0.0.2')
    expect(addressOf('10.0.0.2', '')).toBe('10.0.0.2')
    expect(addressOf('10.0.0.2', '10.1.1.1')).toBe('10.1.1.1')
  })
})
