import type { InferGetStaticPropsType } from 'next'
import Content, { sections } from '~/content/legal/privacy-policy.mdx'
import { LegalScreen } from '~/features/site/legal/legal-screen'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { legalPage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

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
      <LegalScreen title={title} settings={settings} madeOn={madeOn} content={Content} sections={sections} />
    </SitePage>
  )
}
