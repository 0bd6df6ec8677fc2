import type * as z from 'zod'
import { algorithmKey, type NetworkCoin } from '~/contracts/catalogue/network'
import {
  MOST_COINS,
  type NetworkCoinValues,
  type NetworkPage,
  type removeNetworkCoinInput,
  type saveNetworkAssumptionsInput,
  type saveNetworkCoinInput,
} from '~/contracts/catalogue/network-inputs'
import type { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { changedFields, recordAudit } from '~/server/platform/audit/record-audit'
import { conflict, notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { toAssumptions, toCoin } from './read-network'
import { readNetworkPage } from './read-network-page'

type Tx = Prisma.TransactionClient
type NetworkCall = SignedInCall<'db' | 'now' | 'live' | 'networkUrl'>

const coinNamed = { one: 'coin' }
const TYPED = 'typed by us'

/** Makes saves and the feed wait for each other even before a row exists; readers do not wait. */
export const lockNetwork = (tx: Tx) => tx.$executeRaw`LOCK TABLE network_coins, network_assumptions IN SHARE ROW EXCLUSIVE MODE`

export const columnsOf = ({ halvesOn, ...values }: NetworkCoinValues) => ({
  ...values,
  halvesOn: halvesOn === null ? null : new Date(halvesOn),
})

const told = ({ source: _source, at: _at, ...values }: NetworkCoin): Prisma.InputJsonObject => ({ ...values })

/** A merged coin shares the algorithm of a coin that is not merged itself. @throws BAD_REQUEST with the field */
async function checkMerged(tx: Tx, { coin, mergedWith, algorithm }: NetworkCoinValues): Promise<void> {
  if (mergedWith === null) return
  const main = await tx.networkCoin.findUnique({ where: { coin: mergedWith }, select: { mergedWith: true, algorithm: true } })
  if (!main) throw fieldError('validation_failed', 'mergedWith', `There are no figures of ${mergedWith}`)
  if (algorithmKey(main.algorithm) !== algorithmKey(algorithm))
    throw fieldError('validation_failed', 'mergedWith', `${mergedWith} has another algorithm`)
  if (main.mergedWith !== null) throw fieldError('validation_failed', 'mergedWith', `${mergedWith} comes with another coin itself`)
  const others = await tx.networkCoin.count({ where: { mergedWith: coin } })
  if (others > 0) throw fieldError('validation_failed', 'mergedWith', 'Other coins come with this one')
}

/**
 * The feed leaves typed figures alone while they are shown. @throws BAD_REQUEST; NOT_FOUND for a removed coin; CONFLICT for a stale version
 */
export async function saveNetworkCoin(
  call: NetworkCall,
  { version, ...values }: z.output<typeof saveNetworkCoinInput>,
): Promise<NetworkPage> {
  const { db, live, now, actor } = call
  await db.prisma.$transaction(async (tx) => {
    await lockNetwork(tx)
    const { coin } = values
    const before = await tx.networkCoin.findUnique({ where: { coin } })
    if (version !== undefined && !before) throw notFound(coinNamed)
    if (version !== undefined && before?.version !== version) throw conflict(coinNamed)
    if (!before && (await tx.networkCoin.count()) >= MOST_COINS)
      throw fieldError('validation_failed', 'coin', `At most ${MOST_COINS} coins`)
    await checkMerged(tx, values)
    const data = { ...columnsOf(values), source: TYPED, isTyped: true, figuresAt: now() }
    const after = await tx.networkCoin.upsert({ where: { coin }, create: data, update: data })
    const typed = told(toCoin(after))
    await recordAudit(tx, actor, {
      action: before ? 'network.coin_saved' : 'network.coin_added',
      subjectType: 'network',
      subjectId: coin,
      ...(before ? changedFields(told(toCoin(before)), typed) : { after: typed }),
    })
  })
  live.values.network.changed()
  return readNetworkPage(call)
}

/** Coins merged with it then count alone. @throws NOT_FOUND, CONFLICT for a stale version */
export async function removeNetworkCoin(
  call: NetworkCall,
  { coin, version }: z.output<typeof removeNetworkCoinInput>,
): Promise<NetworkPage> {
  const { db, live, actor } = call
  await db.prisma.$transaction(async (tx) => {
    await lockNetwork(tx)
    const before = await tx.networkCoin.findUnique({ where: { coin } })
    if (!before) throw notFound(coinNamed)
    if (version !== undefined && before.version !== version) throw conflict(coinNamed)
    await tx.networkCoin.delete({ where: { coin } })
    await recordAudit(tx, actor, { action: 'network.coin_removed', subjectType: 'network', subjectId: coin, before: told(toCoin(before)) })
  })
  live.values.network.changed()
  return readNetworkPage(call)
}

/** @throws CONFLICT for a stale version */
export async function saveNetworkAssumptions(
  call: NetworkCall,
  { values, version }: z.output<typeof saveNetworkAssumptionsInput>,
): Promise<NetworkPage> {
  const { db, live, actor } = call
  await db.prisma.$transaction(async (tx) => {
    await lockNetwork(tx)
    const row = await tx.networkAssumption.findUnique({ where: { id: 1 } })
    if (version !== undefined && version !== (row?.version ?? 0)) throw conflict({ one: 'set of assumptions' })
    const changed = changedFields<Record<string, number>>({ ...toAssumptions(row) }, { ...values })
    if (!changed) return
    await tx.networkAssumption.upsert({ where: { id: 1 }, create: values, update: values })
    await recordAudit(tx, actor, { action: 'network.assumptions_saved', subjectType: 'network', subjectId: 'assumptions', ...changed })
  })
  live.values.network.changed()
  return readNetworkPage(call)
}
