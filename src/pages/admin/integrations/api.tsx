// Loaded with the page: on-demand styles cost every page of the site the code that loads them.
import 'swagger-ui-dist/swagger-ui.css'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { LinkButton } from '~/components/ui/link-button'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import { adminPaths, API_DOCUMENT, API_PAGE } from '~/components/layouts/admin-nav'
import styles from '~/features/office/api-description/api-viewer.module.css'
import { adminLayout } from '~/features/office/shell/admin-page'
import { adminPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

const ApiViewer = onDemand(
  () => import('~/features/office/api-description/api-viewer').then((module) => module.ApiViewer),
  () => <Skeleton className="h-96 w-full" />,
)

export const getServerSideProps = withHead(adminPage)

export default function ApiPage() {
  return (
    <>
      <ScreenHeader title="API description" subtitle="Every call that programs can make, with its inputs and answers">
        <div className="flex flex-wrap gap-2">
          <LinkButton href={adminPaths.integrations} variant="secondary" size="sm">
            Integrations
          </LinkButton>
          <LinkButton href={API_DOCUMENT} variant="secondary" size="sm" external>
            OpenAPI document
          </LinkButton>
          <LinkButton href={API_PAGE} variant="secondary" size="sm" external>
            As one page of text
          </LinkButton>
        </div>
      </ScreenHeader>
      <div className={styles.viewer}>
        <ApiViewer />
      </div>
    </>
  )
}
ApiPage.getLayout = adminLayout('API description')
