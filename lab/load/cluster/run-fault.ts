import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '../client'
import { atPace } from '../pacing'
import { holdsWithin, limitOf, quantile } from '../scenario'
import { setTitle } from '../sql'
import { bareClient } from './bare-client'
import { ConfirmedWrites, longestGap } from './confirmed-writes'
import { compare } from './compare'
import type { Fault } from './faults'
import { RetryingClient } from './retrying-client'
import type { ClusterShop } from './cluster-shop'
import { readOrders, clusterTraffic } from './cluster-traffic'

/** How much longer than the cluster itself the shop may be without a write (ms). */
const SLOWER_BY_MS = 3_000
/** Within which every open page shows what has changed since writes are taken again (ms). */
const SHOWN_WITHIN_MS = 5_000
/** The remaining processes look for emails every ten seconds. */
const EMAILS_WITHIN_MS = 60_000
const SIGNED_IN = 20

export interface Pace {
  perSecond: number
  seconds: number
  short: boolean
}

const inSeconds = (ms: number) => (ms / 1000).toFixed(1)

/** One fault under load. @returns a row for the table of all */
export async function runFault(fault: Fault, stage: ClusterShop, { perSecond, seconds, short }: Pace, number: number) {
  const { cluster, findings, cast, tabs, smtp } = stage
  const { writer } = cluster.urls
  const whole = await cluster.whole()
  const book = new ConfirmedWrites()
  const insisting = new RetryingClient()
  const token = await signIn(cast.url)
  for (let index = 0; index < SIGNED_IN; index += 1) {
    const person = { email: cast.customers[index]?.email ?? '', password: stage.password }
    book.sessions.push(await signIn(cast.url, person, { from: `198.19.${number}.${index + 1}` }))
  }
  const now = { ...cast, token }
  for (const { id, version, status } of await readOrders(now)) book.orders.set(id, { version, status })
  const mailsBefore = smtp.messages.length
  const bare = { name: fault.name, client: bareClient(writer, fault.name) }

  const stop = atPace(perSecond, clusterTraffic(now, book, insisting))
  await wait(Math.min(seconds * 200, 20_000))
  const struckAt = performance.now()
  const mend = await fault.strike(stage)
  const mending = wait(fault.lastsMs).then(() => mend?.())
  // When writes are taken again, after what the fault has interrupted.
  const settled = () => bare.client.confirmed.filter(({ at }) => at > struckAt + 1_000).length > 0 && performance.now() > struckAt + 1_500
  findings.check(await holdsWithin(90_000, settled), 'the cluster took no writes again')
  const title = `After ${fault.name}`
  // The primary may change once more meanwhile, as in a switchover.
  const isSet = () =>
    setTitle(writer, title).then(
      () => true,
      () => false,
    )
  findings.check(await holdsWithin(60_000, isSet), `${fault.name}: the change for the pages was never taken`)
  const writtenAt = performance.now()
  await holdsWithin(60_000, () => tabs.every((tab) => tab.title === title))
  const shown = Math.max(...tabs.map((tab) => (tab.saw(title) ? tab.at - writtenAt : Infinity)))
  const left = struckAt + seconds * 800 - performance.now()
  await Promise.all([mending, wait(Math.max(0, left))])
  const endedAt = performance.now()
  await stop()
  await bare.client.stop()

  const missing = () => [...book.signUps].some((email) => !smtp.messages.some((mail) => mail.includes(`To: ${email}`)))
  await holdsWithin(EMAILS_WITHIN_MS, () => !missing(), 500)
  const mails = smtp.messages.slice(mailsBefore)
  const after = { databaseUrl: writer, url: cast.url, files: stage.files, mails, mayRepeatEmails: fault.killsShop === true, bare }
  const losses = await compare(findings, book, after)

  const wrong = insisting.tries.filter(({ outcome }) => outcome === 'wrong')
  for (const { kind, fault: words } of wrong) findings.check(false, `${fault.name}: ${kind}: ${words}`)
  for (const words of new Set(wrong.map((one) => one.fault))) console.log(`  wrong: ${words}`)
  const gaps = {
    cluster: longestGap(
      bare.client.confirmed.map(({ at }) => at),
      struckAt - 1_000,
      endedAt,
    ),
    shop: longestGap(book.confirmed, struckAt - 1_000, endedAt),
  }
  findings.check(gaps.shop <= gaps.cluster + limitOf(SLOWER_BY_MS, short), `${fault.name}: no write for ${inSeconds(gaps.shop)} s`)
  findings.check(shown <= limitOf(SHOWN_WITHIN_MS, short), `${fault.name}: a page showed the change after ${inSeconds(shown)} s`)
  if (process.env.LOAD_TIMELINE) {
    const perSecond = (moments: readonly number[]) =>
      Array.from({ length: Math.ceil((endedAt - struckAt) / 1000) + 3 }, (_, second) => {
        const from = struckAt + (second - 3) * 1000
        return moments.filter((at) => at >= from && at < from + 1000).length
      }).join(' ')
    console.log(
      `writes a second from 3 s before:\n  bare ${perSecond(bare.client.confirmed.map(({ at }) => at))}\n  shop ${perSecond(book.confirmed)}`,
    )
  }
  const kinds = [...new Set(insisting.tries.map(({ kind }) => kind))].sort()
  console.log(`\n${fault.name}: ${fault.title}; ${seconds} s, ${perSecond} requests a second`)
  console.table(
    kinds.map((kind) => {
      const of = insisting.tries.filter((one) => one.kind === kind)
      const times = of.filter(({ outcome }) => outcome === 'ok').map(({ ms }) => ms)
      times.sort((a, b) => a - b)
      const answered = (outcome: string) => of.filter((one) => one.outcome === outcome).length
      const tail = (share: number) => Math.round(quantile(times, share))
      return { kind, ok: answered('ok'), '503': answered('refused'), wrong: answered('wrong'), 'p50 ms': tail(0.5), 'p99 ms': tail(0.99) }
    }),
  )
  return {
    fault: fault.name,
    'writes confirmed': book.writes + bare.client.confirmed.length,
    lost: losses.lost,
    'wrong or doubled': wrong.length + losses.doubled,
    'refused (503)': insisting.tries.filter(({ outcome }) => outcome === 'refused').length,
    'no write, bare s': inSeconds(gaps.cluster),
    'no write, shop s': inSeconds(gaps.shop),
    'pages after s': inSeconds(shown),
    'jobs lost': losses.emailsLost,
    'jobs twice': losses.emailsTwice,
    'sessions lost': losses.sessions,
    'whole before s': inSeconds(whole),
  }
}
