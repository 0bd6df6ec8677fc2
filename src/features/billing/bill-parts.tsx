import { SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'

const bill = () => import('./office/bill-section')
export const RepairBill = onDemand(() => bill().then((module) => module.RepairBill), SectionSkeleton)
export const OrderBill = onDemand(() => bill().then((module) => module.OrderBill))
export const CollectDialog = onDemand(() => import('./office/collect-dialog').then((module) => module.CollectDialog))
export const WaitingRefunds = onDemand(() => import('./office/waiting-refunds').then((module) => module.WaitingRefunds))
export const BuyerSection = onDemand(() => import('./office/buyer-section').then((module) => module.BuyerSection), SectionSkeleton)
export const CustomerInvoices = onDemand(
  () => import('./office/customer-invoices').then((module) => module.CustomerInvoices),
  SectionSkeleton,
)

export const TransferDetails = onDemand(() => import('./customer/pay').then((module) => module.TransferDetails))

const customer = () => import('./customer/bill-card')
export const OwnInvoices = onDemand(() => import('./customer/own-invoices').then((module) => module.OwnInvoices))
export const OwnInvoice = onDemand(() => import('./customer/own-invoice').then((module) => module.OwnInvoice))
export const ToPay = onDemand(() => import('./customer/to-pay').then((module) => module.ToPay))
export const CustomerBillCard = onDemand(() => customer().then((module) => module.BillCard), SectionSkeleton)
