import { describe, expect, it } from 'vitest'
import { browserName } from '~/features/identity/account/devices-section'
import { afterSignIn, returnPath } from '~/lib/return-path'
import { timeAgo } from '~/lib/date-text'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the name of a browser', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on macOS'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['curl/8.5.0', 'curl'],
    ['Mozilla/5.0', 'Unknown device'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('%s → %s', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name)
  })
})

describe('how long ago', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  it.each([
    ['2026-11-21T12:00:30Z', 'just now'],
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T11:58:00Z', '2 minutes ago'],
    ['2026-11-21T09:00:00Z', '3 hours ago'],
    ['2026-11-20T09:00:00Z', 'yesterday'],
    ['2026-01-20T09:00:00Z', '20 January 2026'],
  ])('%s → %s', (at, words) => {
    expect(timeAgo(new Date(at), now)).toBe(words)
  })
})

describe('the page to return to after signing in', () => {
  it.each(['/admin', '/admin/orders', '/admin/orders?search=a%20b&status=pending', '/account', '/account/repairs/REP-1'])(
    'takes %s',
    (path) => {
      expect(returnPath(path)).toBe(path)
    },
  )
  it.each([
    '//evil.example/admin',
    '/\\evil.example',
    'https://evil.example/admin',
    '/admin/../auth',
    '/administrator',
    '/accounts',
    '/',
    '/auth',
    '',
    undefined,
    7,
  ])('takes nothing from %s', (path) => {
    expect(returnPath(path)).toBeNull()
  })
  it('asks who it is', () => {
    expect(afterSignIn('/admin/users', { isAdmin: true })).toBe('/admin/users')
    expect(afterSignIn('/admin/users', { isAdmin: false })).toBe('/')
    expect(afterSignIn('/account', { isAdmin: false })).toBe('/account')
    expect(afterSignIn(null, { isAdmin: true })).toBe('/')
  })
})
