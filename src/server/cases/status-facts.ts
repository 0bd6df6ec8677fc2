import { repairServiceIds } from '~/contracts/cases/repair-services'
import type { Parcel } from '~/contracts/cases/carriers'
import type { CaseNoun } from '~/contracts/cases/cases'
import type { Prisma } from '~/generated/prisma/client'
import { addressLines } from '~/lib/contact-details'
import { deviceName } from '~/contracts/cases/device'
import { recipientFields } from '~/server/office/outbox/outbox'
import { safeJson, toAmountOrNull } from '~/server/platform/database/column-values'
import { readSettings } from '~/server/site/settings/read'
import { readRepairStandings, readTradeInStandings, type RepairStanding, type TradeInStanding } from './standing'
import type { CaseFacts } from './status-text'

/** What the emails about a status are made from. */

const common = { id: true, deviceInfo: true, carrier: true, trackingNumber: true, user: { select: recipientFields } } as const
const repairSelect = { ...common, repairNumber: true, service: true, warrantyOf: true, estimatedCost: true, actualCost: true } as const
const tradeInSelect = { ...common, tradeInNumber: true, estimatedValue: true, finalValue: true } as const

type Repair = Prisma.RepairGetPayload<{ select: typeof repairSelect }>
type TradeIn = Prisma.TradeInGetPayload<{ select: typeof tradeInSelect }>

/** A case, and whose it is. */
export interface CaseToEmail {
  id: string
  user: Repair['user']
  facts: CaseFacts
}

const ofRepair = (row: Repair, standing: RepairStanding) => ({
  noun: 'repairs' as const,
  ...standing,
  number: row.repairNumber,
  service: repairServiceIds.find((known) => known === row.service) ?? null,
  isClaim: row.warrantyOf !== null,
  estimatedCost: toAmountOrNull(row.estimatedCost),
  actualCost: toAmountOrNull(row.actualCost),
})

const ofTradeIn = (row: TradeIn, standing: TradeInStanding) => ({
  noun: 'tradeIns' as const,
  ...standing,
  number: row.tradeInNumber,
  estimatedValue: toAmountOrNull(row.estimatedValue),
  finalValue: toAmountOrNull(row.finalValue),
})

/** Within a sentence. */
const named = (device: string) => (device === 'Unknown device' ? 'device' : device)

async function findCases(tx: Prisma.TransactionClient, noun: CaseNoun, ids: readonly string[]) {
  const where = { id: { in: [...ids] } }
  if (noun === 'repairs') {
    const rows = await tx.repair.findMany({ where, select: repairSelect, orderBy: { id: 'asc' } })
    const standings = await readRepairStandings(tx, ids)
    return rows.flatMap((row) => {
      const standing = standings.get(row.id)
      return standing ? [{ row, own: ofRepair(row, standing) }] : []
    })
  }
  const rows = await tx.tradeIn.findMany({ where, select: tradeInSelect, orderBy: { id: 'asc' } })
  const standings = await readTradeInStandings(tx, ids)
  return rows.flatMap((row) => {
    const standing = standings.get(row.id)
    return standing ? [{ row, own: ofTradeIn(row, standing) }] : []
  })
}

/** Those of the given cases that there are, in a few statements. @param parcelOf what else is known of a parcel by now */
export async function readStatusFacts(
  tx: Prisma.TransactionClient,
  noun: CaseNoun,
  ids: readonly string[],
  parcelOf: (stored: Parcel) => Parcel = (stored) => stored,
): Promise<CaseToEmail[]> {
  const found = await findCases(tx, noun, ids)
  const settings = await readSettings(tx)
  const company = {
    name: settings.company_name,
    addressLines: addressLines(settings.company_address),
    email: settings.contact_email,
    phone: settings.phone_number,
  }
  return found.map(({ row: { id, user, deviceInfo, carrier, trackingNumber }, own }) => ({
    id,
    user,
    facts: { ...own, company, device: named(deviceName(safeJson(deviceInfo))), ...parcelOf({ carrier, trackingNumber }) },
  }))
}
