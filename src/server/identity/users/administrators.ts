import { MOST_ADMINISTRATORS } from '~/contracts/cases/cases'
import type { Prisma } from '~/generated/prisma/client'
import { recipientFields } from '~/server/platform/outbox/outbox'

export const readAdministrators = (tx: Pick<Prisma.TransactionClient, 'user'>) =>
  tx.user.findMany({
    where: { profile: { role: 'admin' } },
    select: { id: true, ...recipientFields },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: MOST_ADMINISTRATORS,
  })
