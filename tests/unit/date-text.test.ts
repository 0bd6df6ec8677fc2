import { describe, expect, it } from 'vitest'
import { formatRelative } from '~/lib/date-text'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (seconds: number) => formatRelative(new Date(now.getTime() - seconds * 1000), now)

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('how long ago something was', () => {
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [MINUTE, '1 minute ago'],
    [HOUR - 1, '59 minutes ago'],
    [3 * HOUR, '3 hours ago'],
    [DAY - 1, '23 hours ago'],
    [DAY, '1 day ago'],
    [6 * DAY, '6 days ago'],
    [7 * DAY, '1 week ago'],
    [40 * DAY, '1 month ago'],
    [100 * DAY, '3 months ago'],
    [800 * DAY, '2 years ago'],
    [-2 * HOUR, 'in 2 hours'],
  ])('%i seconds: %s', (seconds, words) => {
    expect(ago(seconds)).toBe(words)
  })
})
