import { startPostgres } from '../../tests/setup/postgres-server'
import { signIn } from './client'
import { openTabs } from './live-client'
import { atPace } from './pacing'
import { Findings, holdsWithin, limitOf, type Scenario } from './scenario'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { startShop } from './shop-process'
import { setTitle } from './sql'
import { mixedTraffic } from './traffic'

const PER_SECOND = 50
const RECOVERY_MS = 5_000
const TABS = 20

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export const databaseRestart: Scenario = {
  name: 'postgres-restart',
  title: `PostgreSQL restarted under ${PER_SECOND} requests a second, with ${TABS} live streams`,
  run: async (short) => {
    const findings = new Findings()
    const postgres = await startPostgres()
    const shop = await startShop({ dataDir: temporaryFolder('data'), databaseUrl: postgres.url })
    await setTitle(postgres.url, 'Before')
    const tabs = await openTabs(shop.url, TABS)
    const stopTraffic = atPace(PER_SECOND, mixedTraffic(shop.url, await signIn(shop.url)))
    const recovery = limitOf(RECOVERY_MS, short)
    const outages: { down: number; up: number; recovered: number }[] = []
    let slowestNews = 0

    for (const [round, secondsDown] of (short ? [1] : [0, 3, 8]).entries()) {
      await pause(2_000)
      const down = performance.now()
      await postgres.restart(secondsDown)
      const up = performance.now()
      // Nobody listens yet: the feed has to find out by itself.
      const title = `After outage ${round + 1}`
      await setTitle(postgres.url, title)
      await holdsWithin(2 * RECOVERY_MS, () => tabs.every((tab) => tab.title === title))
      for (const [number, tab] of tabs.entries()) {
        const late = tab.saw(title) ? tab.at - up : Infinity
        slowestNews = Math.max(slowestNews, late)
        findings.check(late < recovery, `outage ${round + 1}: stream ${number + 1} was ${Math.round(late)} ms late with the change`)
      }
      outages.push({ down, up, recovered: up + recovery })
      await pause(Math.max(0, RECOVERY_MS - (performance.now() - up)) + 1_000)
    }
    const shots = await stopTraffic()
    let refused = 0
    let slowestRecovery = 0
    for (const { at, ms, result } of shots) {
      findings.check(result.fault === undefined, `${result.kind}: ${result.fault}`)
      if (result.status !== 503) continue
      refused += 1
      // Sent within an outage or the five seconds after it, and answered within the pool's patience.
      const outage = outages.find(({ down, recovered }) => at >= down - ms && at <= recovered)
      findings.check(outage !== undefined, `${result.kind}: 503 without an outage`)
      if (outage) slowestRecovery = Math.max(slowestRecovery, at - outage.up)
      findings.check(ms < limitOf(10_000, short), `${result.kind}: 503 only after ${Math.round(ms)} ms`)
    }
    for (const tab of tabs) {
      findings.check(tab.twice === 0, `${tab.twice} events came twice`)
      tab.close()
    }
    findings.check((await shop.stop()) === 0, 'the server did not stop in order')
    await postgres.stop()
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    return findings.outcome(
      `${shots.length} requests, ${refused} × 503, last 503 ${seconds(slowestRecovery)} after the return, news within ${seconds(slowestNews)}`,
    )
  },
}
