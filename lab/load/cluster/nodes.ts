import { readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { holdsWithin } from '../scenario'
import { processTree, type Sandbox, type Program } from './sandbox'
import type { Programs } from './packages'
import { NODES, type NodeNumber, type Ports } from './ports'

export const template = (name: string): string => fileURLToPath(new URL(`templates/${name}`, import.meta.url))

const START_MS = 60_000

const status = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
})

/** PostgreSQL under Patroni. */
export class Node {
  readonly name: string
  readonly #values: Record<string, string | number>
  #patroni: Program | undefined

  constructor(
    readonly number: NodeNumber,
    private readonly ground: Sandbox,
    private readonly programs: Programs,
    private readonly ports: Ports,
    password: string,
  ) {
    this.name = `node${number}`
    for (const folder of [this.name, `${this.name}/lock`, `${this.name}/spool`]) ground.makeFolder(folder)
    this.#values = {
      name: this.name,
      folder: ground.folder,
      password,
      binaries: dirname(programs.postgres),
      pgPort: ports.postgres(number),
      restPort: ports.rest(number),
      pgAddress: ports.postgresProxy(number),
      restAddress: ports.restProxy(number),
      etcd: NODES.map((member) => `127.0.0.1:${ports.etcdProxy(number, member)}`).join(', '),
    }
    this.#configure()
    ground.configure(`${this.name}-backup.conf`, template('pgbackrest.conf'), this.#values)
  }

  /** @param restore what stands under `bootstrap` beside the settings of a new cluster */
  #configure(restore = ''): void {
    const text = this.ground.render(template('patroni.yml'), this.#values)
    const indented = restore.replaceAll(/^(?=.)/gm, '  ')
    this.ground.write(`${this.name}.yml`, text.replace(/^bootstrap:\n/m, `bootstrap:\n${indented}`))
  }

  /** Removes its database. It begins again as a copy of the primary, or from the backup as that was at a moment. */
  empty(target?: string): void {
    rmSync(this.ground.path(this.name, 'data'), { recursive: true, force: true })
    if (target !== undefined) this.#configure(this.ground.render(template('restore.yml'), { ...this.#values, target }))
  }

  /** Runs the backup's program. */
  backup(...args: string[]): string {
    return this.ground.run(this.programs.pgbackrest, [`--config=${this.ground.path(`${this.name}-backup.conf`)}`, '--stanza=shop', ...args])
  }

  start(): void {
    this.#patroni = this.ground.start(this.name, this.programs.patroni, [this.ground.path(`${this.name}.yml`)])
  }

  /** Asks Patroni for its kind: `primary`, `replica`, `synchronous`. */
  async is(kind: string): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${this.ports.rest(this.number)}/${kind}`, { signal: AbortSignal.timeout(1_000) })).ok
    } catch {
      return false
    }
  }

  get #postmaster(): number | undefined {
    try {
      return Number(readFileSync(this.ground.path(this.name, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0])
    } catch {
      return undefined
    }
  }

  /** All that runs on the node, in one moment, as when its machine loses its power. */
  async kill(): Promise<void> {
    const postmaster = this.#postmaster
    const pids = [this.#patroni?.pid, postmaster].flatMap((pid) => (pid ? processTree(pid) : []))
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended with another of them.
      }
    }
    await this.#patroni?.ended
  }

  /** In order: Patroni stops PostgreSQL. */
  async stop(): Promise<void> {
    await this.#patroni?.end('SIGTERM')
  }

  /** Memory and processor are measured from outside. */
  get pids(): number[] {
    const postmaster = this.#postmaster
    return [...(this.#patroni ? [this.#patroni.pid] : []), ...(postmaster ? processTree(postmaster) : [])]
  }
}

/** Reads all nodes from Patroni's leader. */
export async function members(nodes: readonly Node[], ports: Ports): Promise<z.output<typeof status>['members']> {
  for (const { number } of nodes) {
    try {
      const answer = await fetch(`http://127.0.0.1:${ports.rest(number)}/cluster`, { signal: AbortSignal.timeout(1_000) })
      return status.parse(await answer.json()).members
    } catch {
      // Another knows the same.
    }
  }
  return []
}

/** Waits for one primary, one standby that answers for its commits, and another. @returns how long (ms) @throws if they do not come */
export async function whole(nodes: readonly Node[], ports: Ports): Promise<number> {
  const began = performance.now()
  const found = async () => {
    const all = await members(nodes, ports)
    const roles = all.filter(({ state }) => state === 'running' || state === 'streaming').map(({ role }) => role)
    return roles.length === nodes.length && roles.includes('leader') && roles.includes('sync_standby')
  }
  if (await holdsWithin(START_MS, found, 200)) return performance.now() - began
  throw new Error(`The cluster is not whole: ${JSON.stringify(await members(nodes, ports))}`)
}

/** The node of a kind, by its own Patroni. */
export async function nodeThat(nodes: readonly Node[], kind: string): Promise<Node> {
  for (const node of nodes) if (await node.is(kind)) return node
  throw new Error(`No node is ${kind}`)
}
