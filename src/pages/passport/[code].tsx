import type { InferGetServerSidePropsType } from 'next'
import { NeedsScripts } from '~/components/ui/needs-scripts'
import { onDemand } from '~/components/ui/on-demand'
import { PassportSkeleton } from '~/features/stock/passports/passport-skeleton'
import { SitePage } from '~/features/site/site-page'
import { useKnownVisitor } from '~/features/site/visitor/use-visitor'
import { passportPage } from '~/server/http/pages/page-guards'
import { useLive } from '~/trpc/use-live'

const PassportScreen = onDemand(
  () => import('~/features/stock/passports/passport-screen').then((module) => module.PassportScreen),
  PassportSkeleton,
)

export const getServerSideProps = passportPage

export default function PassportPage({ code, ...props }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  // The tag reports addresses; this one is for holders of the code.
  const site = { ...useLive(props), googleTagId: null }
  const visitor = useKnownVisitor()
  return (
    <SitePage site={site} title="Passport of a machine" description="What was measured and done on this machine, signed by us." noIndex>
      {/* As high as the window, so that the footer does not move while the page loads. */}
      <div className="min-h-dvh">
        <PassportScreen key={code} code={code} isSignedIn={visitor !== null && !visitor.needsCode} />
        <NeedsScripts contactEmail={site.settings.contact_email} className="m-5 sm:m-8" />
      </div>
    </SitePage>
  )
}
