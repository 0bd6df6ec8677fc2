import { useRouter } from 'next/router'
import { CaseSections } from '~/features/admin-cases/case-sections'
import { DeskPanel } from '~/features/admin-cases/desk-panel'
import { DocumentsPanel } from '~/features/admin-cases/documents-panel'
import { RequestPanel } from '~/features/admin-cases/request-panel'
import { ShippingPanel } from '~/features/admin-cases/shipping-panel'
import { StatusDialog } from '~/features/admin-cases/status-dialog'
import { TrackingPanel } from '~/features/admin-cases/tracking-panel'
import { RepairPage } from '~/features/admin-repairs/repair-page'
import { adminLayout } from '~/features/admin-shell/admin-page'
import { casePage } from '~/server/http/pages/case-page'
import { withHead } from '~/server/site/page-head'

export const getServerSideProps = withHead(casePage('repairs'))

export default function RepairAdminPage() {
  const { number } = useRouter().query
  return (
    <RepairPage
      key={String(number)}
      number={String(number)}
      main={({ id }) => <CaseSections noun="repairs" id={id} />}
      statusDialog={(asked) => <StatusDialog {...asked} />}
      aside={(record) => (
        <>
          <RequestPanel noun="repairs" id={record.id} />
          <DeskPanel noun="repairs" record={record} />
          <DocumentsPanel noun="repairs" id={record.id} />
          <ShippingPanel carrier={record.carrier} trackingNumber={record.trackingNumber} />
          <TrackingPanel noun="repairs" id={record.id} />
        </>
      )}
    />
  )
}
RepairAdminPage.getLayout = adminLayout('Repair')
