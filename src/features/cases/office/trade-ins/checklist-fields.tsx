import { type UseFieldArrayReturn, useWatch } from 'react-hook-form'
import { ListFault } from '~/components/form/field-frame'
import { SelectField } from '~/components/form/select-field'
import { TextField } from '~/components/form/text-field'
import type { EvaluationDraft } from '~/contracts/cases/evaluation'
import { checkItemLabels, checkResultLabels, checkResults } from '~/contracts/cases/checklist'
import type { EvaluationControl } from './evaluation-values'
import { Camera } from 'lucide-react'
import Image from 'next/image'
import { buttonStyles } from '~/components/ui/button-styles'
import { MOST_FILES } from '~/contracts/cases/request-limits'
import type { CaseRef } from '~/contracts/cases/cases'
import { trpc } from '~/trpc/client'
import { UploadList } from '../upload-list'
import { useUploads } from '../use-uploads'

const results = checkResults.map((value) => ({ value, label: checkResultLabels[value] }))

interface ChecklistFieldsProps {
  control: EvaluationControl
  tradeInId: string
  list: UseFieldArrayReturn<EvaluationDraft, 'checks'>
}

/** The checklist of an inspection: a result, a note for the customer, one for the desk, and pictures for each item. */
export function ChecklistFields({ control, tradeInId, list }: ChecklistFieldsProps) {
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-2 font-medium text-ink">Checklist</legend>
      <CheckCount control={control} />
      <p className="mb-2 text-sm text-ink-muted">The customer reads results and notes with the offer; internal notes stay here.</p>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {list.fields.map(({ id, item }, index) => (
          <li key={id} className="p-3 sm:p-4">
            <fieldset className="grid min-w-0 grid-cols-[8.5rem_minmax(0,1fr)] gap-3 sm:grid-cols-[8.5rem_minmax(0,1fr)_minmax(0,1fr)]">
              <legend className="mb-2 text-sm font-semibold text-ink">{checkItemLabels[item]}</legend>
              <SelectField control={control} name={`checks.${index}.result`} label="Result" options={results} />
              <TextField control={control} name={`checks.${index}.note`} label="Note for the customer" autoComplete="off" />
              <TextField
                control={control}
                name={`checks.${index}.internalNote`}
                label="Internal note"
                autoComplete="off"
                className="col-span-2 sm:col-span-1"
              />
              <div className="col-span-full">
                <CheckPictures of={{ noun: 'tradeIns', id: tradeInId }} item={item} label={checkItemLabels[item]} />
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      <ListFault control={control} name="checks" />
    </fieldset>
  )
}

/** How far the inspection is. */
function CheckCount({ control }: Pick<ChecklistFieldsProps, 'control'>) {
  const checks = useWatch({ control, name: 'checks' })
  const done = checks.filter(({ result }) => result !== 'not_checked').length
  const faults = checks.filter(({ result }) => result === 'fault').length
  return (
    <p className="mb-2 text-sm text-ink-muted">
      {done} of {checks.length} checked, {faults === 1 ? '1 fault' : `${faults} faults`}
    </p>
  )
}

/** Links count for ten minutes at least (ms). */
const FRESH_MS = 8 * 60 * 1000

interface CheckPicturesProps {
  of: CaseRef
  /** Of the checklist, and what it is called. */
  item: string
  label: string
}

/** The pictures of one item of the checklist; all of them stand among the files of the case too. */
function CheckPictures({ of, item, label }: CheckPicturesProps) {
  const utils = trpc.useUtils()
  const files = trpc.cases.files.list.useQuery(of, { refetchInterval: FRESH_MS, staleTime: FRESH_MS / 2 })
  const { uploads, add, again, drop } = useUploads(of, () => void utils.cases.invalidate())
  const all = files.data?.files ?? []
  const isFull = all.length + uploads.length >= MOST_FILES
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {all.map(
          ({ id, name, checkItem, thumbnailAddress, address }) =>
            checkItem === item &&
            thumbnailAddress !== null && (
              <a key={id} href={address} target="_blank" rel="noreferrer" className="rounded-md">
                <Image
                  src={thumbnailAddress}
                  alt={`${label}: ${name}`}
                  width={64}
                  height={48}
                  className="h-12 w-16 rounded-md border border-line object-cover"
                />
              </a>
            ),
        )}
        <label
          className={`${buttonStyles({ variant: 'ghost', size: 'sm' })} ${isFull ? 'opacity-60' : 'cursor-pointer'} has-focus-visible:outline-2 has-focus-visible:outline-focus`}
        >
          <Camera className="size-4" aria-hidden="true" />
          Add picture
          <span className="sr-only"> of {label}</span>
          <input
            type="file"
            accept="image/*,.heic,.heif"
            multiple
            disabled={isFull}
            className="sr-only"
            onChange={({ target }) => {
              add(Array.from(target.files ?? []), item)
              // The same file can be chosen again.
              target.value = ''
            }}
          />
        </label>
      </div>
      <UploadList uploads={uploads} onAgain={again} onDrop={drop} />
    </div>
  )
}
