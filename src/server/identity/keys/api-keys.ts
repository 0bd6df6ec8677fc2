import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import {
  KEY_PREFIX,
  MOST_KEYS,
  MOST_LISTED,
  SHOWN_LETTERS,
  storedScopes,
  type ApiKey,
  type KeyState,
  type CreatedKey,
  type createKeyInput,
  type revokeKeyInput,
} from '~/contracts/identity/api-keys'
import { beyond, whyNotRevoke } from '~/contracts/identity/account-access'
import { shownLine } from '~/contracts/fields'
import type { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { scopesNow } from '~/server/identity/users/account-access'
import { lockDecider } from '~/server/identity/users/second-administrator'
import type { Viewer } from '~/server/identity/auth/read-session'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { codedError, fieldError } from '~/server/platform/errors'
import { hashToken, randomToken } from '~/server/platform/secrets'

const include = {
  creator: { select: { email: true, profile: { select: { scopes: true } } } },
  usedFrom: { orderBy: { firstUsedAt: 'desc' }, take: 10, select: { network: true } },
} as const satisfies Prisma.ApiKeyInclude

type Row = Prisma.ApiKeyGetPayload<{ include: typeof include }>

const storedNetworks = z.array(z.string())

const stateAt = ({ revokedAt, expiresAt }: Pick<Row, 'revokedAt' | 'expiresAt'>, at: Date): KeyState =>
  revokedAt ? 'revoked' : expiresAt && expiresAt <= at ? 'ended' : 'active'

type Reader = Pick<Viewer, 'userId' | 'scopes' | 'apiKey'>

const whyNot = ({ userId, scopes, apiKey }: Reader, { id, createdBy, scopes: stored }: Pick<Row, 'id' | 'createdBy' | 'scopes'>) =>
  whyNotRevoke({ userId, scopes, keyId: apiKey?.id ?? null }, { id, makerId: createdBy, scopes: storedScopes.parse(stored) })

function toKey({ hash: _hash, revokedBy: _revokedBy, creator, usedFrom, ...row }: Row, reader: Reader, at: Date): ApiKey {
  const scopes = storedScopes.parse(row.scopes)
  return {
    ...row,
    state: stateAt(row, at),
    name: shownLine(row.name),
    scopes,
    withheld: beyond(scopes, storedScopes.nullable().parse(creator.profile?.scopes ?? null)),
    networks: storedNetworks.parse(row.networks),
    createdBy: creator.email,
    usedFrom: usedFrom.map(({ network }) => network),
    whyNotRevoke: whyNot(reader, row),
  }
}

export async function listKeys({ db, now, viewer }: Pick<SignedInCall<'db' | 'now'>, 'db' | 'now' | 'viewer'>): Promise<ApiKey[]> {
  const rows = await db.prisma.apiKey.findMany({ include, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: MOST_LISTED })
  const at = now()
  return rows.map((row) => toKey(row, viewer, at))
}

const told = ({ name, scopes, networks, expiresAt }: z.output<typeof createKeyInput>) => ({
  name,
  scopes,
  networks,
  expiresAt: expiresAt?.toISOString() ?? null,
})

/** Only a hash is kept, so a repeat makes another key. @throws BAD_REQUEST for a past end or foreign scopes; CONFLICT for too many keys */
export async function createKey(call: SignedInCall<'db' | 'now'>, input: z.output<typeof createKeyInput>): Promise<CreatedKey> {
  const { viewer, actor, now } = call
  if (input.expiresAt && input.expiresAt <= now()) throw fieldError('validation_failed', 'expiresAt', 'Choose a day that is yet to come')
  const key = KEY_PREFIX + randomToken()
  return call.db.prisma.$transaction(async (tx) => {
    const owned = scopesNow(viewer, await lockDecider(tx, viewer))
    if (beyond(input.scopes, owned).length > 0)
      throw fieldError('validation_failed', 'scopes', 'A key cannot do more than you may do yourself')
    if ((await tx.apiKey.count({ where: { revokedAt: null } })) >= MOST_KEYS) {
      throw new TRPCError({ code: 'CONFLICT', message: `There are ${MOST_KEYS} API keys already. Revoke one that nobody uses.` })
    }
    const { name, scopes, networks, expiresAt = null } = input
    const { id } = await tx.apiKey.create({
      data: {
        name,
        scopes: [...scopes],
        networks,
        expiresAt,
        prefix: key.slice(0, SHOWN_LETTERS),
        hash: hashToken(key),
        createdBy: viewer.userId,
        createdAt: now(),
      },
      select: { id: true },
    })
    await recordAudit(tx, actor, { action: 'api_key.created', subjectType: 'api_key', subjectId: id, after: told(input) })
    return { id, key }
  })
}

/** Takes effect at once in every process. @throws NOT_FOUND; FORBIDDEN for another person's key with scopes that the caller lacks */
export function revokeKey(
  { db, now, actor, viewer }: SignedInCall<'db' | 'now'>,
  { id }: z.output<typeof revokeKeyInput>,
): Promise<ApiKey> {
  return db.prisma.$transaction(async (tx) => {
    const reader = { ...viewer, scopes: scopesNow(viewer, await lockDecider(tx, viewer)) }
    const found = await tx.apiKey.findUnique({ where: { id }, select: { id: true, createdBy: true, scopes: true } })
    if (!found) throw notFound({ one: 'API key' })
    const reason = whyNot(reader, found)
    if (reason !== null) throw codedError('FORBIDDEN', 'insufficient_scope', reason)
    const { count } = await tx.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now(), revokedBy: actor.userId } })
    const row = await tx.apiKey.findUniqueOrThrow({ where: { id }, include })
    if (count > 0) {
      await recordAudit(tx, actor, {
        action: 'api_key.revoked',
        subjectType: 'api_key',
        subjectId: id,
        after: { name: shownLine(row.name) },
      })
    }
    return toKey(row, reader, now())
  })
}
