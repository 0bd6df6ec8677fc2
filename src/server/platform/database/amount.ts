import type { Prisma } from '~/generated/prisma/client'

/** A decimal of the database as the number with two decimals that goes over the wire (EUR); NaN, which plain SQL may have left, counts as nothing. */
export const toAmount = (decimal: Prisma.Decimal): number => (decimal.isFinite() ? Number(decimal.toFixed(2)) : 0)

/** The same where there may be none. */
export const toAmountOrNull = (decimal: Prisma.Decimal | null): number | null => (decimal?.isFinite() ? toAmount(decimal) : null)
