import type * as z from 'zod'
import type { FoundWarranty, warrantiesInput } from '~/contracts/cases/cases'
import { caseDeviceDraft } from '~/contracts/cases/device'
import { saleWarrantyUntil } from '~/contracts/stock/sale-warranty'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay, isDated } from '~/lib/instant'
import type { SignedInCall } from '~/server/call'
import { mayRead } from '~/server/identity/auth/scopes'
import { hasNoAddress } from '~/server/identity/users/no-address'
import { nameOfProfile } from '~/server/platform/records/customer-list'
import { safeJson } from '~/server/platform/database/column-values'
import { fieldError } from '~/server/platform/errors'
import type { Services } from '~/server/services'
import { ofSerial } from './devices'
import { warrantyOf } from './deadlines'
import { readRepairStandings } from './base/case-standing'

type Clock = Pick<Services, 'now' | 'businessTimeZone'>
type Reader = Pick<Prisma.TransactionClient, '$queryRaw'>

/** Of each kind; a machine has fewer. */
const MOST = 5

interface Owner {
  userId: string | null
  email: string | null
  fullName: string | null
}
const owner = Prisma.sql`u.id::text AS "userId", left(u.email, 254) AS email, left(${nameOfProfile(Prisma.sql`p`)}, 200) AS "fullName"`
const ownerTables = Prisma.sql`LEFT JOIN users AS u ON u.id = t.user_id LEFT JOIN profiles AS p ON p.user_id = u.id`

const customerOf = ({ userId, email, fullName }: Owner): FoundWarranty['customer'] =>
  userId === null || email === null ? null : { userId, email: hasNoAddress(email) ? '' : email, fullName }

function deviceOf(stored: unknown): FoundWarranty['deviceInfo'] | null {
  const { manufacturer, model, serialNumber } = caseDeviceDraft(safeJson(stored))
  return manufacturer && model ? { manufacturer, model, serialNumber: serialNumber || undefined } : null
}

async function ofRepairs(tx: Reader, clock: Clock, serialNumber: string): Promise<FoundWarranty[]> {
  type Row = Owner & { id: string; number: string; deviceInfo: unknown; completedAt: Date; warrantyDays: number }
  const rows = await tx.$queryRaw<Row[]>`
    SELECT t.id::text AS id, t.repair_number AS number, t.device_info AS "deviceInfo", t.completed_at AS "completedAt",
      t.warranty_days AS "warrantyDays", ${owner}
    FROM repairs AS t ${ownerTables}
    WHERE t.completed_at IS NOT NULL AND ${ofSerial(Prisma.sql`t.device_info`, Prisma.sql`t.id`, serialNumber)}
    ORDER BY t.completed_at DESC, t.id LIMIT ${MOST}`
  const standings = await readRepairStandings(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => {
    const standing = standings.get(row.id)
    const term = standing && warrantyOf(clock, { ...row, outcome: standing.outcome })
    const deviceInfo = deviceOf(row.deviceInfo)
    return term && deviceInfo ? [{ kind: 'repair', id: row.id, number: row.number, deviceInfo, customer: customerOf(row), ...term }] : []
  })
}

interface Sale extends Owner {
  id: string
  number: string
  manufacturer: string
  model: string
  serialNumber: string | null
  dispatchedAt: Date
  warranty: string | null
  condition: string | null
}

const readSales = (tx: Reader, where: Prisma.Sql) =>
  tx.$queryRaw<Sale[]>`
    SELECT d.id::text AS id, left(t.order_number, 200) AS number, k.manufacturer, k.model, k.serial_number AS "serialNumber",
      d.dispatched_at AS "dispatchedAt", left(pr.warranty, 200) AS warranty, left(pr.condition, 60) AS condition, ${owner}
    FROM order_line_units AS d JOIN units AS k ON k.id = d.unit_id JOIN order_lines AS l ON l.id = d.line_id JOIN orders AS t ON t.id = l.order_id
    LEFT JOIN products AS pr ON pr.id = l.product_id ${ownerTables}
    WHERE d.returned_at IS NULL AND ${where} ORDER BY d.dispatched_at DESC, d.id LIMIT ${MOST}`

function termOf({ now, businessTimeZone }: Clock, { dispatchedAt, warranty, condition }: Sale) {
  if (!isDated(dispatchedAt)) return null
  // A machine without a product was refurbished, so it is not new.
  const lastDay = saleWarrantyUntil({ warranty, condition: condition ?? '', soldOn: calendarDay(dispatchedAt, businessTimeZone) })
  return lastDay === null ? null : { lastDay, isOver: calendarDay(now(), businessTimeZone) > lastDay }
}

async function ofSales(tx: Reader, clock: Clock, serialNumber: string): Promise<FoundWarranty[]> {
  const sales = await readSales(
    tx,
    Prisma.sql`d.unit_id = ANY (ARRAY(SELECT f FROM units AS own, unit_family(own.id) AS f WHERE own.serial_key = serial_key(${serialNumber})))`,
  )
  return sales.flatMap((sale) => {
    const term = termOf(clock, sale)
    if (!term || !sale.manufacturer || !sale.model) return []
    const deviceInfo = { manufacturer: sale.manufacturer, model: sale.model, serialNumber: sale.serialNumber ?? undefined }
    return [{ kind: 'sale', id: sale.id, number: sale.number, deviceInfo, customer: customerOf(sale), ...term }]
  })
}

/** Valid ones first; expired ones answer the customer's question too. None for callers without repairs, who can open no claim. */
export function findWarranties(
  { db, viewer, ...clock }: Clock & SignedInCall<'db'>,
  { serialNumber }: z.output<typeof warrantiesInput>,
): Promise<FoundWarranty[]> {
  if (!mayRead(viewer)('repairs')) return Promise.resolve([])
  return db.prisma.$transaction(async (tx) => {
    const found = [...(await ofRepairs(tx, clock, serialNumber)), ...(await ofSales(tx, clock, serialNumber))]
    return found.toSorted((a, b) => b.lastDay.localeCompare(a.lastDay))
  })
}

/** @returns the sale's id @throws BAD_REQUEST `warrantySale` for one that is missing, another customer's, or expired */
export async function claimedSale(tx: Prisma.TransactionClient, clock: Clock, id: string, userId: string | undefined): Promise<string> {
  const refuse = (message: string) => fieldError('validation_failed', 'warrantySale', message)
  const [sale] = await readSales(tx, Prisma.sql`d.id = ${id}::uuid`)
  if (!sale) throw refuse('This sale is no longer there, or the machine has come back from it')
  if (sale.userId !== null && sale.userId !== userId)
    throw refuse(`Only the buyer’s own machine can be claimed: order ${sale.number} belongs to another customer`)
  const term = termOf(clock, sale)
  if (term === null) throw refuse(`Order ${sale.number} was sold without a warranty`)
  if (term.isOver) throw refuse(`The warranty of order ${sale.number} is over`)
  return sale.id
}
