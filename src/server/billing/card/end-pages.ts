import { sumOfAmounts } from '~/contracts/credit/credit'
import { toAmount } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import type { CardPayments } from './card-provider'
import { dueOfPage } from './payment-subject'
import { takePage, type Taking } from './settle-payment-page'

/** Ends a page, and records a payment made on it meanwhile. @throws {ProviderError} */
export async function endPage(services: Taking, provider: CardPayments, externalId: string): Promise<void> {
  await provider.endPage(externalId)
  const page = await provider.readPage(externalId)
  if (page) await takePage(services, page)
  else await services.db.prisma.checkoutSession.updateMany({ where: { externalId, state: 'open' }, data: { state: 'ended' } })
}

const MOST = 500

/** Ends pages that ask for more than is due now. @returns their number @throws {ProviderError} */
export async function endNeedless(services: Taking & { cardPayments: CardPayments }): Promise<number> {
  const { db, cardPayments } = services
  const open = await db.prisma.checkoutSession.findMany({
    where: { state: 'open', url: { not: null } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST,
  })
  let ended = 0
  for (const row of open) {
    if (row.externalId === null) continue
    const due = await db.prisma.$transaction((tx) => dueOfPage(tx, services, row))
    if (sumOfAmounts([toAmount(row.amount), -due]) <= 0) continue
    await endPage(services, cardPayments, row.externalId)
    ended += 1
  }
  return ended
}

/** Milliseconds to collect further changes. */
const SOON_MS = 1_000

/** Runs soon after repairs, orders, their bills or store credit have changed, while there are open pages. */
export function followWorks({ hub, db, log }: Pick<Services, 'hub' | 'db' | 'log'>, askNow: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    timer = undefined
    try {
      if ((await db.prisma.checkoutSession.count({ where: { state: 'open', url: { not: null } }, take: 1 })) > 0) await askNow()
    } catch (err) {
      log.warn({ err }, 'Open pages to pay on could not be looked at')
    }
  }
  hub.on('change', ({ table }) => {
    if (table !== 'orders' && table !== 'repairs' && table !== 'credit_accounts') return
    timer ??= setTimeout(() => void look(), SOON_MS).unref()
  })
  hub.beforeStop(() => {
    clearTimeout(timer)
    return Promise.resolve()
  })
}
