import { newDatabase } from './databases'
import { openTabs, type LiveTab } from './live-client'
import { Findings, holdsWithin, limitOf, type Scenario } from './scenario'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { startShop } from './shop-process'
import { setTitle } from './sql'

const TABS = 100
const BACK_MS = 10_000
/** Streams that stand hear of a change within this time. */
const NEWS_MS = 1_000

/** Waits until every tab shows a title and notes those that do not. @returns how long the last one took (ms) */
async function everyoneSees(findings: Findings, tabs: LiveTab[], title: string, withinMs: number, since: number): Promise<number> {
  await holdsWithin(withinMs + 5_000, () => tabs.every((tab) => tab.saw(title)), 10)
  let last = 0
  for (const [index, tab] of tabs.entries()) {
    const ms = tab.saw(title) ? tab.at - since : Infinity
    last = Math.max(last, ms)
    findings.check(ms <= withinMs, `stream ${index + 1} had '${title}' after ${Math.round(ms)} ms`)
  }
  return last
}

export const streams: Scenario = {
  name: 'streams',
  title: `the server restarted under ${TABS} live streams`,
  run: async (short) => {
    const findings = new Findings()
    const databaseUrl = await newDatabase()
    const settings = { dataDir: temporaryFolder('data'), databaseUrl }
    let shop = await startShop(settings)
    await setTitle(databaseUrl, 'At first')
    const tabs = await openTabs(shop.url, TABS)
    let slowestBack = 0
    let slowestNews = 0
    let slowestStop = 0

    for (let round = 1; round <= (short ? 1 : 6); round++) {
      const stopping = performance.now()
      // In turn in order and by kill -9.
      if (round % 2 === 1) {
        findings.check((await shop.stop()) === 0, `round ${round}: the server did not stop in order`)
        slowestStop = Math.max(slowestStop, performance.now() - stopping)
      } else await shop.kill()
      const missed = `While away ${round}`
      await setTitle(databaseUrl, missed)
      shop = await startShop({ ...settings, port: shop.port })
      slowestBack = Math.max(slowestBack, await everyoneSees(findings, tabs, missed, limitOf(BACK_MS, short), performance.now()))

      for (let change = 1; change <= 3; change++) {
        const title = `Round ${round}, change ${change}`
        await setTitle(databaseUrl, title)
        slowestNews = Math.max(slowestNews, await everyoneSees(findings, tabs, title, limitOf(NEWS_MS, short), performance.now()))
      }
    }
    for (const [index, tab] of tabs.entries()) {
      findings.check(tab.twice === 0, `stream ${index + 1} got ${tab.twice} events twice`)
      tab.close()
    }
    await shop.kill()
    findings.check(slowestStop < 10_000, `the server took ${Math.round(slowestStop)} ms to stop`)
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    return findings.outcome(
      `stopped in ${seconds(slowestStop)}, all back within ${seconds(slowestBack)}, news within ${seconds(slowestNews)}`,
    )
  },
}
