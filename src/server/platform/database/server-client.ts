import { Client, type ClientConfig } from 'pg'
import { NoServerError, SESSION_STATE, type DatabaseServers, type SessionState } from './database-servers'

/** A write met a session that only reads: its server has become a standby. */
const READ_ONLY = '25006'

type Connected = (error: Error | null, client?: Client) => void

export interface ServerClientOptions {
  servers: DatabaseServers
  /** Said on each new connection. */
  greeting?: string
}

/**
 * A class of clients that connect to a server of a list, and are cut together where it turns out to have become a standby: the pool
 * makes others then, to the server that writes now.
 */
export function serverClientClass({ servers, greeting }: ServerClientOptions) {
  return class ServerClient extends Client {
    constructor(config?: ClientConfig) {
      super(config)
      // Whoever uses the client hears of it too; nobody does between a pool's connection and its first statement.
      this.on('error', () => undefined)
    }

    override connect(): Promise<Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<Client> | undefined {
      const connecting = this.#connect()
      if (!callback) return connecting
      connecting.then(
        () => {
          callback(null, this)
        },
        (error: unknown) => {
          callback(error instanceof Error ? error : new Error(String(error)))
        },
      )
      return undefined
    }

    async #connect(): Promise<Client> {
      const server = await servers.locate()
      this.host = server.host
      this.port = server.port
      this.connection.on('errorMessage', ({ code }: { code?: string }) => {
        // Not before the statement has been told.
        if (code === READ_ONLY) setImmediate(() => servers.abandon(server, new NoServerError('The database server only reads now')))
      })
      const remove = servers.add(this, server)
      this.once('end', remove)
      try {
        await super.connect()
        if (greeting !== undefined) await this.query(greeting)
        if (servers.isChecked) {
          const { rows } = await this.query<SessionState>(SESSION_STATE)
          if (!rows[0] || !servers.fits(rows[0])) throw new NoServerError('The database server has taken another part')
        }
        return this
      } catch (error) {
        remove()
        servers.forget(server)
        this.connection.stream.destroy()
        throw error
      }
    }
  }
}
