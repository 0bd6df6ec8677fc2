import type { InferGetStaticPropsType } from 'next'
import { AboutScreen } from '~/features/site/about/about-screen'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings')

export default function AboutPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  const { settings } = site
  return (
    <SitePage
      site={site}
      path={paths.about}
      title="About us"
      description="Who sells, mends and takes back mining hardware in London: our figures, our mission, what we value, who answers for what, and how machines live longer."
    >
      <AboutScreen settings={settings} />
    </SitePage>
  )
}
