import { SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'
import type { CaseRef } from '~/contracts/cases/cases'

const FilesSection = onDemand(() => import('./files-section').then((module) => module.FilesSection), SectionSkeleton)
const ReadingsSection = onDemand(() => import('./readings-section').then((module) => module.ReadingsSection), SectionSkeleton)

const MessagesSection = onDemand(() => import('./messages-section').then((module) => module.MessagesSection), SectionSkeleton)

const phases = {
  repairs: { before: 'Before the repair', after: 'After the repair' },
  tradeIns: { before: 'On arrival', after: 'After further tests' },
} as const

/**
 * What repairs and trade-ins both have on their pages: messages, readings of the machine, pictures and documents.
 * @param nominal the hashrate on the name plate, such as '110 TH/s', where the catalogue knows it
 */
export function CaseSections({ noun, id, nominal = null }: CaseRef & { nominal?: string | null }) {
  return (
    <>
      <MessagesSection noun={noun} id={id} />
      <ReadingsSection of={{ noun, id }} phases={phases[noun]} nominal={nominal} />
      <FilesSection of={{ noun, id }} />
    </>
  )
}
