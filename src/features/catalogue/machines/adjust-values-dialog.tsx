import { clsx } from 'clsx/lite'
import { ArrowRight } from '~/components/icons/lucide'
import { Skeleton } from '~/components/ui/loading'
import { conditionGrades, conditionLabels } from '~/contracts/catalogue/trade-in-estimate'
import { type AdjustmentPreview, adjustmentFields } from '~/contracts/catalogue/machine-values'
import { formatEuro } from '~/lib/money'
import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { outcomeText } from '~/components/admin-list/bulk-bar'
import type { ChosenRows } from '~/components/admin-list/selection'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Checkbox } from '~/components/ui/checkbox'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifySuccess } from '~/components/ui/notify'
import { inBody, type RouterInputs, trpc } from '~/trpc/client'

function AdjustmentTable({ preview }: { preview: AdjustmentPreview | undefined }) {
  if (!preview) return <Skeleton className="h-40 w-full" />
  return (
    <div role="region" aria-label="Preview" tabIndex={0} className="max-h-96 overflow-auto rounded-md border border-line">
      <table aria-label="New values" className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-surface-muted text-xs text-ink-muted">
          <tr>
            <th scope="col" className="px-3 py-2 font-semibold">
              Machine
            </th>
            {conditionGrades.map((grade) => (
              <th key={grade} scope="col" className="px-3 py-2 text-right font-semibold">
                {conditionLabels[grade]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {preview.rows.map(({ id, name, before, after }) => (
            <tr key={id}>
              <th scope="row" className="px-3 py-2 font-medium text-ink">
                {name}
              </th>
              {conditionGrades.map((grade) => (
                <td key={grade} className="px-3 py-2 text-right whitespace-nowrap text-ink-muted tabular-nums">
                  {before[grade] !== after[grade] && (
                    <>
                      {formatEuro(before[grade])} <ArrowRight className="inline size-3.5 text-ink-subtle" aria-label="becomes" />{' '}
                    </>
                  )}
                  <span className={clsx(before[grade] !== after[grade] && 'font-medium text-ink')}>{formatEuro(after[grade])}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {preview.matching > preview.rows.length && (
        <p className="px-3 py-2 text-sm text-ink-muted">and {(preview.matching - preview.rows.length).toLocaleString('en-GB')} more</p>
      )}
    </div>
  )
}

interface AdjustValuesDialogProps {
  chosen: ChosenRows<NonNullable<RouterInputs['machines']['adjustValues']['all']>>
  onClose: () => void
  onDone: () => void
}

/** By a percentage; previews every new value. */
export function AdjustValuesDialog({ chosen, onClose, onDone }: AdjustValuesDialogProps) {
  const [percent, setPercent] = useState('')
  const [grades, setGrades] = useState<readonly (typeof conditionGrades)[number][]>(conditionGrades)
  const fields = adjustmentFields.safeParse({ percent, grades })
  const asked = useDeferredValue(fields.success ? fields.data : undefined)
  const which = 'ids' in chosen ? { ids: chosen.ids } : { all: chosen.all }
  const preview = trpc.machines.previewAdjustment.useQuery(asked ? { ...asked, ...which } : skipToken, {
    ...inBody,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const adjust = trpc.machines.adjustValues.useMutation()
  const { data } = preview
  const ready = fields.success && data !== undefined && !preview.isPlaceholderData && !preview.isFetching
  const typed = percent.trim() !== ''

  const save = () => {
    if (!fields.success || !data) return
    const rows = 'ids' in chosen ? { ids: chosen.ids } : { all: chosen.all, expected: data.matching, stamp: data.stamp }
    adjust.mutate(
      { ...fields.data, ...rows },
      {
        onSuccess: ({ counts }) => {
          notifySuccess(outcomeText(counts))
          onDone()
        },
        onError: () => void preview.refetch(),
      },
    )
  }

  return (
    <Modal title="Adjust values" onClose={onClose} className="max-w-4xl">
      <ModalBody className="flex flex-col gap-5">
        <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
          <div className="w-40">
            <label htmlFor="percent" className="mb-1.5 block font-medium">
              Percent
            </label>
            <input
              id="percent"
              inputMode="decimal"
              value={percent}
              onChange={(event) => setPercent(event.target.value)}
              aria-describedby="percent-help"
              aria-invalid={typed && !fields.success}
              className="field"
              data-autofocus
            />
          </div>
          <fieldset>
            <legend className="mb-1.5 font-medium">Grades</legend>
            <div className="flex flex-wrap gap-x-5 gap-y-1">
              {conditionGrades.map((grade) => (
                <label key={grade} className="flex min-h-11 items-center gap-2">
                  <Checkbox
                    checked={grades.includes(grade)}
                    onChange={({ target }) =>
                      setGrades(conditionGrades.filter((each) => (each === grade ? target.checked : grades.includes(each))))
                    }
                  />
                  {conditionLabels[grade]}
                </label>
              ))}
            </div>
          </fieldset>
        </div>
        <p id="percent-help" className="text-sm text-ink-muted" role={typed && !fields.success ? 'alert' : undefined}>
          {typed && fields.error ? fields.error.issues[0]?.message : 'From -90 to 500; new values are rounded to the cent.'}
        </p>
        {preview.error && <Refusal text={serverMessage(preview.error)} />}
        {adjust.error && <Refusal text={serverMessage(adjust.error)} />}
        {fields.success && <AdjustmentTable preview={data} />}
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" onClick={save} busy={adjust.isPending} disabled={!ready || data.matching === 0 || fields.data.percent === 0}>
          Adjust {ready ? data.matching.toLocaleString('en-GB') : ''} {ready && data.matching === 1 ? 'machine' : 'machines'}
        </Button>
      </ModalFooter>
    </Modal>
  )
}

const Refusal = ({ text = 'We could not reach the server, so nothing was changed.' }: { text: string | undefined }) => (
  <p role="alert" className="rounded-md border border-danger-line bg-danger-soft px-4 py-3 text-sm text-danger-ink">
    {text}
  </p>
)
