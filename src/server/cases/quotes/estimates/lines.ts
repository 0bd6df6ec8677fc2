import type { EstimateLine } from '~/contracts/cases/estimates'
import type { Prisma } from '~/generated/prisma/client'

type Tx = Prisma.TransactionClient

/** Whose lines they are: an estimate's, or with null the repair's own, of what it really costs. */
interface LinesOf {
  repairId: string
  estimateId: string | null
}

/** Adds lines after others. @param from how many stand before them */
export async function addLines(tx: Tx, of: LinesOf, lines: readonly EstimateLine[], from = 0): Promise<void> {
  await tx.repairLine.createMany({
    data: lines.map(({ kind, label, quantity, price }, index) => ({ ...of, kind, label, quantity, price, position: from + index })),
  })
}

/** Puts lines in the place of those that were there. */
export async function replaceLines(tx: Tx, of: LinesOf, lines: readonly EstimateLine[]): Promise<void> {
  await tx.repairLine.deleteMany({ where: of })
  await addLines(tx, of, lines)
}
