import { rowId } from '~/contracts/fields'
import type { FieldDescription } from '~/contracts/field-description'
import { recordOf } from '~/contracts/keys'
import { importedNouns, type ImportedNoun } from '~/contracts/records'
import { customerImportFields, partImportFields, unitImportFields } from './import-records'
import { machineFields } from '~/contracts/catalogue/machine-fields'
import { productFields } from '~/contracts/catalogue/product-fields'

export type ImportField = FieldDescription

export const importFields = {
  products: productFields,
  machines: machineFields,
  users: customerImportFields,
  units: unitImportFields,
  parts: partImportFields,
} as const satisfies Record<ImportedNoun, Record<string, ImportField>>

const entriesOf = (noun: ImportedNoun) => Object.entries<ImportField>(importFields[noun])

export const importFieldNames = recordOf(importedNouns, (noun) => ['id', ...entriesOf(noun).map(([field]) => field)])

export const fieldLabel = (noun: ImportedNoun, field: string): string =>
  field === 'id' ? 'Id' : (entriesOf(noun).find(([name]) => name === field)?.[1].label ?? field)

/** A new record needs these; missing stock is 0. */
export const requiredFields = recordOf(importedNouns, (noun) =>
  entriesOf(noun).flatMap(([field, { required, kind }]) => (required && kind !== 'count' ? [field] : [])),
)

export const isRowId = (text: string): boolean => rowId.safeParse(text).success
