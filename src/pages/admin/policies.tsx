import { ScreenHeader } from '~/components/layouts/screen-header'
import { allows, type Scope } from '~/contracts/identity/api-keys'
import { AskForProof } from '~/features/identity/sign-in/ask-for-proof'
import { PoliciesSection } from '~/features/office/policies/policies-section'
import { adminLayout } from '~/features/office/shell/admin-page'
import { CompanySection } from '~/features/site/settings/company-section'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function PoliciesPage({ viewer: { scopes } }: { viewer: { scopes: readonly Scope[] | null } }) {
  return (
    <>
      <ScreenHeader title="Policies" subtitle="Limits, periods and what the footer says of the company" />
      <div className="flex max-w-4xl flex-col gap-6">
        {allows(scopes, 'policies', 'read') && <PoliciesSection />}
        {allows(scopes, 'settings', 'read') && <CompanySection />}
      </div>
      <AskForProof />
    </>
  )
}
PoliciesPage.getLayout = adminLayout('Policies')
