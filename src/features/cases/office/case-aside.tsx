import type { ComponentProps } from 'react'
import { SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'
import type { DeskPanel as DeskPanelPart } from './desk-panel'
import { DocumentsPanel } from './documents-panel'
import { ShippingPanel } from './shipping-panel'

const DeskPanel = onDemand(() => import('./desk-panel').then((module) => module.DeskPanel), SectionSkeleton)
const RequestPanel = onDemand(() => import('./request-panel').then((module) => module.RequestPanel))
const TrackingPanel = onDemand(() => import('./tracking-panel').then((module) => module.TrackingPanel), SectionSkeleton)

/** Asks what the customer is written about a new status. */
export const StatusDialog = onDemand(() => import('./status-dialog').then((module) => module.StatusDialog))

/** What stands beside the sections of a case: its request, who works on it until when, papers, parcel and links. */
export function CaseAside({ noun, record }: ComponentProps<typeof DeskPanelPart>) {
  return (
    <>
      <RequestPanel noun={noun} id={record.id} />
      <DeskPanel noun={noun} record={record} />
      <DocumentsPanel noun={noun} id={record.id} />
      <ShippingPanel carrier={record.carrier} trackingNumber={record.trackingNumber} />
      <TrackingPanel noun={noun} id={record.id} />
    </>
  )
}
