import { Agent, get } from 'node:http'
import { loadavg } from 'node:os'
import { Client } from 'pg'
import * as z from 'zod'
import { startPostgres } from '../../tests/setup/postgres-server'
import { startChild, type Child } from './child'
import { median } from './measured'
import type { BenchSection } from './section'

const READERS = 4_000
const ROUNDS = 3
const WANTED = { wait: 0.1, memory: 0.5 }
const BYTES_PER_KB = 1024

const PATH = `/api/trpc/settings.onSettingsChange?input=${encodeURIComponent('{"json":{"topics":["settings","machines"]}}')}`

const kinds = ['shop', 'stock'] as const
type Kind = (typeof kinds)[number]

interface Site {
  kind: Kind
  port: number
  server: Child
  readers: Child
  database: Client
  /** Of one idle stream, KB. */
  memory: { resident: number; heap: number }
}

const memory = z.object({ resident: z.number(), heap: z.number() })

/** The longest time that a call took until `over` (ms); one call after another, over one connection. */
async function longestCall(port: number, over: Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const state = { isOver: false }
  void over.finally(() => {
    state.isOver = true
  })
  let longest = 0
  while (!state.isOver) {
    const began = performance.now()
    await new Promise<void>((resolve, reject) => {
      get({ agent, port, host: '127.0.0.1', path: '/api/trpc/machines.active' }, (answer) => {
        answer.resume().once('end', resolve)
      }).once('error', reject)
    })
    longest = Math.max(longest, performance.now() - began)
  }
  agent.destroy()
  return longest
}

async function openSite(kind: Kind, count: number, admin: Client, base: string): Promise<Site> {
  await admin.query(`CREATE DATABASE ${kind}`)
  const url = new URL(`/${kind}`, base).href
  const server = await startChild('stream-server.ts', [kind, url])
  const port = z.number().parse(server.ready)
  const database = new Client(url)
  await database.connect()
  await longestCall(port, new Promise((resolve) => setTimeout(resolve, 500)))
  const before = memory.parse(await server.ask('memory'))
  const readers = await startChild('stream-readers.ts', [String(port), String(count), PATH])
  const after = memory.parse(await server.ask('memory'))
  const each = (figure: 'resident' | 'heap') => (after[figure] - before[figure]) / count / BYTES_PER_KB
  return { kind, port, server, readers, database, memory: { resident: each('resident'), heap: each('heap') } }
}

/** One change to all readers: how long until the last has it, and how long a call waited meanwhile (ms). */
async function change({ port, readers, database }: Site, title: string): Promise<{ wait: number; all: number }> {
  const everybody = readers.ask('next')
  const waiting = longestCall(port, everybody)
  const began = performance.now()
  await database.query(
    `INSERT INTO website_settings (setting_key, setting_value, setting_category) VALUES ('hero_title', $1, 'homepage')
     ON CONFLICT (setting_key) DO UPDATE SET setting_value = EXCLUDED.setting_value`,
    [title],
  )
  await everybody
  const all = performance.now() - began
  return { wait: await waiting, all }
}

async function measure(sites: readonly Site[], count: number): Promise<void> {
  const rounds = new Map<Kind, { wait: number; all: number }[]>()
  const loads: string[] = []
  // The first change to each is not counted: the code is compiled by then.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const site of sites) {
      const figures = await change(site, `Round ${round}`)
      if (round > 0) rounds.set(site.kind, [...(rounds.get(site.kind) ?? []), figures])
    }
    loads.push(loadavg()[0]?.toFixed(2) ?? '')
  }
  const of = (kind: Kind, figure: 'wait' | 'all') => median((rounds.get(kind) ?? []).map((round) => round[figure]))
  const memoryOf = (kind: Kind, figure: 'resident' | 'heap') => sites.find((site) => site.kind === kind)?.memory[figure] ?? Number.NaN
  const row = (what: string, shop: number, stock: number, wanted?: number) => ({
    what,
    shop: shop.toFixed(1),
    'tRPC alone': stock.toFixed(1),
    ratio: (shop / stock).toFixed(3),
    wanted: wanted === undefined ? '' : shop / stock <= wanted ? `yes (${wanted})` : `NO (${wanted})`,
  })
  console.log(`\n${count} readers of one process, medians of ${ROUNDS} changes; load of the machine ${loads.join(' ')}`)
  console.table([
    row('longest wait of a call during a change, ms', of('shop', 'wait'), of('stock', 'wait'), WANTED.wait),
    row('until the last reader has the change, ms', of('shop', 'all'), of('stock', 'all')),
    row('resident memory of an idle stream, KB', memoryOf('shop', 'resident'), memoryOf('stock', 'resident'), WANTED.memory),
    row('heap of an idle stream, KB', memoryOf('shop', 'heap'), memoryOf('stock', 'heap'), WANTED.memory),
  ])
}

export const streamsSection: BenchSection = {
  name: 'streams',
  wanted: `live streams beside tRPC's own pipeline (a call waits at most ${WANTED.wait} of what it costs there, memory at most ${WANTED.memory})`,
  run: async ([readers]) => {
    const count = Number(readers ?? READERS)
    const postgres = await startPostgres()
    const admin = new Client(postgres.url)
    await admin.connect()
    const sites: Site[] = []
    try {
      for (const kind of kinds) sites.push(await openSite(kind, count, admin, postgres.url))
      await measure(sites, count)
    } finally {
      for (const { server, readers, database } of sites) {
        await Promise.all([readers.stop(), server.stop()])
        await database.end()
      }
      await admin.end()
      await postgres.stop()
    }
  },
}
