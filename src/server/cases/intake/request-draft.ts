import { readFile } from 'node:fs/promises'
import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { MOST_FILES } from '~/contracts/cases/request-limits'
import { LONGEST_READING, ReadingError } from '~/contracts/stock/miners/json'
import type { removeRequestFileInput, requestFileQuery, RequestFile } from '~/contracts/cases/requests'
import type { Prisma } from '~/generated/prisma/client'
import { tooManyFiles } from '~/server/cases/case-files'
import { storeOwnedFile, prepareFile, type PreparedFile } from '~/server/cases/store-file'
import { parseReading, readingMediaType } from '~/server/stock/units/parse-reading'
import { readingColumns } from '~/server/stock/units/reading-rows'
import { networkOf } from '~/server/identity/auth/limits'
import type { Call } from '~/server/call'
import type { Actor } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { codedError } from '~/server/platform/errors'
import { FileRefusal } from '~/server/platform/files/file-store'
import type { Upload } from '~/server/platform/files/upload-folder'
import { hashToken, keyedHash } from '~/server/platform/secrets'
import type { Services } from '~/server/services'

const DAY_MS = 24 * 60 * 60 * 1000
/** A draft is deleted, with its files, after this idle time. */
const DRAFT_KEPT_MS = DAY_MS
/** Bytes stored for requests that are not cases yet. */
export const requestRoom = { ofNetwork: 150 * 1024 * 1024, ofAll: 4 * 1024 * 1024 * 1024 }
/** Shares of a network, its /56 and its /48 (docs/decisions/011). */
const NETWORK_SHARES = [1, 4, 16]
const FULL_SECONDS = 3600

type Tx = Prisma.TransactionClient

/** @throws FORBIDDEN where the shop takes no requests online */
export function mustTakeRequests({ onlineRequests }: Pick<Services, 'onlineRequests'>): void {
  if (onlineRequests) return
  throw new TRPCError({
    code: 'FORBIDDEN',
    message: 'Requests are not taken online at the moment. Please contact us: how is at the foot of this page.',
  })
}

/** Keyed hashes; null inside the server. */
export interface RequestNetwork {
  /** An IPv4 address, or the /64 of an IPv6 one. */
  network: string | null
  /** The /56 and the /48 of an IPv6 address. */
  widerNetworks: string[]
}

export function requestNetwork(secret: string, { ip }: Pick<Actor, 'ip'>): RequestNetwork {
  const ranges = networkOf({ ip: ip ?? null })?.ranges ?? []
  const [network = null, ...widerNetworks] = ranges.map(({ name }) => keyedHash(secret, 'requests', name))
  return { network, widerNetworks }
}

export const alreadySent = () =>
  new TRPCError({ code: 'CONFLICT', message: 'This request has been sent already. Reload the page to begin another one.' })

interface DraftRow {
  id: string
  noun: string
  sentAt: Date | null
}

/** @throws CONFLICT for one that was sent */
async function holdDraft(tx: Tx, noun: string, draft: string, { network, widerNetworks }: RequestNetwork, now: Date): Promise<DraftRow> {
  const [row] = await tx.$queryRaw<DraftRow[]>`
    INSERT INTO case_requests AS known (noun, draft_hash, network, wider_networks, created_at, expires_at)
    VALUES (${noun}, ${hashToken(draft)}, ${network}, ${widerNetworks}, ${now}, ${new Date(now.getTime() + DRAFT_KEPT_MS)})
    ON CONFLICT (draft_hash) DO UPDATE
      SET expires_at = CASE WHEN known.sent_at IS NULL THEN EXCLUDED.expires_at ELSE known.expires_at END
    RETURNING id, noun, sent_at AS "sentAt"`
  if (row?.sentAt !== null || row.noun !== noun) throw alreadySent()
  return row
}

/** @throws CONFLICT for too many files; TOO_MANY_REQUESTS or SERVICE_UNAVAILABLE without room */
async function checkRoom(
  tx: Tx,
  requestId: string,
  { network, widerNetworks }: RequestNetwork,
  bytes: number,
  room: typeof requestRoom,
): Promise<void> {
  if ((await tx.caseFile.count({ where: { requestId } })) >= MOST_FILES) throw tooManyFiles()
  const waiting = async (where: Prisma.CaseFileWhereInput) =>
    bytes + ((await tx.caseFile.aggregate({ _sum: { bytes: true }, where }))._sum.bytes ?? 0)
  const networks: Prisma.CaseRequestWhereInput[] = [
    ...(network === null ? [] : [{ network }]),
    ...widerNetworks.map((wider) => ({ widerNetworks: { has: wider } })),
  ]
  for (const [wider, request] of networks.entries()) {
    if ((await waiting({ request })) <= room.ofNetwork * (NETWORK_SHARES[wider] ?? 1)) continue
    const message = 'Many pictures from your network wait for their requests to be confirmed. Send the request without more of them.'
    throw codedError('TOO_MANY_REQUESTS', 'over_request_rate_limit', message, FULL_SECONDS)
  }
  if ((await waiting({ requestId: { not: null } })) > room.ofAll) {
    const message = 'No more pictures can be taken at the moment. Send the request without them, and send them by email.'
    throw codedError('SERVICE_UNAVAILABLE', 'over_capacity', message, FULL_SECONDS)
  }
}

