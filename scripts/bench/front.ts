import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import autocannon from 'autocannon'
import { paths } from '~/lib/paths'
import { startShop } from '../../tests/e2e/support/shop-server'
import { startBare, startNext, type Rival } from './rival-servers'
import type { BenchSection } from './section'

const PAGES = [paths.home, paths.products]
const ROUNDS = 3
const WARM_UP_SECONDS = 1
const SECONDS = 3
const CONNECTIONS = 20

const WANTED = { next: 10, bare: 0.8 }

/** What one server did in one round. */
interface Round {
  perSecond: number
  /** Of the server's processor time; NaN where the system does not tell. Other work on the machine does not count. */
  perCpuSecond: number
  answers: number
  /** Anything but a complete 200. */
  failures: number
}

const TICKS_PER_SECOND = 100

/** The processor time that a process has used, in seconds. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function cpuSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ', 2)[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

async function measure({ url, pid }: Rival, page: string): Promise<Round> {
  const options = { url: `${url}${page}`, connections: CONNECTIONS, headers: { 'accept-encoding': 'gzip, deflate, br' } }
  await autocannon({ ...options, duration: WARM_UP_SECONDS })
  const before = cpuSeconds(pid)
  const result = await autocannon({ ...options, duration: SECONDS })
  const used = cpuSeconds(pid) - before
  const answers = result['2xx']
  return { perSecond: answers / result.duration, perCpuSecond: answers / used, answers, failures: result.errors + result.non2xx }
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

async function measureAll(shop: Rival, rivals: readonly Rival[]): Promise<void> {
  for (const page of PAGES) {
    const rounds = new Map<Rival, Round[]>()
    const loads: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      for (const server of [shop, ...rivals]) rounds.set(server, [...(rounds.get(server) ?? []), await measure(server, page)])
      loads.push(loadavg()[0]?.toFixed(2) ?? '')
    }
    const of = (server: Rival, figure: keyof Round) => median((rounds.get(server) ?? []).map((round) => round[figure]))
    console.log(
      `\n${page}, ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections; load of the machine after each: ${loads.join(', ')}`,
    )
    console.table(
      [shop, ...rivals].map((server) => ({
        server: server.name,
        'requests/s': Math.round(of(server, 'perSecond')),
        'requests/s of its own CPU': Math.round(of(server, 'perCpuSecond')),
        failures: (rounds.get(server) ?? []).reduce((sum, { failures }) => sum + failures, 0),
      })),
    )
    console.table(
      rivals.map((rival) => {
        const wanted = rival.name === 'next start' ? WANTED.next : WANTED.bare
        const ratio = of(shop, 'perSecond') / of(rival, 'perSecond')
        const byCpu = of(shop, 'perCpuSecond') / of(rival, 'perCpuSecond')
        return {
          ratio: `the shop ÷ ${rival.name}`,
          'requests/s': ratio.toFixed(2),
          'by CPU': byCpu.toFixed(2),
          'at least': wanted,
          wanted: ratio >= wanted ? 'yes' : 'NO',
        }
      }),
    )
  }
}

export const frontSection: BenchSection = {
  name: 'front',
  wanted: `public pages for anonymous visitors, interleaved (wanted: ≥ ${WANTED.next} × plain next start, ≥ ${WANTED.bare} × a bare node:http server that sends the same bytes)`,
  needs: 'build',
  run: async () => {
    const shop = { name: 'the shop', ...(await startShop('test-results/bench-front.log')) }
    const rivals: Rival[] = []
    try {
      rivals.push(await startNext(shop.url, PAGES), await startBare(shop.url, PAGES))
      await measureAll(shop, rivals)
    } finally {
      for (const server of [...rivals, shop]) await server.stop()
    }
  },
}
