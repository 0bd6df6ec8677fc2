import type { InferGetServerSidePropsType } from 'next'
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
  // The page tag reports addresses, and this one is for holders of the code.
  const site = { ...useLive(props), googleTagId: null }
  const visitor = useKnownVisitor()
  return (
    <SitePage site={site} title="Passport of a machine" description="What was measured and done on this machine, signed by us." noIndex>
      <PassportScreen key={code} code={code} isSignedIn={visitor !== null && !visitor.needsCode} />
    </SitePage>
  )
}
