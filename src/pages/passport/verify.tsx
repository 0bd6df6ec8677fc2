import type { InferGetStaticPropsType } from 'next'
import { VerifyScreen } from '~/features/stock/passports/verify-screen'
import { SitePage } from '~/features/site/site-page'
import { paths } from '~/lib/paths'
import { verifyPage } from '~/server/http/pages/passport-verify-page'
import { useLive } from '~/trpc/use-live'

export const getStaticProps = verifyPage

export default function VerifyPassportPage({ keys, ...props }: InferGetStaticPropsType<typeof getStaticProps>) {
  const site = useLive(props)
  return (
    <SitePage
      site={site}
      path={paths.verifyPassport}
      title="Check the passport of a machine"
      description="Check the signed file of a machine's passport in your own browser, without a connection, and read what it proves."
    >
      <VerifyScreen keys={keys} siteUrl={site.siteUrl} contactEmail={site.settings.contact_email} />
    </SitePage>
  )
}
