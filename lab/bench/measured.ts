import autocannon from 'autocannon'
import { cpuSeconds } from '../load/process-use'

const WARM_UP_SECONDS = 1

/** The figures of one server in one round. */
export interface Round {
  perSecond: number
  /** Of the server's processor time; NaN where the system does not tell. Other work on the machine does not count. */
  perCpuSecond: number
  answers: number
  /** On the wire, of one answer. */
  bytes: number
  /** Anything but a complete 2xx. */
  failures: number
}

/** One round against a server, after a second to get warm. @param pid the server's process */
export async function measureRound(
  pid: number | undefined,
  {
    bodies,
    ...given
  }: { url: string; connections: number; headers: Record<string, string>; duration: number; method?: 'POST'; bodies?: readonly string[] },
): Promise<Round> {
  let sent = 0
  // One after the other for all connections together: each connection would begin with the first.
  const requests = bodies && [{ setupRequest: (request: autocannon.Request) => ({ ...request, body: bodies[sent++ % bodies.length] }) }]
  const options: autocannon.Options = { ...given, ...(requests && { requests }) }
  await autocannon({ ...options, duration: WARM_UP_SECONDS })
  const before = cpuSeconds(pid)
  const result = await autocannon(options)
  const answers = result['2xx']
  return {
    perSecond: answers / result.duration,
    perCpuSecond: answers / (cpuSeconds(pid) - before),
    answers,
    bytes: result.throughput.total / answers,
    failures: result.errors + result.non2xx,
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
