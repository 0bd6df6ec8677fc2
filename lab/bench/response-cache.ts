import { loadavg } from 'node:os'
import { paths } from '~/lib/paths'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { startShop } from '../load/shop-process'
import { measureRound, median, type Round } from './measured'
import { startBare, startNext, type Rival } from './rival-servers'
import type { BenchSection } from './section'

const PAGES = [paths.home, paths.products]
const ROUNDS = 3
const SECONDS = 3
const CONNECTIONS = 20

const WANTED = { next: 10, bare: 0.8 }

const measure = ({ url, pid }: Rival, page: string) =>
  measureRound(pid, {
    url: `${url}${page}`,
    connections: CONNECTIONS,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
    duration: SECONDS,
  })

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
          // The two fast servers answer more than this client can ask for on the machine's other core, so that the rates say
          // what the client can do; what a second of a server's own processor answers says what the server can.
          wanted: byCpu >= wanted ? 'yes' : 'NO',
        }
      }),
    )
  }
}

export const responseCacheSection: BenchSection = {
  name: 'response-cache',
  wanted: `public pages for anonymous visitors, interleaved (wanted by the server's own CPU: ≥ ${WANTED.next} × plain next start, ≥ ${WANTED.bare} × a bare node:http server that sends the same bytes)`,
  needs: 'build',
  run: async () => {
    const shop = { name: 'the shop', ...(await startShop({ dataDir: temporaryFolder('data'), env: { SEED_DEMO: 'true' } })) }
    const rivals: Rival[] = []
    try {
      rivals.push(await startNext(shop.url, PAGES), await startBare(shop.url, PAGES))
      await measureAll(shop, rivals)
    } finally {
      for (const server of [...rivals, shop]) await server.stop()
    }
  },
}
