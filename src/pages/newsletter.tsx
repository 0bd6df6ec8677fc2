import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { NewsletterScreen } from '~/features/site/newsletter/newsletter-screen'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { siteProps } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

type Props = Pick<SiteData, 'settings'> & SitePageProps

export const getServerSideProps: GetServerSideProps<Props> = async () => ({ props: await siteProps('settings') })

export default function NewsletterPage(props: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  return (
    <SitePage site={site} path={paths.newsletter} title="Newsletter" description="Confirm or end a subscription to our newsletter." noIndex>
      <NewsletterScreen contactEmail={site.settings.contact_email} />
    </SitePage>
  )
}
