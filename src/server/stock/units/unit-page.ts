import * as z from 'zod'
import type { CaseRef } from '~/contracts/case-ref'
import type { Unit, UnitCase, UnitOfCase, UnitPage } from '~/contracts/stock/units'
import { numberSpellings } from '~/contracts/numbers'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { casesRow, caseSources } from '~/server/cases/base/other-cases'
import { customerShape, nameOfProfile } from '~/server/platform/records/customer-list'
import type { SignedInCall } from '~/server/call'
import { mayRead } from '~/server/identity/auth/scopes'
import { notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { unitRow } from './unit-rows'

type Reader = Pick<Services, 'db'>

const MOST_CASES = 50
const MOST_MERGED = 50

/** @throws NOT_FOUND */
async function readUnit({ db }: Reader, condition: Prisma.Sql): Promise<Unit> {
  const found = await db.readJson(Prisma.sql`SELECT ${unitRow.json}::text FROM units AS t WHERE ${condition} LIMIT 1`)
  if (found === null) throw notFound(records.units)
  return unitRow.schema.parse(found)
}

/** Also a merged one. @throws NOT_FOUND */
export const unitById = (services: Reader, { id }: { id: string }): Promise<Unit> => readUnit(services, Prisma.sql`t.id = ${id}::uuid`)

const casesJson = z.array(z.object({ row: casesRow, customer: customerShape, userId: z.string().nullable() })).nullable()

async function casesOfUnit({ db }: Reader, unitId: string): Promise<UnitCase[]> {
  const ofFamily = Prisma.sql`t.id IN (SELECT k.id FROM cases AS k WHERE k.unit_id IN (SELECT unit_family(${unitId}::uuid)))`
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(json_build_object('row', c.row, 'userId', p.user_id, 'customer', json_build_object('email', p.email, 'fullName', ${nameOfProfile(Prisma.sql`p`)}))
      ORDER BY c.is_open DESC, c.created_at DESC, c.id)::text
    FROM (SELECT * FROM (${caseSources(ofFamily, MOST_CASES)}) AS t ORDER BY is_open DESC, created_at DESC, id LIMIT ${MOST_CASES}) AS c
    LEFT JOIN repairs AS r ON r.id = c.id LEFT JOIN trade_ins AS i ON i.id = c.id
    LEFT JOIN profiles AS p ON p.user_id = coalesce(r.user_id, i.user_id)`)
  return (casesJson.parse(found) ?? []).map(({ row, ...whose }) => ({ ...row, ...whose }))
}

const isReadableTo =
  ({ viewer }: SignedInCall<never>) =>
  ({ noun }: UnitCase): boolean =>
    mayRead(viewer)(noun)

const isDisputed = (cases: readonly UnitCase[]): boolean =>
  new Set(cases.filter(({ isOpen }) => isOpen).map(({ userId }) => userId)).size > 1

const hasNumber = (number: string) => Prisma.sql`t.unit_number = ANY (${numberSpellings('units', number)}::text[])`

export async function unitExists({ db }: Reader, number: string): Promise<boolean> {
  // PostgreSQL takes no text with NUL.
  if (number.includes('\0') || number.length > 50) return false
  const found = await db.prisma.$queryRaw<object[]>`SELECT 1 FROM units AS t WHERE ${hasNumber(number)} LIMIT 1`
  return found.length > 0
}

/** @throws NOT_FOUND */
export async function readUnitPage(services: SignedInCall<'db'>, { number }: { number: string }): Promise<UnitPage> {
  const { prisma } = services.db
  const unit = await readUnit(services, hasNumber(number))
  const named = { id: true, unitNumber: true } as const
  const [beside, merged, cases] = await Promise.all([
    prisma.unit.findUnique({
      where: { id: unit.id },
      select: {
        deviceModel: { select: { id: true, manufacturer: true, name: true } },
        product: { select: { id: true, name: true } },
        keep: { select: named },
      },
    }),
    prisma.unit.findMany({
      where: { mergedInto: unit.id },
      select: { ...named, manufacturer: true, model: true, serialNumber: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: MOST_MERGED,
    }),
    casesOfUnit(services, unit.id),
  ])
  if (!beside) throw notFound(records.units)
  return { unit, ...beside, merged, cases: cases.filter(isReadableTo(services)), isDisputed: isDisputed(cases) }
}

/** Null while nobody has touched the case. */
export async function readUnitOfCase(services: SignedInCall<'db'>, { id }: CaseRef): Promise<UnitOfCase | null> {
  const [found] = await services.db.prisma.$queryRaw<{ unitId: string | null }[]>`
    SELECT kept_unit(unit_id)::text AS "unitId" FROM cases WHERE id = ${id}::uuid`
  if (!found?.unitId) return null
  const unit = await unitById(services, { id: found.unitId })
  const cases = await casesOfUnit(services, unit.id)
  const others = cases.filter(isReadableTo(services)).filter((each) => each.id !== id.toLowerCase())
  return { unit, cases: others, isDisputed: isDisputed(cases) }
}
