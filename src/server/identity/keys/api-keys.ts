import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import {
  KEY_PREFIX,
  MOST_KEYS,
  MOST_LISTED,
  SHOWN_LETTERS,
  storedScopes,
  within,
  type ApiKey,
  type KeyState,
  type CreatedKey,
  type createKeyInput,
  type revokeKeyInput,
} from '~/contracts/identity/api-keys'
import { shownLine } from '~/contracts/fields'
import type { Prisma } from '~/generated/prisma/client'
import type { Call, SignedInCall } from '~/server/call'
import { lockDecider } from '~/server/identity/users/second-administrator'
import { recordAudit } from '~/server/platform/audit/record'
import { notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { hashToken, randomToken } from '~/server/platform/secrets'
import type { Services } from '~/server/services'

const include = {
  creator: { select: { email: true } },
  usedFrom: { orderBy: { firstUsedAt: 'desc' }, take: 10, select: { network: true } },
} as const satisfies Prisma.ApiKeyInclude

type Row = Prisma.ApiKeyGetPayload<{ include: typeof include }>

const storedNetworks = z.array(z.string()).catch([])

const stateAt = ({ revokedAt, expiresAt }: Pick<Row, 'revokedAt' | 'expiresAt'>, at: Date): KeyState =>
  revokedAt ? 'revoked' : expiresAt && expiresAt <= at ? 'ended' : 'active'

const toKey = ({ hash: _hash, createdBy: _createdBy, revokedBy: _revokedBy, creator, usedFrom, ...row }: Row, at: Date): ApiKey => ({
  ...row,
  state: stateAt(row, at),
  name: shownLine(row.name),
  scopes: storedScopes.parse(row.scopes),
  networks: storedNetworks.parse(row.networks),
  createdBy: creator.email,
  usedFrom: usedFrom.map(({ network }) => network),
})

/** The keys of the shop, the newest first: those that are over too. */
export async function listKeys({ db, now }: Pick<Services, 'db' | 'now'>): Promise<ApiKey[]> {
  const rows = await db.prisma.apiKey.findMany({ include, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: MOST_LISTED })
  const at = now()
  return rows.map((row) => toKey(row, at))
}

/** The audit log's fields of a key: never the key. */
const told = ({ name, scopes, networks, expiresAt }: z.output<typeof createKeyInput>) => ({
  name,
  scopes,
  networks,
  expiresAt: expiresAt?.toISOString() ?? null,
})

/**
 * Makes a key. Only its hash is kept, so that a call which is sent twice cannot be answered as before, and makes two.
 * @throws BAD_REQUEST for an end that has passed, and for scopes that its creator has not; CONFLICT for too many keys
 */
export async function createKey(call: SignedInCall<'db' | 'now'>, input: z.output<typeof createKeyInput>): Promise<CreatedKey> {
  const { viewer, actor, now } = call
  if (input.expiresAt && input.expiresAt <= now()) throw fieldError('validation_failed', 'expiresAt', 'Choose a day that is yet to come')
  if (within(input.scopes, viewer.scopes).length < input.scopes.length) {
    throw fieldError('validation_failed', 'scopes', 'A key cannot do more than you may do yourself')
  }
  const key = KEY_PREFIX + randomToken()
  return call.db.prisma.$transaction(async (tx) => {
    await lockDecider(tx, viewer)
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

/** Ends a key at once, in every process; once more it changes nothing. @throws NOT_FOUND */
export function revokeKey({ db, now, actor }: Call<'db' | 'now'>, { id }: z.output<typeof revokeKeyInput>): Promise<ApiKey> {
  return db.prisma.$transaction(async (tx) => {
    const { count } = await tx.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now(), revokedBy: actor.userId } })
    const row = await tx.apiKey.findUnique({ where: { id }, include })
    if (!row) throw notFound({ one: 'API key' })
    if (count > 0) {
      await recordAudit(tx, actor, {
        action: 'api_key.revoked',
        subjectType: 'api_key',
        subjectId: id,
        after: { name: shownLine(row.name) },
      })
    }
    return toKey(row, now())
  })
}
