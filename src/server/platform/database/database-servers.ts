import { Client, type ClientConfig } from 'pg'
import type { DatabaseAddress, TargetSession } from '~/contracts/database-address'

/** One server of a database. */
export interface DatabaseServer {
  host: string
  port: number
}

/** What a session says of itself: of a standby it is read-only too. */
export interface SessionState {
  isStandby: boolean
  isReadOnly: boolean
}

/** Asks a session; on every PostgreSQL, through poolers too. */
export const SESSION_STATE = `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly"`

const fitting: Record<TargetSession, (state: SessionState) => boolean> = {
  any: () => true,
  'read-write': ({ isReadOnly }) => !isReadOnly,
  'read-only': ({ isReadOnly }) => isReadOnly,
  primary: ({ isStandby }) => !isStandby,
  standby: ({ isStandby }) => isStandby,
  'prefer-standby': () => true,
}

/** A server that does not answer a question of this kind in so long is away (ms). */
const ASK_MS = 2_000

/** No server that fits can be reached. As PostgreSQL says it: cannot connect now. */
export class NoServerError extends Error {
  override name = 'NoServerError'
  readonly code = '57P03'
  readonly severity = 'FATAL'
}

const nameOf = ({ host, port }: DatabaseServer) => `${host}:${port}`

/** A question, asked on a connection of its own. @throws when the server does not answer in time */
async function ask(config: ClientConfig, { host, port }: DatabaseServer): Promise<SessionState> {
  const client = new Client({ ...config, connectionTimeoutMillis: ASK_MS, query_timeout: ASK_MS })
  client.host = host
  client.port = port
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<SessionState>(SESSION_STATE)
    if (!rows[0]) throw new Error('A server says nothing of itself')
    return rows[0]
  } finally {
    // A server that hangs answers no goodbye.
    client.connection.stream.destroy()
  }
}

/**
 * The servers of an address, and which of them connections go to. node-postgres knows one host alone; this is what libpq does
 * with `target_session_attrs`, and that connections to a server that has lost its part are cut. Where a pooler or a
 * balancer stands at the address, that one server is what is connected to, and nothing is asked.
 */
export class DatabaseServers {
  readonly #servers: readonly DatabaseServer[]
  readonly #connected = new Map<Client, DatabaseServer>()
  #current: DatabaseServer | undefined
  #searching: Promise<DatabaseServer> | undefined
  /** Whether a session is asked whether it fits. */
  readonly isChecked: boolean

  constructor(
    private readonly address: DatabaseAddress,
    private readonly config: ClientConfig,
  ) {
    this.#servers = address.servers.map((connectionString) => {
      const { host, port } = new Client({ connectionString })
      return { host, port }
    })
    this.isChecked = address.target !== 'any' && address.target !== 'prefer-standby'
  }

  /** The server to connect to, which is looked for where none is known. @throws {NoServerError} */
  async locate(): Promise<DatabaseServer> {
    const [only, ...others] = this.#servers
    if (only && others.length === 0) return only
    return this.#current ?? (this.#searching ??= this.#search().finally(() => (this.#searching = undefined)))
  }

  fits(state: SessionState): boolean {
    return fitting[this.address.target](state)
  }

  /** The next connection looks for a server anew. */
  forget(server: DatabaseServer): void {
    if (this.#current === server) this.#current = undefined
  }

  /** Cuts every connection to a server, with whatever is under way there. */
  abandon(server: DatabaseServer, reason: Error): void {
    this.forget(server)
    for (const [client, its] of this.#connected) if (its === server) client.connection.stream.destroy(reason)
  }

  /** Whether a server still answers as one that fits. */
  async isWell(server: DatabaseServer): Promise<boolean> {
    try {
      return this.fits(await ask(this.config, server))
    } catch (error) {
      // One that refuses for lack of room is there.
      return error instanceof Error && 'code' in error && error.code === '53300'
    }
  }

  /** From now until the answered function is called the connection is cut with its server. */
  add(client: Client, server: DatabaseServer): () => void {
    this.#connected.set(client, server)
    return () => this.#connected.delete(client)
  }

  /** Where a connection leads; undefined where it has ended. */
  serverOf(client: Client): DatabaseServer | undefined {
    return this.#connected.get(client)
  }

  /** The first that fits, of all that are asked at once. */
  async #search(): Promise<DatabaseServer> {
    const wishes = this.address.target === 'prefer-standby' ? [fitting.standby, fitting.any] : [fitting[this.address.target]]
    const asked = this.#servers.map(async (server) => ({ server, state: await ask(this.config, server) }))
    for (const wish of wishes) {
      const found = asked.map(async (answer) => {
        const { server, state } = await answer
        if (!wish(state)) throw new Error(state.isReadOnly ? 'only reads' : 'takes writes')
        return server
      })
      try {
        return (this.#current = await Promise.any(found))
      } catch (error) {
        if (wish !== wishes.at(-1)) continue
        const reasons =
          error instanceof AggregateError ? error.errors.map((each) => (each instanceof Error ? each.message : String(each))) : []
        const each = this.#servers.map((server, index) => `${nameOf(server)} ${reasons[index] ?? ''}`)
        throw new NoServerError(`No server of the database is ${this.address.target}: ${each.join('; ')}`)
      }
    }
    throw new NoServerError('The address names no server')
  }
}
