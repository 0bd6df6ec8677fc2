import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { ServiceOptions } from '~/server/create-services'
import { openFuzzShop } from '../fuzz/support/fuzz-shop'
import { serveSite } from '../fuzz/support/site'

/**
 * How long any other call would have waited behind a request: how much the thread that answers works between two turns of a
 * timer. The requests come from another thread.
 */

const LONGEST_WAIT_MS = 100
/** A pause of the machine passes; what blocks does so each time. */
const TRIES = 3
const RESOLUTION_MS = 5

export interface Sent {
  what: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export interface Measured {
  what: string
  ms: number
}

/**
 * This thread's time on the processor (ms): on a machine that is busy with other programs the clock has their time too. Without
 * the system's figure, the clock's.
 */
const THREAD = '/proc/thread-self/schedstat'
const worked: () => number = existsSync(THREAD)
  ? () => Number(readFileSync(THREAD, 'utf8').split(' ', 1)[0]) / 1e6
  : () => performance.now()

export type Attack = Awaited<ReturnType<typeof openAttack>>

/** A shop, its site on a real server, and somebody who sends what holds it longest. */
export async function openAttack(options: Partial<ServiceOptions> = {}) {
  const shop = await openFuzzShop(options)
  const site = await serveSite(shop)
  const attacker = new Worker(new URL('./attacker.mjs', import.meta.url))
  const worsts: Measured[] = []
  let sentInAll = 0

  /** @returns the status of its answer; 0 where the connection was closed */
  const send = async (sent: Sent): Promise<number> => {
    const answered = once(attacker, 'message')
    attacker.postMessage({ port: site.port, headers: {}, ...sent })
    const [status] = (await answered) as [number]
    return status
  }

  /** The longest that the event loop was held while requests were answered, one after the other (ms). */
  async function waitBehind(requests: readonly Sent[]): Promise<number> {
    let longest = 0
    let last = worked()
    const look = () => {
      const now = worked()
      longest = Math.max(longest, now - last)
      last = now
    }
    const timer = setInterval(look, RESOLUTION_MS)
    for (const sent of requests) {
      look()
      const answered = send(sent)
      // Copying a large body for the other thread is no part of its cost.
      last = worked()
      await answered
    }
    // Work begun behind the last answer counts too: the clock looks once or twice more.
    await new Promise((resolve) => setTimeout(resolve, 2 * RESOLUTION_MS))
    clearInterval(timer)
    look()
    return longest
  }

  /** Finds the requests that held the process for too long. They are sent together first: as a rule it is none. */
  async function tooLong(group: string, requests: readonly Sent[]): Promise<Measured[]> {
    sentInAll += requests.length
    const together = await waitBehind(requests)
    let worst: Measured = { what: group, ms: together }
    const found: Measured[] = []
    if (together > LONGEST_WAIT_MS) {
      worst = { what: group, ms: 0 }
      for (const sent of requests) {
        let ms = Infinity
        for (let tries = 0; tries < TRIES && ms > LONGEST_WAIT_MS; tries += 1) ms = Math.min(ms, await waitBehind([sent]))
        const measured = { what: `${group}: ${sent.what}`, ms }
        if (ms > worst.ms) worst = measured
        if (ms > LONGEST_WAIT_MS) found.push(measured)
      }
    }
    worsts.push(worst)
    return found
  }

  // Loading and making at the first need is no part of any request's cost.
  await send({ what: '', method: 'GET', path: '/.well-known/jwks.json' })
  await send({
    what: '',
    method: 'POST',
    path: '/api/auth/callback/credentials',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })

  return {
    shop,
    site,
    send,
    tooLong,
    close: async () => {
      const worst = worsts.toSorted((one, other) => other.ms - one.ms).slice(0, 5)
      const lines = worst.map(({ what, ms }) => `${ms.toFixed(0).padStart(6)} ms  ${what}`)
      process.stdout.write(`The longest waits behind one of ${sentInAll} requests, by what they asked for:\n${lines.join('\n')}\n`)
      await attacker.terminate()
      await site.close()
      await shop.close()
    },
  }
}
