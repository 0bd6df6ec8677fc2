import { useState } from 'react'
import { DescribedFields } from '~/components/form/described-fields'
import { Form } from '~/components/form/form'
import { failureToast } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { Checkbox } from '~/components/ui/checkbox'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifySuccess } from '~/components/ui/notify'
import { checklistOf } from '~/contracts/cases/checklist'
import { isTextedTo } from '~/contracts/cases/emails'
import { caseEmailInput, type CaseEmailText } from '~/contracts/cases/estimates'
import type { TogetherMachine } from '~/contracts/cases/evaluation'
import type { SentOffers } from '~/contracts/cases/offers'
import { conditionGrades, conditionLabels, type ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { emailFields, textFields } from '../parts/email-dialog'
import { useCaseChanged } from '../use-case'

interface TogetherDialogProps {
  machines: readonly TogetherMachine[]
  onClose: () => void
}

/** Can be offered: nothing is sent or waits, and a value is known. */
const isOpenOf = ({ state, isWaiting }: TogetherMachine) => !isWaiting && state !== 'sent' && state !== 'accepted'

/** The draft's, else the chosen grade's. */
const valueOf = ({ draft, values }: TogetherMachine, grade: ConditionGrade | null): number | null =>
  draft ?? values.find((each) => each.grade === grade)?.value ?? null

/** A grade for each machine of the request, then one email with all offers. */
export function TogetherDialog({ machines, onClose }: TogetherDialogProps) {
  const [ids, setIds] = useState<string[]>()
  return (
    <Modal title={ids ? `Send ${ids.length} offers` : 'Evaluate and offer together'} onClose={onClose} className="max-w-2xl">
      {ids ? <Sending ids={ids} onClose={onClose} /> : <Grading machines={machines} onReady={setIds} onClose={onClose} />}
    </Modal>
  )
}

function Grading({ machines, onReady, onClose }: TogetherDialogProps & { onReady: (ids: string[]) => void }) {
  const open = machines.filter(isOpenOf)
  const [grades, setGrades] = useState<Record<string, ConditionGrade | null>>(
    Object.fromEntries(machines.map(({ id, foundGrade, grade }) => [id, foundGrade ?? grade])),
  )
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const save = trpc.tradeIns.saveEvaluation.useMutation()
  const utils = trpc.useUtils()
  const chosen = open.filter((each) => !left.has(each.id) && valueOf(each, grades[each.id] ?? null) !== null)
  const total = chosen.reduce((cents, each) => cents + Math.round((valueOf(each, grades[each.id] ?? null) ?? 0) * 100), 0) / 100

  /** The noted results; all OK without notes. */
  const notedOf = async ({ id, evaluated, category }: TogetherMachine) => {
    if (!evaluated) return { checks: checklistOf(category).map((item) => ({ item, result: 'ok' as const, note: '' })) }
    const { checks, deductions, override } = (await utils.tradeIns.evaluation.fetch({ id }, { staleTime: 0 })).values
    return { checks, deductions, override }
  }
  const evaluate = async () => {
    setBusy(true)
    try {
      // Existing drafts stay.
      for (const each of chosen) {
        if (each.draft !== null) continue
        const { id, version } = each
        await save.mutateAsync({ id, version, ...(await notedOf(each)), grade: grades[id] ?? null })
      }
      onReady(chosen.map(({ id }) => id))
    } catch (error) {
      failureToast('Failed to save the evaluation')(error)
    } finally {
      setBusy(false)
      void utils.tradeIns.invalidate()
    }
  }
  return (
    <>
      <ModalBody className="flex flex-col gap-4">
        <p className="text-sm text-ink-muted">
          A machine without an evaluation of its own counts as OK in the grade that is chosen here. Faults are noted on its own page, and
          count here.
        </p>
        <ul className="divide-y divide-line rounded-lg border border-line">
          {machines.map((each) => (
            <Row
              key={each.id}
              machine={each}
              grade={grades[each.id] ?? null}
              isIn={!left.has(each.id)}
              onGrade={(grade) => setGrades((all) => ({ ...all, [each.id]: grade }))}
              onIn={(isIn) => setLeft((all) => new Set(isIn ? [...all].filter((id) => id !== each.id) : [...all, each.id]))}
            />
          ))}
        </ul>
        <p role="status" className="flex justify-between gap-4 font-semibold text-ink">
          <span>Together</span>
          <span className="tabular-nums">{formatEuro(total)}</span>
        </p>
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={isBusy} disabled={chosen.length === 0} onClick={() => void evaluate()}>
          Save and look at the email
        </Button>
      </ModalFooter>
    </>
  )
}

interface RowProps {
  machine: TogetherMachine
  grade: ConditionGrade | null
  isIn: boolean
  onGrade: (grade: ConditionGrade | null) => void
  onIn: (isIn: boolean) => void
}

const stateWords = {
  sent: 'Offer sent',
  accepted: 'Offer accepted',
  declined: 'Declined',
  disputed: 'Disputed',
  expired: 'Not answered',
  draft: '',
}

function Row({ machine, grade, isIn, onGrade, onIn }: RowProps) {
  const { number, device, serialNumber, draft, state, isWaiting } = machine
  const isOpen = isOpenOf(machine)
  const value = valueOf(machine, grade)
  const note = isWaiting ? 'Waits for approval' : state && stateWords[state]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <label className="flex min-w-0 flex-1 basis-56 items-center gap-3">
        <Checkbox checked={isOpen && isIn} disabled={!isOpen} onChange={({ target }) => onIn(target.checked)} />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere text-ink">{number}</span>
          <span className="block wrap-anywhere text-ink-muted">
            {device}
            {serialNumber !== null && ` (${serialNumber})`}
          </span>
        </span>
      </label>
      {note && <span className="text-ink-muted">{note}</span>}
      {isOpen && draft === null && (
        <select
          aria-label={`Grade of ${number}`}
          className="field w-auto sm:text-sm"
          value={grade ?? ''}
          onChange={({ target }) => onGrade(conditionGrades.find((each) => each === target.value) ?? null)}
        >
          <option value="">No grade</option>
          {conditionGrades.map((each) => (
            <option key={each} value={each}>
              {conditionLabels[each]}
            </option>
          ))}
        </select>
      )}
      <span className="ml-auto w-24 text-right font-medium text-ink tabular-nums">{value === null ? 'No value' : formatEuro(value)}</span>
    </li>
  )
}

