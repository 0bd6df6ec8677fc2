import type { GetStaticProps } from 'next'
import type { SiteData, SitePageProps } from '~/contracts/site'
import { env } from '~/env'
import { calendarDay } from '~/lib/instant'
import { sitePage } from './static-props'

interface LegalPageProps extends Pick<SiteData, 'settings'>, SitePageProps {
  /** The day on which the page was made, as '2026-11-21', in the business's time zone. */
  madeOn: string
}

const settingsPage = sitePage('settings')

/** The static props of a legal page. Its date is that of the making, until the visitor's browser says better. */
export const legalPage: GetStaticProps<LegalPageProps> = async (context) => {
  const page = await settingsPage(context)
  if (!('props' in page)) return page
  return { ...page, props: { ...page.props, madeOn: calendarDay(new Date(), env().BUSINESS_TIMEZONE) } }
}
