import { useId, useState } from 'react'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import { fieldLabel, importFieldNames } from '~/contracts/office/import-fields'
import type { FileColumn } from '~/contracts/office/imports'
import type { ImportedNoun } from '~/contracts/records'
import { unitOwners } from '~/contracts/stock/units'
import { capitalised } from '~/lib/text'

/** Fields that often have one value for the whole file. */
const offered: Partial<Record<ImportedNoun, readonly string[]>> = { products: ['category'], machines: ['category'], units: ['owner'] }

interface MatchColumnsProps {
  noun: ImportedNoun
  columns: readonly FileColumn[]
  fixed: Readonly<Record<string, string>>
  missing: readonly string[]
  busy: boolean
  onMatch: (match: { columns: (string | null)[]; fixed: Record<string, string> }) => void
}

/** Columns with their first cells and a choice of field for each. */
export function MatchColumns({ noun, columns, fixed, missing, busy, onMatch }: MatchColumnsProps) {
  const [fields, setFields] = useState(() => columns.map(({ field }) => field))
  const [values, setValues] = useState<Record<string, string>>({ ...fixed })
  const used = new Set(fields)
  const forAll = [...new Set([...missing, ...(offered[noun] ?? []), ...Object.keys(fixed)])].filter(
    (field) => !used.has(field) || values[field],
  )
  const isChanged =
    fields.some((field, at) => field !== columns[at]?.field) || forAll.some((field) => (values[field] ?? '') !== (fixed[field] ?? ''))
  const set = (at: number, field: string) =>
    // A field has one column: choosing another frees the former.
    setFields(fields.map((each, index) => (index === at ? field || null : each === field ? null : each)))

  return (
    <div className="flex flex-col gap-4">
      {forAll.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-2">
          {forAll.map((field) => (
            <ValueForAll
              key={field}
              field={field}
              label={`${fieldLabel(noun, field)} of every row`}
              isNeeded={missing.includes(field)}
              value={values[field] ?? ''}
              onChange={(value) => setValues({ ...values, [field]: value })}
            />
          ))}
        </div>
      )}
      <ul
        className="grid max-h-96 gap-x-6 gap-y-4 overflow-y-auto rounded-md border border-line p-4 sm:grid-cols-2"
        aria-label="Columns of the file"
      >
        {columns.map(({ name, sample }, at) => (
          <li key={at} className="min-w-0">
            <NativeSelect label={name || `Column ${at + 1}`} value={fields[at] ?? ''} onChange={(field) => set(at, field)} disabled={busy}>
              <option value="">Passed over</option>
              {importFieldNames[noun].map((field) => (
                <option key={field} value={field}>
                  {fieldLabel(noun, field)}
                </option>
              ))}
            </NativeSelect>
            <p className="mt-1 truncate text-xs text-ink-muted">
              {sample
                .filter((cell) => cell.trim() !== '')
                .slice(0, 3)
                .join(' · ') || 'Empty in the first rows'}
            </p>
          </li>
        ))}
      </ul>
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        busy={busy}
        disabled={!isChanged}
        onClick={() =>
          onMatch({ columns: fields, fixed: Object.fromEntries(Object.entries(values).filter(([, text]) => text.trim() !== '')) })
        }
      >
        Use these columns
      </Button>
    </div>
  )
}

interface ValueForAllProps {
  field: string
  label: string
  isNeeded: boolean
  value: string
  onChange: (value: string) => void
}

function ValueForAll({ field, label, isNeeded, value, onChange }: ValueForAllProps) {
  const id = useId()
  if (field === 'owner')
    return (
      <NativeSelect label={label} value={value} onChange={onChange}>
        <option value="">As the file says, else a customer</option>
        {unitOwners.map((owner) => (
          <option key={owner} value={owner}>
            {capitalised(owner)}
          </option>
        ))}
      </NativeSelect>
    )
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <input
        id={id}
        className="field sm:text-sm"
        value={value}
        aria-describedby={isNeeded ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {isNeeded && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-warn-ink">
          New ones need it, and no column has it.
        </p>
      )}
    </div>
  )
}