const doneText = ({ sent, waiting }: SentOffers) =>
  [
    ...(sent.length > 0 ? [`${sent.length} ${sent.length === 1 ? 'offer' : 'offers'} sent`] : []),
    ...(waiting.length > 0 ? [`${waiting.join(', ')} ${waiting.length === 1 ? 'waits' : 'wait'} for a second administrator`] : []),
  ].join('. ')

function Sending({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const submit = useSubmission()
  const send = trpc.tradeIns.sendOffers.useMutation()
  const changed = useCaseChanged('tradeIns')
  const preview = trpc.tradeIns.previewOffers.useQuery({ ids: [...ids] }, { gcTime: 0, enabled: send.isIdle || send.isError })
  const { data } = preview
  const sendWith = async (email: CaseEmailText | null) => {
    const done = await submit((idempotencyKey) => send.mutateAsync({ offers: ids.map((id) => ({ id })), email, idempotencyKey }))
    notifySuccess(doneText(done))
    changed()
    onClose()
  }
  const failed = failureToast('Failed to send the offers')
  if (!data) {
    return (
      <ModalBody>
        {preview.isError ? <LoadFailure message="Failed to fetch the email" query={preview} /> : <Skeleton className="h-80" />}
      </ModalBody>
    )
  }
  const { recipient } = data
  return (
    <Form schema={caseEmailInput} defaultValues={{ subject: data.subject, body: data.body }} onSubmit={sendWith} onFailure={failed}>
      {({ control }) => (
        <>
          <ModalBody className="flex flex-col gap-5">
            <p className="text-sm text-ink-muted">
              {recipient === null ? (
                'The customer cannot be written to: tell them in another way.'
              ) : (
                <>
                  To <span className="font-medium wrap-anywhere text-ink">{recipient}</span>, with all offers.
                </>
              )}{' '}
              They cannot be changed once they are sent, and can be accepted for {data.validDays} days.
            </p>
            {recipient !== null && <DescribedFields control={control} fields={isTextedTo(recipient) ? textFields : emailFields} />}
          </ModalBody>
          <ModalFooter>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant={recipient === null ? 'primary' : 'secondary'}
              disabled={send.isPending}
              onClick={() => void sendWith(null).catch(failed)}
            >
              {recipient === null ? 'Go on without email' : 'Without email'}
            </Button>
            {recipient !== null && (
              <Button type="submit" busy={send.isPending}>
                Send {ids.length} offers
              </Button>
            )}
          </ModalFooter>
        </>
      )}
    </Form>
  )
}
