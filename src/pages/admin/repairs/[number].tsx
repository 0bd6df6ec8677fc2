import { useRouter } from 'next/router'
import { RepairPage } from '~/features/cases/office/repairs/repair-page'
import { adminLayout } from '~/features/office/shell/admin-page'
import { casePage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(casePage('repairs'))

export default function RepairAdminPage() {
  return <RepairPage number={String(useRouter().query.number)} />
}
RepairAdminPage.getLayout = adminLayout('Repair')
