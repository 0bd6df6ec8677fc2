import Link from 'next/link'
import { useMay } from '~/components/admin-list/cells'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { onDemand } from '~/components/ui/on-demand'
import { AskForProof } from '~/features/identity/sign-in/ask-for-proof'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

// The forms do not fit into the page's first load.
const PoliciesSection = onDemand(() => import('~/features/office/policies/policies-section').then((module) => module.PoliciesSection))
const CompanySection = onDemand(() => import('~/features/site/settings/company-section').then((module) => module.CompanySection))

export const getServerSideProps = withHead(adminPage)

export default function PoliciesPage() {
  const may = useMay()
  return (
    <>
      <ScreenHeader title="Policies" subtitle="Limits, periods and what the footer says of the company" />
      <div className="flex max-w-4xl flex-col gap-6">
        {may('policies', 'read') && <PoliciesSection />}
        {may('settings', 'read') && <CompanySection />}
        {may('invoices', 'read') && (
          <p className="text-sm text-ink-muted">
            Whom invoices are from, deposits and exchange rates:{' '}
            <Link href="/admin/money?tab=settings" prefetch={false} className="font-medium text-ink underline underline-offset-4">
              Invoice settings
            </Link>
          </p>
        )}
      </div>
      <AskForProof />
    </>
  )
}
PoliciesPage.getLayout = adminLayout('Policies')
