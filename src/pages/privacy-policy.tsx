import type { InferGetStaticPropsType } from 'next'
import { late } from '~/components/late'
import type { LegalPageProps } from '~/features/legal/legal-screen'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { legalPage } from '~/server/site/legal-page'
import { useLive } from '~/trpc/use-live'

const Text = late(async () => {
  const [{ default: Content, sections }, { LegalScreen }] = await Promise.all([
    import('~/content/legal/privacy-policy.mdx'),
    import('~/features/legal/legal-screen'),
  ])
  return (props: LegalPageProps) => <LegalScreen {...props} content={Content} sections={sections} />
})

export const getStaticProps = legalPage

const title = 'Privacy Policy'

export default function PrivacyPolicyPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  const { settings, madeOn } = site
  return (
    <SitePage
      site={site}
      path={paths.privacyPolicy}
      title={title}
      description="What personal data we collect and why, who sees it, how long we keep it, and what you can ask of us under UK data protection law."
    >
      <Text title={title} settings={settings} madeOn={madeOn} />
    </SitePage>
  )
}
