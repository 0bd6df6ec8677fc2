import { SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'

/** Store credit and bills on the pages of other subjects; each part is loaded when it is shown. */

const office = () => import('./customer/office-payments')
const own = () => import('./customer/own-payments')

export const RepairPayments = onDemand(() => office().then((module) => module.RepairPayments), SectionSkeleton)
export const OrderPayments = onDemand(() => office().then((module) => module.OrderPayments))
const bill = () => import('./billing/office/bill-section')
export const RepairBill = onDemand(() => bill().then((module) => module.RepairBill), SectionSkeleton)
export const OrderBill = onDemand(() => bill().then((module) => module.OrderBill))
/** Records a payment of the amount left for a repair or an order. */
export const CollectDialog = onDemand(() => import('./billing/office/collect-dialog').then((module) => module.CollectDialog))
export const WaitingRefunds = onDemand(() => import('./billing/office/waiting-refunds').then((module) => module.WaitingRefunds))
export const BuyerSection = onDemand(() => import('./billing/office/buyer-section').then((module) => module.BuyerSection), SectionSkeleton)
export const CustomerInvoices = onDemand(
  () => import('./billing/office/customer-invoices').then((module) => module.CustomerInvoices),
  SectionSkeleton,
)
export const WaitingRequests = onDemand(() => import('./office/waiting-requests').then((module) => module.WaitingRequests))
export const CreditRequests = onDemand(() => import('./office/credit-requests').then((module) => module.CreditRequests))
export const TradeInCredit = onDemand(() => import('./office/trade-in-credit').then((module) => module.TradeInCredit), SectionSkeleton)

export const OwnRepairPayments = onDemand(() => own().then((module) => module.OwnRepairPayments), SectionSkeleton)
export const OwnOrderPayments = onDemand(() => own().then((module) => module.OwnOrderPayments))
export const TradeInCreditNote = onDemand(() => own().then((module) => module.TradeInCreditNote))
const customer = () => import('./billing/customer/bill-card')
export const OwnInvoices = onDemand(() => import('./billing/customer/own-invoices').then((module) => module.OwnInvoices))
export const OwnInvoice = onDemand(() => import('./billing/customer/own-invoice').then((module) => module.OwnInvoice))
/** The debt of one's own invoices, on the account's first page. */
export const ToPay = onDemand(() => import('./billing/customer/to-pay').then((module) => module.ToPay))
/** A customer's own bill. */
export const CustomerBillCard = onDemand(() => customer().then((module) => module.BillCard), SectionSkeleton)

export const LinkedPayments = onDemand(() => own().then((module) => module.LinkedPayments))
