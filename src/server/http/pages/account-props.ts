import type { GetServerSideProps } from 'next'
import type { SiteData, SitePageProps } from '~/contracts/site'
import { siteProps } from '~/server/site/static-props'
import { accountPage, type AccountPageProps } from './page-guards'

export type AccountSiteProps = AccountPageProps & Pick<SiteData, 'settings'> & SitePageProps

/** What every page about one's own account is given, behind its guard. */
export const accountSitePage: GetServerSideProps<AccountSiteProps> = async (context) => {
  const answer = await accountPage(context)
  return 'props' in answer ? { props: { ...(await answer.props), ...(await siteProps('settings')) } } : answer
}
