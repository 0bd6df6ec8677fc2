import type { GetStaticProps } from 'next'
import type { PassportKey } from '~/contracts/stock/passports'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { servicesIfStarted } from '~/server/services'
import { siteProps } from '~/server/site/static-props'
import { passportKey, passportKeySet } from '~/server/stock/passports/passport-keys'

type Props = Pick<SiteData, 'settings'> & SitePageProps & { keys: PassportKey[] }

/** Carries the public keys, so that checking needs no connection; at build, without a database, there is none. */
export const verifyPage: GetStaticProps<Props> = async () => {
  const services = servicesIfStarted()
  if (services) await services.db.prisma.$transaction((tx) => passportKey(tx, services))
  return { props: { ...(await siteProps('settings')), keys: services ? await passportKeySet(services) : [] } }
}
