import { Counter, Gauge, Registry } from 'prom-client'
import { liveTopics } from '~/contracts/site/site'
import type { Services } from '~/server/services'
import { lastCheck } from '~/server/office/housekeeping/expire-and-check-credit'
import { countOutgoing } from '~/server/platform/outbox/failed-messages'
import { SharedProbe } from '~/server/http/health'
import type { ApiStreams } from '~/server/api/streams'
import { responseCacheCounts } from './response-cache/response-cache'
import type { Traffic } from '~/server/http/traffic'

export function createGauges(services: Services, traffic: Traffic, streams: ApiStreams['counts']): Registry {
  const registry = new Registry()
  const registers = [registry]

  new Counter({
    name: 'shop_http_requests_total',
    help: 'Answers by class of route and status; aborted where the client left before the answer began.',
    labelNames: ['route', 'status'] as const,
    registers,
    collect() {
      this.reset()
      for (const [key, count] of traffic.answers) {
        const [route = '', status = ''] = key.split(' ')
        this.inc({ route, status }, count)
      }
    },
  })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('shop_http_requests_open', 'Requests being answered, streams and this one too.', () => traffic.open.size)
  gauge('shop_live_streams_open', 'Open streams of live data.', () => traffic.streams)
  new Counter({
    name: 'shop_live_streams_turned_away_total',
    help: 'Streams that were refused because there were too many, and those cut because nothing was read from them.',
    labelNames: ['result'] as const,
    registers,
    collect() {
      this.reset()
      const { refused, cut } = streams()
      this.inc({ result: 'refused' }, refused)
      this.inc({ result: 'cut' }, cut)
    },
  })
  gauge(
    'shop_pages_stale',
    'Static pages that could not be made at the last try: visitors see them as they were.',
    () => services.pages.stale.length,
  )
  // A hanging disk must not hold up other metrics.
  const disk = new SharedProbe(() => services.disk.isFull())
  new Gauge({
    name: 'shop_disk_full',
    help: '1 while there is no room for files; NaN where the disk does not say.',
    registers,
    async collect() {
      const isFull = await disk.get()
      this.set(isFull === undefined ? NaN : Number(isFull))
    },
  })
  gauge('shop_change_feed_listening', '1 while the process hears what changes in the database.', () => Number(services.hub.listening))
  gauge(
    'shop_database_statements_pending',
    'Statements that wait for the database or are being answered.',
    () => services.db.load().pending,
  )
  if (services.db.load().pool) {
    const pool = (name: 'total' | 'idle' | 'waiting') => () => services.db.load().pool?.[name] ?? 0
    gauge('shop_database_pool_connections', 'Open connections of the pool.', pool('total'))
    gauge('shop_database_pool_idle_connections', 'Connections of the pool that nobody uses.', pool('idle'))
    gauge('shop_database_pool_waiting', 'Statements and transactions that wait for a connection of the pool.', pool('waiting'))
  }

  new Counter({
    name: 'shop_cache_requests_total',
    help: 'Reads of what is cached in memory, by cache and whether it was there.',
    labelNames: ['cache', 'result'] as const,
    registers,
    collect() {
      this.reset()
      for (const topic of liveTopics) {
        const { hits, misses } = services.live.values[topic].reads
        this.inc({ cache: topic, result: 'hit' }, hits)
        this.inc({ cache: topic, result: 'miss' }, misses)
      }
      for (const [kind, { hits, notModified, misses }] of Object.entries(responseCacheCounts)) {
        this.inc({ cache: `response ${kind}`, result: 'hit' }, hits + notModified)
        this.inc({ cache: `response ${kind}`, result: 'miss' }, misses)
      }
    },
  })
  addOutbox(services, registers)
  addCredit(services, registers)
  addPlatform(services, registers)
  return registry
}

function addOutbox({ db }: Pick<Services, 'db'>, registers: Registry[]): void {
  const counts = new SharedProbe(() => countOutgoing(db))
  new Gauge({
    name: 'shop_outbox_messages',
    help: 'Emails and text messages, by state: waiting, which will be tried; failed for good. NaN where the database does not say.',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      const known = await counts.get()
      this.set({ state: 'waiting' }, known?.waiting ?? NaN)
      this.set({ state: 'failed' }, known?.failed ?? NaN)
    },
  })
}

function addCredit(services: Pick<Services, 'db'>, registers: Registry[]): void {
  const check = new SharedProbe(() => lastCheck(services))
  new Gauge({
    name: 'shop_credit_differences',
    help: 'Accounts of store credit whose balance or hashes differed from their entries at the last check; NaN before the first, or where the database does not say.',
    registers,
    async collect() {
      this.set((await check.get())?.differences ?? NaN)
    },
  })
}

const CIRCUIT_STATES = ['closed', 'open', 'half-open'] as const

function addPlatform({ platform, now }: Pick<Services, 'platform' | 'now'>, registers: Registry[]): void {
  if (!platform) return
  const state = new SharedProbe(() => platform.state())
  new Gauge({
    name: 'shop_platform_list_age_seconds',
    help: 'How old the shop platform’s list is; NaN where there is none or the database does not say.',
    registers,
    async collect() {
      const fetchedAt = (await state.get())?.fetchedAt
      this.set(fetchedAt ? (now().getTime() - fetchedAt.getTime()) / 1000 : NaN)
    },
  })
  new Gauge({
    name: 'shop_platform_list_failed_timestamp_seconds',
    help: 'When the list could not be read at the last try, in Unix seconds; 0 where the last try went well, NaN where the database does not say.',
    registers,
    async collect() {
      const known = await state.get()
      this.set(known ? (known.failedAt?.getTime() ?? 0) / 1000 : NaN)
    },
  })
  new Gauge({
    name: 'shop_platform_circuit_state',
    help: '1 for the state that the circuit breaker before the shop platform is in.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const name of CIRCUIT_STATES) this.set({ state: name }, Number(platform.circuit() === name))
    },
  })
}
