import * as z from 'zod'
import { ask, dataOf, signIn, tell, type Answer } from './client'
import { atPace, type Shot } from './pacing'
import { Findings, numbers, quantile, type Scenario } from './scenario'
import { admin } from './shop-process'
import { addAccounts, twoProcesses } from './two-processes'

/**
 * An hour of a busy day in two minutes, on two processes: what 1,500 visitors, 60 who sign in and 3 administrators do.
 * A share says how many of a hundred requests are of a kind.
 */
const PER_SECOND = 25
const CUSTOMERS = 40
const WORST_TAIL = 10
/** Below this a tail says more of the machine than of the shop (ms). */
const NOT_SLOW_MS = 50

interface Visit {
  kind: string
  fault?: string
}

const rowsOf = z.object({ rows: z.array(z.object({ id: z.string(), version: z.number(), status: z.string() })) })

const told = (kind: string, answer: Answer): Visit =>
  answer.ok ? { kind } : { kind, fault: `${answer.status} ${answer.code}: ${answer.message}` }

async function browse(url: string, path: string): Promise<Visit> {
  const response = await fetch(`${url}${path}`)
  const html = await response.text()
  const right = response.status === 200 && html.includes('</html>')
  return { kind: 'browse', ...(right ? {} : { fault: `${path}: ${response.status}` }) }
}

/** The orders' next status in turn; two administrators may meet at one row, and then one is told so. */
async function administer(url: string, token: string, chance: number): Promise<Visit> {
  const { rows } = dataOf(await ask(url, 'orders.list', { limit: 50 }, { token }), rowsOf)
  const order = rows[Math.floor(chance * rows.length)]
  if (!order) return { kind: 'administer', fault: 'no orders' }
  const status = order.status === 'processing' ? 'completed' : 'processing'
  const answer = await tell(url, 'orders.updateStatus', { id: order.id, status, version: order.version }, { token })
  return !answer.ok && answer.code === 'CONFLICT' ? { kind: 'administer' } : told('administer', answer)
}

function visitors(urls: readonly string[], token: string): (index: number) => Promise<Visit> {
  const random = numbers(7)
  const pages = ['/', '/', '/products', '/products', '/products', '/trade-in', '/repair', '/about', '/contact']
  return async (index) => {
    const url = urls[index % urls.length] ?? ''
    const share = random() * 100
    const chance = random()
    // Everyone comes from an address of their own, as a balancer tells it.
    const from = `198.18.${Math.floor(index / 250) % 250}.${1 + (index % 250)}`
    try {
      if (share < 70) return await browse(url, pages[Math.floor(chance * pages.length)] ?? '/')
      if (share < 80) return told('calculate', await ask(url, 'machines.active', undefined, { from }))
      if (share < 86) return told('shop', await ask(url, 'products.shop', undefined, { from }))
      if (share < 90)
        return told(
          'sign in',
          await tell(url, 'auth.signIn', { ...admin, email: `customer${Math.floor(chance * CUSTOMERS)}@example.com` }, { from }),
        )
      if (share < 95) return await administer(url, token, chance)
      return told('dashboard', await ask(url, 'dashboard.overview', undefined, { token }))
    } catch (error) {
      return { kind: 'none', fault: `no answer: ${String(error)}` }
    }
  }
}

/** Times of each kind, because a page and a password's slow hash have nothing in common. */
function tails(findings: Findings, shots: Shot<Visit>[], short: boolean): string {
  const kinds = [...new Set(shots.map(({ result }) => result.kind))].sort()
  return kinds
    .map((kind) => {
      const times = shots
        .filter(({ result }) => result.kind === kind)
        .map(({ ms }) => ms)
        .sort((a, b) => a - b)
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
      // Ten seconds have too few requests of a kind to have a tail.
      findings.check(
        short || p99 < Math.max(WORST_TAIL * p50, NOT_SLOW_MS),
        `${kind}: p99 ${p99.toFixed(1)} ms is ${(p99 / p50).toFixed(1)} × p50`,
      )
      return `${kind} ${p50.toFixed(1)}/${p99.toFixed(1)}`
    })
    .join(', ')
}

export const busyDay: Scenario = {
  name: 'busy-day',
  title: `an hour of a busy day on two processes: ${PER_SECOND} requests a second`,
  run: async (short) => {
    const { one, two, databaseUrl } = await twoProcesses()
    const findings = new Findings()
    await addAccounts(
      databaseUrl,
      Array.from({ length: CUSTOMERS }, (_, index) => `customer${index}@example.com`),
      'customer',
    )
    const urls = [one.url, two.url]
    const visit = visitors(urls, await signIn(one.url))
    // A process that has just started compiles its code at first.
    const warm = atPace(PER_SECOND, visit)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    await warm()
    const stop = atPace(PER_SECOND, visit)
    await new Promise((resolve) => setTimeout(resolve, short ? 10_000 : 120_000))
    const shots = await stop()
    for (const { result } of shots) findings.check(result.fault === undefined, `${result.kind}: ${result.fault}`)
    const times = tails(findings, shots, short)
    return findings.outcome(`${shots.length} requests; p50/p99 ms: ${times}`)
  },
}
