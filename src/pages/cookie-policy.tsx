import type { InferGetStaticPropsType } from 'next'
import { late } from '~/components/late'
import type { LegalPageProps } from '~/features/legal/legal-screen'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { legalPage } from '~/server/site/legal-page'
import { useLive } from '~/trpc/use-live'

const Text = late(async () => {
  const [{ default: Content, sections }, { LegalScreen }, { CookieSettingsButton }] = await Promise.all([
    import('~/content/legal/cookie-policy.mdx'),
    import('~/features/legal/legal-screen'),
    import('~/features/site/cookie-consent/cookie-settings-button'),
  ])
  const cookieSettings = <CookieSettingsButton />
  return (props: LegalPageProps) => <LegalScreen {...props} content={Content} sections={sections} cookieSettings={cookieSettings} />
})

export const getStaticProps = legalPage

const title = 'Cookie Policy'

export default function CookiePolicyPage(props: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  const { settings, madeOn } = site
  return (
    <SitePage
      site={site}
      path={paths.cookiePolicy}
      title={title}
      description="Which cookies this site uses, with examples, how long each category lasts, and how you change your choice at any time."
    >
      <Text title={title} settings={settings} madeOn={madeOn} />
    </SitePage>
  )
}
