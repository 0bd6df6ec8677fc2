/** Which servers of several a connection is for, by libpq's names. */
export const targetSessions = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
export type TargetSession = (typeof targetSessions)[number]

/** Where a database is: the same database on one server or on several, of which at most one takes writes. */
export interface DatabaseAddress {
  /** The address of each server alone, in the order given. */
  servers: readonly string[]
  target: TargetSession
}

/** An address that cannot be read; the message says what it must be. */
export class DatabaseAddressError extends Error {
  override name = 'DatabaseAddressError'
}

const isTarget = (text: string): text is TargetSession => (targetSessions as readonly string[]).includes(text)

const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#@]*)([/?#].*)?$/

/**
 * Reads a PostgreSQL address as libpq does: `postgresql://user:password@one:5432,two:5432/shop?target_session_attrs=read-write`.
 * @throws {DatabaseAddressError}
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const [, before, hosts = '', after = ''] = FORM.exec(text) ?? []
  if (before === undefined) throw new DatabaseAddressError('must be a postgresql:// address')
  const names = hosts.split(',')
  const servers = names.map((host) => `${before}${host}${after}`)
  if (names.length > 1 && names.includes('')) throw new DatabaseAddressError('must name a host between its commas')
  const urls = servers.map((server) => {
    if (!URL.canParse(server)) throw new DatabaseAddressError('must be a postgresql:// address, with each of several hosts as host:port')
    return new URL(server)
  })
  const target = urls[0]?.searchParams.get('target_session_attrs') ?? 'any'
  if (!isTarget(target)) throw new DatabaseAddressError(`must have target_session_attrs as one of ${targetSessions.join(', ')}`)
  return { servers, target }
}
