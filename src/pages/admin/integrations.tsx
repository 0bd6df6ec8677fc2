import { useMay } from '~/components/admin-list/cells'
import { adminPaths } from '~/components/layouts/admin-nav'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { LinkButton } from '~/components/ui/link-button'
import { ApiKeys } from '~/features/identity/access/api-keys'
import { AskForProof } from '~/features/identity/sign-in/ask-for-proof'
import { adminLayout } from '~/features/office/shell/admin-page'
import { Webhooks } from '~/features/office/webhooks/webhooks'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(adminPage)

export default function IntegrationsPage() {
  const may = useMay()
  return (
    <>
      <ScreenHeader title="Integrations" subtitle="Programs that work with the shop" dense>
        <LinkButton href={adminPaths.apiDescription} variant="secondary" size="sm">
          API description
        </LinkButton>
      </ScreenHeader>
      <div className="flex flex-col gap-6">
        {may('keys', 'read') && <ApiKeys />}
        {may('webhooks', 'read') && <Webhooks />}
      </div>
      <AskForProof />
    </>
  )
}
IntegrationsPage.getLayout = adminLayout('Integrations')
