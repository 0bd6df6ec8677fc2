/** An order's status as it was last confirmed. */
export interface KnownOrder {
  version: number
  status: string
}

/** Collects the writes that the shop acknowledged, to compare them with the rows in the end. */
export class ConfirmedWrites {
  /** Products, credit and files by the key that each was sent with: the answer's id. */
  readonly products = new Map<string, string>()
  readonly credit = new Map<string, string>()
  readonly files = new Map<string, string>()
  readonly orders = new Map<string, KnownOrder>()
  /** Addresses of sign-ups, each of which wants one email. */
  readonly signUps = new Set<string>()
  /** Access tokens of people who have signed in. */
  readonly sessions: string[] = []
  /** The tagline that was last confirmed, and those that were sent since without an answer. */
  tagline = ''
  perhapsTagline: string[] = []
  /** When each write was confirmed (performance.now()). */
  readonly confirmed: number[] = []

  get writes(): number {
    return this.confirmed.length
  }

  confirm(): void {
    this.confirmed.push(performance.now())
  }
}

/** The longest time between two of the moments, from one to the other end (ms). */
export function longestGap(moments: readonly number[], from: number, to: number): number {
  const within = moments.filter((at) => at >= from && at <= to).sort((a, b) => a - b)
  let last = from
  let longest = 0
  for (const at of [...within, to]) {
    longest = Math.max(longest, at - last)
    last = at
  }
  return longest
}
