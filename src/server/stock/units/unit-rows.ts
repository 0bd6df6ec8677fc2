import * as z from 'zod'
import { unitOwners, type Unit } from '~/contracts/stock/units'
import { unitStates } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { customerRecordRow } from '~/server/platform/records/customer-list'
import type { JsonRow } from '~/server/platform/lists/json-row'

export const unitRow: JsonRow<Unit> = customerRecordRow(
  {
    unitNumber: z.string(),
    modelId: z.string().nullable(),
    manufacturer: z.string(),
    model: z.string(),
    serialNumber: z.string().nullable(),
    owner: z.enum(unitOwners),
    userId: z.string().nullable(),
    ownerCaseId: z.string().nullable(),
    ownerLineId: z.string().nullable(),
    state: z.enum(unitStates),
    location: z.string().nullable(),
    cost: z.number().nullable(),
    productId: z.string().nullable(),
    notes: z.string().nullable(),
    mergedInto: z.string().nullable(),
  },
  {
    manufacturer: Prisma.sql`t.manufacturer`,
    model: Prisma.sql`t.model`,
    serialNumber: Prisma.sql`t.serial_number`,
    location: Prisma.sql`t.location`,
  },
)

/** The fields of a unit in the audit log: no ids, which would tell nobody what or who it was. */
export const unitAudited = Prisma.sql`jsonb_build_object(
  'manufacturer', t.manufacturer, 'model', t.model, 'serialNumber', t.serial_number, 'owner', t.owner, 'state', t.state,
  'location', t.location, 'cost', t.cost, 'notes', t.notes,
  'customer', (SELECT coalesce(nullif(p.email, ''), nullif(p.full_name, ''), p.phone) FROM profiles AS p WHERE p.user_id = t.user_id),
  'product', (SELECT p.name FROM products AS p WHERE p.id = t.product_id),
  'mergedInto', (SELECT k.unit_number FROM units AS k WHERE k.id = t.merged_into))`
