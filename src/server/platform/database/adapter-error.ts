import { DriverAdapterError } from '@prisma/driver-adapter-utils'
import * as z from 'zod'

/** What both drivers tell of a failure that PostgreSQL reported. */
const databaseError = z.object({
  code: z.string(),
  severity: z.string(),
  message: z.string(),
  detail: z.string().optional(),
  column: z.string().optional(),
  hint: z.string().optional(),
})

/** A failure that PostgreSQL reported, in the form that Prisma understands; anything else as it was. */
export function asAdapterError(error: unknown): unknown {
  const parsed = databaseError.safeParse(error)
  if (!parsed.success) return error
  const { code, severity, message, detail, column, hint } = parsed.data
  if (code === '40001') return new DriverAdapterError({ kind: 'TransactionWriteConflict' })
  return new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint })
}
