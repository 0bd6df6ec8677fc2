import type { InferGetStaticPropsType } from 'next'
import Content, { sections } from '~/content/legal/cookie-policy.mdx'
import { LegalScreen } from '~/features/site/legal/legal-screen'
import { CookieSettingsButton } from '~/features/site/cookie-consent/cookie-settings-button'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { legalPage } from '~/server/site/static-props'
import { useLive } from '~/trpc/use-live'

const cookieSettings = <CookieSettingsButton />

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
      <LegalScreen
        title={title}
        settings={settings}
        madeOn={madeOn}
        content={Content}
        sections={sections}
        cookieSettings={cookieSettings}
      />
    </SitePage>
  )
}
