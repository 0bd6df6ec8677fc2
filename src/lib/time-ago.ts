const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago a time is, in words: 'just now', '5 minutes ago', 'yesterday'; after a month its date. */
export function timeAgo(at: Date, now: Date): string {
  const ms = now.getTime() - at.getTime()
  if (ms < MINUTE) return 'just now'
  if (ms < HOUR) return relative.format(-Math.floor(ms / MINUTE), 'minute')
  if (ms < DAY) return relative.format(-Math.floor(ms / HOUR), 'hour')
  if (ms < 30 * DAY) return relative.format(-Math.floor(ms / DAY), 'day')
  return date.format(at)
}
