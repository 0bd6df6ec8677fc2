import type { Control } from 'react-hook-form'
import type * as z from 'zod'
import { SelectField } from '~/components/form/select-field'
import { TextField } from '~/components/form/text-field'
import { NativeSelect } from '~/components/ui/native-select'
import {
  bankColumnLabels,
  bankColumnRoles,
  bankDelimiters,
  type bankAccountInput,
  type BankMapping,
  type BankSketch,
} from '~/contracts/billing/bank-accounts'

const roles = bankColumnRoles.map((value) => ({ value, label: bankColumnLabels[value] }))
const delimiterLabels: Record<(typeof bankDelimiters)[number], string> = { ',': 'Commas', ';': 'Semicolons', '\t': 'Tabs', '|': 'Bars' }
const MOST_ROWS_OF_NAMES = 12
const readings = [
  {
    name: 'mapping.dayOrder',
    label: 'Days such as 03/04/2026',
    options: [
      { value: 'dmy', label: '3 April: day first' },
      { value: 'mdy', label: '4 March: month first' },
    ],
  },
  {
    name: 'mapping.decimalSign',
    label: 'Decimals',
    options: [
      { value: 'file', label: 'As the amounts show' },
      { value: '.', label: 'Point: 1,250.00' },
      { value: ',', label: 'Comma: 1.250,00' },
    ],
  },
  {
    name: 'mapping.amounts',
    label: 'Amounts without a sign',
    options: [
      { value: 'signed', label: 'Are money in' },
      { value: 'reversed', label: 'Are money out, as on cards' },
    ],
  },
] as const

interface BankMappingFieldsProps {
  control: Control<z.input<typeof bankAccountInput>, unknown, z.output<typeof bankAccountInput>>
  sketch: BankSketch
  /** Called with another row of names, or another delimiter. */
  onOther: (change: Partial<Pick<BankMapping, 'namesRow' | 'delimiter'>>) => void
}

/** The first rows of a file, with a choice above each column. */
export function BankMappingFields({ control, sketch: { mapping, rows }, onOther }: BankMappingFieldsProps) {
  const nameOf = (index: number) =>
    (mapping.namesRow === 0 ? '' : (rows[mapping.namesRow - 1]?.[index] ?? '').trim()) || `Column ${index + 1}`
  return (
    <>
      <div className="grid gap-5 text-sm sm:grid-cols-2">
        <NativeSelect
          label="Separator of columns"
          value={mapping.delimiter}
          onChange={(value) => {
            const delimiter = bankDelimiters.find((each) => each === value)
            if (delimiter) onOther({ delimiter })
          }}
        >
          {bankDelimiters.map((each) => (
            <option key={each} value={each}>
              {delimiterLabels[each]}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          label="Row with the columns’ names"
          value={String(mapping.namesRow)}
          onChange={(value) => onOther({ namesRow: Number(value) })}
        >
          <option value="0">No row</option>
          {Array.from({ length: Math.max(mapping.namesRow, Math.min(rows.length, MOST_ROWS_OF_NAMES)) }, (_, index) => (
            <option key={index} value={index + 1}>
              Row {index + 1}
            </option>
          ))}
        </NativeSelect>
      </div>
      <div className="overflow-x-auto rounded-card border border-line" tabIndex={0} role="region" aria-label="First rows of the file">
        <table className="min-w-full text-left text-xs">
          <thead>
            <tr>
              {mapping.columns.map((_, index) => (
                <th key={index} scope="col" className="min-w-48 border-b border-line p-2 align-top font-normal">
                  <SelectField control={control} name={`mapping.columns.${index}`} label={nameOf(index)} options={roles} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((cells, row) => (
              <tr key={row} className={row < mapping.namesRow ? 'text-ink-subtle' : undefined}>
                {cells.map((cell, index) => (
                  <td key={index} className="max-w-60 truncate px-2 py-1.5">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {readings.map(({ name, label, options }) => (
          <SelectField key={name} control={control} name={name} label={label} options={options} />
        ))}
        <TextField
          control={control}
          name="mapping.wordForIn"
          label="Word for money in"
          hint="For a column ‘In or out’ whose words are not known."
          autoComplete="off"
        />
      </div>
    </>
  )
}
