import { useRouter } from 'next/router'
import { UnitPage } from '~/features/stock/units/unit-page'
import { adminLayout } from '~/features/office/shell/admin-page'
import { unitPage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(unitPage)

export default function UnitAdminPage() {
  const number = String(useRouter().query.number)
  return <UnitPage key={number} number={number} />
}
UnitAdminPage.getLayout = adminLayout('Unit')
