import type { Prisma } from '~/generated/prisma/client'

/** A decimal of the database as the number with two decimals that goes over the wire (EUR). */
export const toAmount = (decimal: Prisma.Decimal): number => Number(decimal.toFixed(2))

/** The same where there may be none. */
export const toAmountOrNull = (decimal: Prisma.Decimal | null): number | null => (decimal === null ? null : toAmount(decimal))
