import type { InferGetStaticPropsType } from 'next'
import Content, { sections } from '~/content/legal/returns-refunds.mdx'
import { LegalScreen } from '~/features/site/legal/legal-screen'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { legalPage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = legalPage

const title = 'Returns & Refunds Policy'

export default function ReturnsRefundsPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  const { settings, madeOn } = site
  return (
    <SitePage
      site={site}
      path={paths.returnsRefunds}
      title={title}
      description="What we take back and how: the 14-day cooling-off, faulty goods, change-of-mind returns, restocking fees, the steps of a return and refund times."
    >
      <LegalScreen title={title} settings={settings} madeOn={madeOn} content={Content} sections={sections} />
    </SitePage>
  )
}