/** UTF-8 takes up to four bytes for a character. */
const LONGEST_READING_BYTES = 4 * LONGEST_READING

/** @throws FileRefusal */
async function readingOf(bytes: Uint8Array, services: Pick<Services, 'log'>) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { reading: await parseReading(text, services), text }
  } catch (error) {
    if (error instanceof ReadingError) throw new FileRefusal(error.message)
    if (error instanceof TypeError)
      throw new FileRefusal('This file is no text. Send the file that the miner’s own data was saved to, as JSON, XML or CSV.')
    throw error
  }
}

/** @throws FileRefusal for more than those of the longest reading */
async function readingBytes({ path, size }: Upload): Promise<Buffer> {
  if (size > LONGEST_READING_BYTES) throw new FileRefusal('This file is too long for a reading: at most 400 kB.')
  return readFile(path)
}

/** @throws FileRefusal, SERVICE_UNAVAILABLE */
async function prepare(upload: Upload, { kind, name }: Pick<z.output<typeof requestFileQuery>, 'kind' | 'name'>, log: Services['log']) {
  if (kind === 'picture') return { found: null, prepared: await prepareFile(upload, { name, log }) }
  const bytes = await readingBytes(upload)
  const found = await readingOf(bytes, { log })
  const prepared: PreparedFile = { kind: 'reading', name, contentType: readingMediaType(found.text), bytes }
  return { found, prepared }
}

/** @param room bytes, in all and of one network @throws FileRefusal, CONFLICT, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE */
export async function addRequestFile(
  deps: Pick<Services, 'db' | 'now' | 'files' | 'secret' | 'log'> & { actor: Actor },
  { noun, draft, kind, name }: z.output<typeof requestFileQuery>,
  upload: Upload,
  room = requestRoom,
): Promise<RequestFile> {
  const { found, prepared } = await prepare(upload, { kind, name }, deps.log)
  const file = { ...prepared, fromCustomer: true }
  if (kind === 'picture' && file.kind !== 'picture') throw new FileRefusal('Only pictures are taken here: JPEG, PNG, WebP, AVIF or HEIC.')
  const network = requestNetwork(deps.secret, deps.actor)
  const ownerIn = async (tx: Tx) => {
    const { id: requestId } = await holdDraft(tx, noun, draft, network, deps.now())
    await checkRoom(tx, requestId, network, file.bytes.byteLength, room)
    return { requestId }
  }
  const more = async (tx: Tx, fileId: string): Promise<RequestFile> => {
    if (found) {
      const { requestId } = await tx.caseFile.findUniqueOrThrow({ where: { id: fileId }, select: { requestId: true } })
      const values = readingColumns(found.reading, found.text)
      await tx.caseReading.create({ data: { requestId, fileId, ...values, createdAt: deps.now() }, select: { id: true } })
    }
    return { id: fileId, kind, name, bytes: file.bytes.byteLength }
  }
  const submission = { caller: 'visitor', key: undefined, procedure: 'POST /api/request-files', input: {}, now: deps.now() }
  return storeOwnedFile(deps, ownerIn, file, { submission, more })
}

export const findRequestPicture = ({ db }: Pick<Services, 'db'>, { draft, id }: z.output<typeof removeRequestFileInput>) =>
  db.prisma.caseFile.findFirst({
    where: { id, kind: 'picture', request: { draftHash: hashToken(draft), sentAt: null } },
    select: { id: true, kind: true, name: true, thumbnailKey: true },
  })

/** @throws NOT_FOUND */
export async function removeRequestFile(
  call: Call<'db' | 'limits' | 'onlineRequests'>,
  { draft, id }: z.output<typeof removeRequestFileInput>,
): Promise<{ id: string }> {
  mustTakeRequests(call)
  await call.limits.take('requestFiles', networkOf({ ip: call.actor.ip ?? null }))
  // No foreign key deletes a file's readings.
  const { count } = await call.db.prisma.$transaction(async (tx) => {
    const ofDraft = { draftHash: hashToken(draft), sentAt: null }
    await tx.caseReading.deleteMany({ where: { fileId: id, request: ofDraft } })
    return tx.caseFile.deleteMany({ where: { id, request: ofDraft } })
  })
  if (count === 0) throw notFound({ one: 'file' })
  return { id }
}
