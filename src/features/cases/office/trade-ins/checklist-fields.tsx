import { useMay } from '~/components/admin-list/cells'
import { clsx } from 'clsx/lite'
import { Camera, CheckCheck, Lock, NotebookPen } from '~/components/icons/lucide'
import Image from 'next/image'
import { type ReactNode, useState } from 'react'
import { type UseFieldArrayReturn, useWatch } from 'react-hook-form'
import { ListFault, useField } from '~/components/form/field-frame'
import { Button } from '~/components/ui/button'
import { IconButton } from '~/components/ui/icon-button'
import type { CaseRef } from '~/contracts/case-ref'
import { checkItemLabels, checkResultLabels, checkResults, type CheckItem, type CheckResult } from '~/contracts/cases/checklist'
import type { EvaluationDraft } from '~/contracts/cases/evaluation'
import { MOST_FILES } from '~/contracts/cases/request-limits'
import { trpc } from '~/trpc/client'
import { UploadList } from '~/components/ui/upload-list'
import { useCaseUploads } from '../use-case'
import type { EvaluationControl } from './evaluation-values'
import { ReadByCustomer, readByCustomer } from './read-by-customer'

interface ChecklistFieldsProps {
  control: EvaluationControl
  tradeInId: string
  list: UseFieldArrayReturn<EvaluationDraft, 'checks'>
  onAllOk: () => void
}

/** A row for each item: result, note for the customer, note for staff, pictures. */
export function ChecklistFields({ control, tradeInId, list, onAllOk }: ChecklistFieldsProps) {
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-2 font-medium text-ink">Checklist</legend>
      <CheckCount control={control} list={list} onAllOk={onAllOk} />
      <ul className="divide-y divide-line rounded-lg border border-line">
        {list.fields.map(({ id, item }, index) => (
          <li key={id}>
            <CheckRow control={control} tradeInId={tradeInId} item={item} index={index} />
          </li>
        ))}
      </ul>
      <ListFault control={control} name="checks" />
    </fieldset>
  )
}

interface CheckRowProps extends Pick<ChecklistFieldsProps, 'control' | 'tradeInId'> {
  item: CheckItem
  index: number
}

function CheckRow({ control, tradeInId, item, index }: CheckRowProps) {
  const result = useField({ control, name: `checks.${index}.result` })
  const note = useField({ control, name: `checks.${index}.note` })
  const internal = useField({ control, name: `checks.${index}.internalNote` })
  const [isOpened, setOpened] = useState(false)
  const isNoted = isOpened || textOf(internal.field.value) !== '' || internal.message !== undefined
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(10rem,1fr)_auto] items-center gap-x-3 gap-y-2 px-3 py-1.5 lg:grid-cols-[13rem_auto_minmax(0,1fr)_auto]">
      <legend className="sr-only">{checkItemLabels[item]}</legend>
      <span aria-hidden="true" className="text-sm font-medium text-ink max-lg:col-span-2">
        {checkItemLabels[item]}
      </span>
      <div className="flex overflow-hidden rounded-md border border-line-strong max-lg:col-span-2">
        {checkResults.map((value) => (
          <label
            key={value}
            className={clsx(
              'flex min-h-9 flex-1 cursor-pointer items-center justify-center border-l border-line-strong px-3 text-sm whitespace-nowrap text-ink-muted first:border-l-0 has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus',
              tones[value],
            )}
          >
            <input
              type="radio"
              ref={value === result.field.value ? result.field.ref : undefined}
              name={result.field.name}
              value={value}
              checked={value === result.field.value}
              onChange={() => result.field.onChange(value)}
              onBlur={result.field.onBlur}
              className="sr-only"
            />
            {checkResultLabels[value]}
          </label>
        ))}
      </div>
      <input
        {...note.attributes}
        {...note.field}
        value={textOf(note.field.value)}
        aria-label="Note for the customer"
        placeholder="Note for the customer"
        autoComplete="off"
        className={clsx('field min-h-9 min-w-0 sm:text-sm', readByCustomer)}
      />
      <div className="flex items-center">
        <CheckPictures of={{ noun: 'tradeIns', id: tradeInId }} item={item} label={checkItemLabels[item]}>
          <IconButton
            label="Add internal note"
            aria-expanded={isNoted}
            disabled={isNoted}
            className="text-ink-muted"
            onClick={() => setOpened(true)}
          >
            <NotebookPen className="size-4" aria-hidden="true" />
          </IconButton>
        </CheckPictures>
      </div>
      {isNoted && (
        <label className="col-span-full flex items-center gap-2 text-sm text-ink-muted">
          <Lock className="size-3.5 shrink-0" aria-hidden="true" />
          <span className="shrink-0">Internal note</span>
          <input
            {...internal.attributes}
            {...internal.field}
            value={textOf(internal.field.value)}
            autoComplete="off"
            // Opened by the person a moment ago.
            autoFocus={isOpened}
            className="field min-h-9 sm:text-sm"
          />
        </label>
      )}
      <Fault of={note} />
      <Fault of={internal} />
    </fieldset>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const tones: Record<CheckResult, string> = {
  ok: 'has-checked:bg-success-soft has-checked:text-success-ink',
  fault: 'has-checked:bg-danger-soft has-checked:text-danger-ink',
  not_checked: 'has-checked:bg-surface-strong has-checked:text-ink',
}

