import type { InferGetStaticPropsType } from 'next'
import Content, { sections } from '~/content/legal/terms-of-service.mdx'
import { LegalScreen } from '~/features/site/legal/legal-screen'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { legalPage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = legalPage

const title = 'Terms of Service'

export default function TermsOfServicePage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  const { settings, madeOn } = site
  return (
    <SitePage
      site={site}
      path={paths.termsOfService}
      title={title}
      description="The terms for orders, payment, delivery, trade-ins and repairs: who can buy, when the contract is made, and what happens when something goes wrong."
    >
      <LegalScreen title={title} settings={settings} madeOn={madeOn} content={Content} sections={sections} />
    </SitePage>
  )
}
