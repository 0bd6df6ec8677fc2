import type { InferGetStaticPropsType } from 'next'
import { SitePage } from '~/features/site/site-page'
import { TrackScreen } from '~/features/cases/customer/tracking/track-screen'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings')

export default function TrackPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  return (
    <SitePage
      site={site}
      path={paths.track}
      title="Follow your repair or trade-in"
      description="Enter the number of your repair or trade-in, and we send you the link by which you follow it and answer estimates and offers."
    >
      <TrackScreen contactEmail={site.settings.contact_email} />
    </SitePage>
  )
}
