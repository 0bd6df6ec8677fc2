import * as z from 'zod'
import { RecordSection } from '~/components/layouts/record-page'
import type { CaseNoun } from '~/contracts/case-ref'
import { mayAddressChange } from '~/contracts/cases/return-address'
import { returnAddressToChange } from '~/contracts/postal-address'
import type { FieldDescription } from '~/contracts/field-description'
import { addressDoubt } from '~/lib/postcode-doubt'
import type { Cases } from '../kinds'
import { FieldsSection } from './fields-section'

const schema = z.object({ returnAddress: returnAddressToChange })
export const returnAddressField = {
  returnAddress: { label: 'Return address', kind: 'text', rows: 3, doubt: addressDoubt },
} as const satisfies Record<string, FieldDescription>
const read = ({ returnAddress }: { returnAddress: string | null }) => ({ returnAddress })

/** Editable until the device is sent. */
export function ReturnAddressPanel<Noun extends CaseNoun>({ noun, row }: { noun: Noun; row: Cases[Noun] }) {
  if (mayAddressChange({ noun, ...row })) {
    return <FieldsSection key={row.id} title="Goes back to" noun={noun} row={row} fields={returnAddressField} schema={schema} read={read} />
  }
  if (!row.returnAddress) return null
  return (
    <RecordSection title="Went back to">
      <address className="p-5 text-sm wrap-anywhere whitespace-pre-line text-ink not-italic sm:px-6">{row.returnAddress}</address>
    </RecordSection>
  )
}
