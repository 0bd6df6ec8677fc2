import type { Prisma } from '~/generated/prisma/client'
import type { Source } from './source'
import type { TradeInRow } from './trade-in'

type RequestRow = Prisma.CaseRequestCreateManyInput & { id: string }

/** Makes trade-ins of one customer an online request of the first one's day: some have arrived, others have not. */
export function requestFactory({ faker }: Source) {
  return (tradeIns: readonly TradeInRow[], customer: { userId: string; email: string; fullName: string | null }): RequestRow[] => {
    const [first] = tradeIns
    if (!first) return []
    const id = faker.string.uuid()
    const sentAt = first.createdAt
    for (const tradeIn of tradeIns) {
      const isHere = tradeIn.status !== 'submitted'
      Object.assign(tradeIn, {
        requestId: id,
        userId: customer.userId,
        createdAt: sentAt,
        ...(isHere && { sentInAt: sentAt, arrivedAt: tradeIn.updatedAt }),
      })
    }
    return [{ id, noun: 'tradeIns', ...customer, createdAt: sentAt, sentAt, confirmedAt: sentAt, expiresAt: sentAt }]
  }
}
