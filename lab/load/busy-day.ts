import { signIn } from './client'
import { atPace, type Shot } from './pacing'
import { Findings, quantile, type Scenario } from './scenario'
import { twoProcesses } from './two-processes'
import { addCustomers, visitors, type Visit } from './visitors'

/** An hour of a busy day in two minutes, on two processes: what 1,500 visitors, 60 who sign in and 3 administrators do. */
const PER_SECOND = 25
const WORST_TAIL = 10
/** Below this a tail says more of the machine than of the shop (ms). */
const NOT_SLOW_MS = 50

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
    await addCustomers(databaseUrl)
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
    const late = quantile(
      shots.map((shot) => shot.late).sort((a, b) => a - b),
      0.99,
    )
    return findings.outcome(`${shots.length} requests; p50/p99 ms: ${times}; of it until sent ${late.toFixed(1)}`)
  },
}
