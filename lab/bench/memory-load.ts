import { setTimeout as wait } from 'node:timers/promises'
import { signIn, mutate } from '../load/client'
import { openTabs, type LiveTab } from '../load/live-client'
import { atPace } from '../load/pacing'
import { visitors, type Visit } from '../load/visitors'

/** Requests of all kinds together. */
export const PER_SECOND = 15
/** So often a group of visitors opens live pages while another leaves. */
const EVERY_MS = 4_000
const TABS = 5
const GROUPS = 4
/**
 * Every so many groups the administrator saves a text of the site, three times a minute. Every page is made anew for it,
 * about 4 MB that V8 finds to be garbage only when it looks through the old space, which it does every minute or two.
 */
const SAVES = 5

/** Saves a text that every page shows, of the same length each time: all pages are made anew. */
async function saveTitle(url: string, token: string, round: number): Promise<Visit> {
  const values = { hero_title: `Round ${String(round).padStart(6, '0')}`, hero_description: 'Of the benchmark', hero_badge_text: 'New' }
  const answer = await mutate(url, 'settings.save', { tab: 'homepage', values }, { token })
  return { kind: 'settings', ...(answer.ok ? {} : { fault: `${answer.status} ${answer.code}: ${answer.message}` }) }
}

export interface MixedLoad {
  /** How many requests were answered. */
  requests: number
  /** One sentence for each that failed. */
  faults: string[]
}

/**
 * A steady load of every kind: pages, calls, sign-ins, an administrator who reads and writes, live streams that come and go.
 * @param over ends it
 */
export async function mixedLoad(url: string, over: AbortSignal): Promise<MixedLoad> {
  const token = await signIn(url)
  const stop = atPace(PER_SECOND, visitors([url], token))
  const visits: Visit[] = []
  const groups: LiveTab[][] = []
  for (let round = 0; !over.aborted; round++) {
    try {
      groups.push(await openTabs(url, TABS))
    } catch (error) {
      visits.push({ kind: 'streams', fault: String(error) })
    }
    if (groups.length > GROUPS) for (const tab of groups.shift() ?? []) tab.close()
    if (round % SAVES === 0) visits.push(await saveTitle(url, token, round))
    await wait(EVERY_MS, undefined, { signal: over }).catch(() => undefined)
  }
  for (const tab of groups.flat()) tab.close()
  visits.push(...(await stop()).map(({ result }) => result))
  return { requests: visits.length, faults: visits.flatMap(({ kind, fault }) => (fault === undefined ? [] : [`${kind}: ${fault}`])) }
}
