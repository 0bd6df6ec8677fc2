import { SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'

const office = () => import('./customer/office-payments')
const own = () => import('./customer/own-payments')

export const RepairPayments = onDemand(() => office().then((module) => module.RepairPayments), SectionSkeleton)
export const OrderPayments = onDemand(() => office().then((module) => module.OrderPayments))

export const WaitingRequests = onDemand(() => import('./office/waiting-requests').then((module) => module.WaitingRequests))
export const CreditRequests = onDemand(() => import('./office/credit-requests').then((module) => module.CreditRequests))
export const TradeInCredit = onDemand(() => import('./office/trade-in-credit').then((module) => module.TradeInCredit), SectionSkeleton)

export const OwnRepairPayments = onDemand(() => own().then((module) => module.OwnRepairPayments), SectionSkeleton)
export const OwnOrderPayments = onDemand(() => own().then((module) => module.OwnOrderPayments))
export const TradeInCreditNote = onDemand(() => own().then((module) => module.TradeInCreditNote))

export const LinkedPayments = onDemand(() => own().then((module) => module.LinkedPayments))
