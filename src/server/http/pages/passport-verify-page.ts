import type { GetStaticProps } from 'next'
import type { PassportKey } from '~/contracts/stock/passports'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { servicesIfStarted } from '~/server/services'
import { siteProps } from '~/server/site/static-props'
import { passportKey, passportKeySet } from '~/server/stock/passports/passport-keys'

type Props = Pick<SiteData, 'settings'> & SitePageProps & { keys: PassportKey[] }

/**
 * The static props of the page that checks passports: it carries the public keys, so that it needs no connection. The key that signs is made
 * with the page, so that a page from before the first passport has it; at build, without a database, there is none.
 */
export const verifyPage: GetStaticProps<Props> = async () => {
  const services = servicesIfStarted()
  if (services) await services.db.prisma.$transaction((tx) => passportKey(tx, services))
  return { props: { ...(await siteProps('settings')), keys: services ? await passportKeySet(services) : [] } }
}
