import type { InferGetStaticPropsType } from 'next'
import { ContactScreen } from '~/features/site/contact/contact-screen'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { sitePage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = sitePage('settings')

export default function ContactPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  const { settings } = site
  return (
    <SitePage
      site={site}
      path={paths.contact}
      title="Contact us"
      description="Write to us about a trade-in, a repair, a bulk order or a machine that misbehaves. Answers within 24 hours; office hours, address and the questions most people ask."
    >
      <ContactScreen settings={settings} />
    </SitePage>
  )
}
