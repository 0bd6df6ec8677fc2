import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import type { SiteData, SitePageProps } from '~/contracts/site/site'
import { AnswerClaimScreen } from '~/features/stock/claims/answer-screen'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { siteProps } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

type Props = Pick<SiteData, 'settings'> & SitePageProps

export const getServerSideProps: GetServerSideProps<Props> = async () => ({ props: await siteProps('settings') })

export default function AnswerClaimPage(props: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const site = useLive(props)
  return (
    <SitePage
      site={site}
      path={paths.answerClaim}
      title="A request for your machine"
      description="Agree to a request for a machine in your account, or refuse it."
      noIndex
    >
      <AnswerClaimScreen contactEmail={site.settings.contact_email} />
    </SitePage>
  )
}
