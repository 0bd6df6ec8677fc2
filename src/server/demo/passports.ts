import { issuePassport } from '~/server/stock/passports/issue-passport'
import type { Services } from '~/server/services'

const NOBODY = { userId: null, email: null }

export async function addDemoPassports(
  services: Pick<Services, 'db' | 'now' | 'secret' | 'siteUrl' | 'businessTimeZone'>,
): Promise<number> {
  const offered = await services.db.prisma.unit.findMany({
    where: { state: 'listed', mergedInto: null },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  for (const { id } of offered) await issuePassport({ ...services, actor: NOBODY }, { id, pictures: [] })
  return offered.length
}
