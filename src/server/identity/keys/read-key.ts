import proxyaddr from 'proxy-addr'
import * as z from 'zod'
import { storedScopes, within } from '~/contracts/identity/api-keys'
import { Prisma } from '~/generated/prisma/client'
import type { SessionDeps, Viewer } from '~/server/identity/auth/read-session'
import { recordAudit, type ClientInfo } from '~/server/platform/audit/record-audit'
import { codedError } from '~/server/platform/errors'
import { jsonTime } from '~/server/platform/lists/json-row'
import { Network } from '~/server/platform/network/network'
import { hashToken } from '~/server/platform/secrets'

/** Longest interval (ms) between writes of a key's last use. */
const USED_MS = 60_000
const MOST_NETWORKS = 500
const NEVER = new Date('9999-12-31T00:00:00Z')

const keyRow = z.object({
  id: z.string(),
  name: z.string(),
  scopes: storedScopes,
  networks: z.array(z.string()),
  expiresAt: jsonTime.nullable(),
  lastUsedAt: jsonTime.nullable(),
  lastUsedIp: z.string().nullable(),
  userId: z.string(),
  email: z.string(),
  owned: storedScopes.nullable(),
  hasVerifiedFactor: z.boolean(),
})
type KeyRow = z.output<typeof keyRow>

/** An invalid network, as plain SQL may have written, admits nobody. */
function isWithin(networks: readonly string[], ip: string | null): boolean {
  if (networks.length === 0) return true
  if (ip === null) return false
  try {
    return proxyaddr.compile([...networks])(ip, 0)
  } catch {
    return false
  }
}

async function noteUse(
  { db, now }: SessionDeps,
  { id, name, userId, email, lastUsedAt, lastUsedIp }: KeyRow,
  client: ClientInfo,
): Promise<void> {
  const at = now()
  if (lastUsedAt !== null && at.getTime() - lastUsedAt.getTime() < USED_MS && lastUsedIp === client.ip) return
  await db.prisma.$transaction(async (tx) => {
    await tx.apiKey.update({ where: { id }, data: { lastUsedAt: at, lastUsedIp: client.ip } })
    if (client.ip === null) return
    const network = Network.of(client.ip).toString()
    const isNew = await tx.$executeRaw`
      INSERT INTO api_key_networks (key_id, network, first_used_at)
      SELECT ${id}::uuid, ${network}, ${at} WHERE (SELECT count(*) FROM api_key_networks WHERE key_id = ${id}::uuid) < ${MOST_NETWORKS}
      ON CONFLICT DO NOTHING`
    if (isNew === 0) return
    const subject = { subjectType: 'api_key', subjectId: id }
    await recordAudit(tx, { userId, email, ...client }, { action: 'api_key.used_from_network', ...subject, after: { name, network } })
  })
}

/**
 * Read from the database each time, so that revoking the key or its creator's role works at once; a key may do what both its own and its
 * creator's scopes allow. @returns null for a key that is unknown, revoked or expired, or whose creator is no administrator
 * @throws FORBIDDEN (`api_key_network`) from a network outside its list
 */
export async function readKey(services: SessionDeps, key: string, client: ClientInfo): Promise<Viewer | null> {
  const { db, now, sessionRules } = services
  const at = now()
  const found = await db.readJson(Prisma.sql`
    SELECT json_build_object(
      'id', k.id, 'name', k.name, 'scopes', k.scopes, 'networks', k.networks, 'expiresAt', k.expires_at,
      'lastUsedAt', k.last_used_at, 'lastUsedIp', k.last_used_ip, 'userId', u.id, 'email', u.email, 'owned', p.scopes,
      'hasVerifiedFactor', EXISTS (SELECT FROM mfa_factors f WHERE f.user_id = u.id AND f.status = 'verified')
    )::text FROM api_keys k JOIN users u ON u.id = k.created_by JOIN profiles p ON p.user_id = u.id AND p.role = 'admin'
    WHERE k.hash = ${hashToken(key)} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${at})`)
  if (found === null) return null
  const row = keyRow.parse(found)
  if (!isWithin(row.networks, client.ip))
    throw codedError('FORBIDDEN', 'api_key_network', 'This API key may not be used from this network.')
  await noteUse(services, row, client)
  return {
    sessionId: row.id,
    apiKey: { id: row.id, name: row.name },
    userId: row.userId,
    email: row.email,
    role: 'admin',
    scopes: within(row.scopes, row.owned),
    aal: 'aal2',
    amr: [],
    hasVerifiedFactor: row.hasVerifiedFactor,
    mustEnroll: sessionRules.requireAdminMfa && !row.hasVerifiedFactor,
    cookieVersion: 0,
    expiresAt: row.expiresAt ?? NEVER,
    idleUntil: null,
  }
}
