import type { Services } from '~/server/services'
import type { CsvTable, CsvRow } from '~/server/platform/csv/write-csv'
import { newsletterPage } from './newsletter-links'

const PAGE = 500

async function* pages(services: Pick<Services, 'db' | 'secret' | 'siteUrl' | 'now'>): AsyncGenerator<CsvRow[]> {
  const until = services.now()
  let after: string | undefined
  for (;;) {
    const where = { confirmedAt: { lte: until }, ...(after !== undefined && { id: { gt: after } }) }
    const rows = await services.db.prisma.newsletterSubscriber.findMany({ where, orderBy: { id: 'asc' }, take: PAGE })
    after = rows.at(-1)?.id
    yield rows.map(({ id, email, confirmedAt }) => [email, confirmedAt, newsletterPage(services, 'unsubscribe', id)])
    if (rows.length < PAGE) return
  }
}

/** The confirmed subscribers, each with the unsubscribe link that emails to them must have. */
export const subscriberExport = (services: Pick<Services, 'db' | 'secret' | 'siteUrl' | 'now'>): CsvTable => ({
  header: ['email', 'confirmedAt', 'unsubscribeUrl'],
  pages: pages(services),
})
