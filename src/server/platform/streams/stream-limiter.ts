import type { ServerResponse } from 'node:http'
import { TRPCError } from '@trpc/server'
import { ErrorDetail } from '~/server/platform/errors'
import { Network, isLoopback } from '~/server/platform/network/network'

export interface StreamLimits {
  /** IPv6 counts by /64, /56 and /48; loopback is not counted. */
  perAddress: number
  total: number
}

/** Before a refused client may try again; tabs are closed meanwhile. */
const AGAIN_SECONDS = 30

const tooMany = (code: TRPCError['code'], message: string) =>
  new TRPCError({ code, message, cause: new ErrorDetail('over_request_rate_limit', AGAIN_SECONDS) })

export class StreamLimiter {
  readonly #ofNetwork = new Map<string, number>()
  #open = 0
  refused = 0

  constructor(private readonly limits: StreamLimits) {}

  get open(): number {
    return this.#open
  }

  /** Counts a stream until its response closes. @returns the error to refuse it with, or null */
  refusal(ip: string | null, res: ServerResponse): TRPCError | null {
    const network = ip === null || isLoopback(ip) ? null : Network.of(ip)
    const error = this.#error(network)
    if (error) {
      this.refused += 1
      return error
    }
    this.#count(network, 1)
    res.once('close', () => {
      this.#count(network, -1)
    })
    return null
  }

  #error(network: Network | null): TRPCError | null {
    if (this.#open >= this.limits.total) return tooMany('SERVICE_UNAVAILABLE', 'Too many pages are open. Please try again in a minute.')
    const isFull = network?.ranges.some(({ name, share }) => this.#streamsOf(name) >= this.limits.perAddress * share)
    return isFull ? tooMany('TOO_MANY_REQUESTS', 'Too many pages are open at your address. Please close some of them.') : null
  }

  #streamsOf = (range: string) => this.#ofNetwork.get(range) ?? 0

  #count(network: Network | null, change: 1 | -1): void {
    this.#open += change
    for (const { name } of network?.ranges ?? []) {
      const streams = this.#streamsOf(name) + change
      if (streams > 0) this.#ofNetwork.set(name, streams)
      else this.#ofNetwork.delete(name)
    }
  }
}