const Fault = ({ of: { message, messageId } }: { of: Pick<ReturnType<typeof useField>, 'message' | 'messageId'> }) =>
  message === undefined ? null : (
    <p id={messageId} className="col-span-full text-sm text-danger-ink">
      {message}
    </p>
  )

/** Progress, and a button that marks the rest OK. */
function CheckCount({ control, list, onAllOk }: Omit<ChecklistFieldsProps, 'tradeInId'>) {
  const checks = useWatch({ control, name: 'checks' })
  const done = checks.filter(({ result }) => result !== 'not_checked').length
  const faults = checks.filter(({ result }) => result === 'fault').length
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="secondary"
        size="sm"
        onClick={() => {
          list.replace(checks.map((check) => (check.result === 'fault' ? check : { ...check, result: 'ok' })))
          onAllOk()
        }}
      >
        <CheckCheck className="size-4" aria-hidden="true" />
        {faults === 0 ? 'All OK' : 'Rest OK'}
      </Button>
      <p className="text-sm text-ink-muted">
        {done} of {checks.length} checked, {faults === 1 ? '1 fault' : `${faults} faults`}
      </p>
      <ReadByCustomer className="ml-auto" />
    </div>
  )
}

/** Links are valid for at least ten minutes (ms). */
const FRESH_MS = 8 * 60 * 1000

interface CheckPicturesProps {
  of: CaseRef
  /** Beside the button that adds a picture. */
  children: ReactNode
  /** The checklist item and its name. */
  item: string
  label: string
}

/** Pictures of one item; the case's files list them too. */
function CheckPictures({ of, item, label, children }: CheckPicturesProps) {
  const utils = trpc.useUtils()
  const may = useMay()
  const files = trpc.cases.files.list.useQuery(of, { refetchInterval: FRESH_MS, staleTime: FRESH_MS / 2, enabled: may('cases', 'read') })
  const { uploads, add, again, drop } = useCaseUploads(of, () => void utils.cases.invalidate())
  const all = files.data?.files ?? []
  const isFull = all.length + uploads.length >= MOST_FILES
  return (
    <div className="flex flex-col items-end gap-2">
      <div className="flex flex-wrap items-center justify-end gap-1">
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
          title={`Add picture of ${label}`}
          className={`inline-flex size-11 items-center justify-center rounded-md text-ink-muted hover:bg-surface-muted ${isFull ? 'opacity-60' : 'cursor-pointer'} has-focus-visible:outline-2 has-focus-visible:outline-focus`}
        >
          <Camera className="size-4" aria-hidden="true" />
          <span className="sr-only">Add picture of {label}</span>
          <input
            type="file"
            accept="image/*,.heic,.heif"
            multiple
            disabled={isFull}
            className="sr-only"
            onChange={({ target }) => {
              add(Array.from(target.files ?? []), item)
              // Lets the same file be chosen again.
              target.value = ''
            }}
          />
        </label>
        {children}
      </div>
      <UploadList uploads={uploads} onAgain={again} onDrop={drop} />
    </div>
  )
}
