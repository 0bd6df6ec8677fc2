import { useRouter } from 'next/router'
import { CaseAside, StatusDialog } from '~/features/cases/office/case-aside'
import { CaseSections } from '~/features/cases/office/case-sections'
import { RepairPage } from '~/features/cases/office/repairs/repair-page'
import { adminLayout } from '~/features/office/shell/admin-page'
import { SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'
import { casePage } from '~/server/http/pages/page-guards'
import { withHead } from '~/server/site/page-head'

const RepairPayments = onDemand(
  () => import('~/features/credit/customer/office-payments').then((module) => module.RepairPayments),
  SectionSkeleton,
)

export const getServerSideProps = withHead(casePage('repairs'))

export default function RepairAdminPage() {
  const { number } = useRouter().query
  return (
    <RepairPage
      key={String(number)}
      number={String(number)}
      main={({ id }) => (
        <>
          <RepairPayments id={id} />
          <CaseSections noun="repairs" id={id} />
        </>
      )}
      statusDialog={(asked) => <StatusDialog {...asked} />}
      aside={(record) => <CaseAside noun="repairs" record={record} />}
    />
  )
}
RepairAdminPage.getLayout = adminLayout('Repair')
