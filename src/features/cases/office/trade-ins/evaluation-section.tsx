import { ReasonDialog } from '~/components/form/reason-dialog'
import { ShieldCheck } from '~/components/icons/lucide'
import { useEffect, useRef, useState } from 'react'
import { useController, useFieldArray, useWatch } from 'react-hook-form'
import { SectionSkeleton } from '~/components/layouts/record-page'
import { EditSection } from '~/features/cases/office/parts/edit-section'
import { FormNote } from '~/components/form/form-note'
import { SelectField } from '~/components/form/select-field'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { onDemand } from '~/components/ui/on-demand'
import { type Evaluation, evaluationInput, offeredValue, valueOfGrade } from '~/contracts/cases/evaluation'
import { type Offer, refuseOfferInput } from '~/contracts/cases/offers'
import { machineName } from '~/contracts/catalogue/machines'
import { type ConditionGrade, gradeValues } from '~/contracts/catalogue/trade-in-estimate'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { ChecklistFields } from './checklist-fields'
import { DeductionFields } from './deduction-fields'
import { FillFromReading } from './fill-from-reading'
import { draftOf, sentOf } from '../quote-kinds'
import { useQuotes } from '../use-quotes'
import { SendButton } from '../parts/send-button'
import { SentQuotes } from '../parts/sent-quotes'
import { useWish } from '../use-case-tab'
import { TypedContradictions } from './contradictions'
import { compared, type EvaluationControl, toDraft, toStored } from './evaluation-values'
import { ValueSteps } from './value-steps'
import { grades } from '../choices'
import { OfferSteps } from './offer-steps'

const SendOfferDialog = onDemand(() => import('./send-offer-dialog').then((module) => module.SendOfferDialog))

const TogetherDialog = onDemand(() => import('./together-dialog').then((module) => module.TogetherDialog))

/** Evaluates the request's machines together; renders nothing without other open ones. */
function TogetherButton({ tradeInId: id }: { tradeInId: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data = [] } = trpc.tradeIns.together.useQuery({ id })
  if (data.length < 2) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface px-5 py-3 text-sm text-ink-muted sm:px-6">
      <p>{data.length} machines of this request are open.</p>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Evaluate and offer together
      </Button>
      {isOpen && <TogetherDialog machines={data} onClose={() => setOpen(false)} />}
    </div>
  )
}

const refusalSchema = refuseOfferInput.pick({ note: true })

export function EvaluationSection({ tradeInId: id, grade }: Pick<EvaluationFormProps, 'grade'> & { tradeInId: string }) {
  const evaluation = trpc.tradeIns.evaluation.useQuery({ id })
  const { data, isError } = evaluation
  const [justSent, setJustSent] = useState<number>()
  if (data) {
    return (
      <>
        <TogetherButton tradeInId={id} />
        <EvaluationForm tradeInId={id} grade={grade} evaluation={data} onSent={setJustSent} />
        <SentQuotes noun="tradeIns" id={id} quotes={sentOf(data.offers)} justSent={justSent} Details={OfferSteps} />
      </>
    )
  }
  if (!isError) return <SectionSkeleton />
  return <LoadFailure message="Failed to fetch the evaluation" query={evaluation} />
}

interface EvaluationFormProps {
  tradeInId: string
  /** The customer's grade; null without one. */
  grade: ConditionGrade | null
  evaluation: Evaluation
  onSent: (number: number) => void
}

function EvaluationForm({ tradeInId: id, grade, evaluation, onSent }: EvaluationFormProps) {
  const [opened, setOpened] = useState<'send' | 'approve' | 'refuse'>()
  const [justAsked, setJustAsked] = useState<number>()
  const { keep, reload, succeeded, failed } = useQuotes('tradeIns', id)
  const save = trpc.tradeIns.saveEvaluation.useMutation()
  const refuse = trpc.tradeIns.refuseOffer.useMutation()
  const { machine, values, limit } = evaluation
  const draft = draftOf(evaluation.offers)
  const requested = draft?.requested ?? null
  const [newest] = sentOf(evaluation.offers)
  const disputed = newest?.state === 'disputed' ? newest : null
  useWish('approve', requested?.isMine === false, () => setOpened('approve'))
  const hasValue = offeredValue(valueOfGrade(machine, values.grade), values) !== null
  return (
    <>
      <EditSection
        title="Evaluation"
        subject="this evaluation"
        schema={evaluationInput}
        stored={toStored(evaluation)}
        toDraft={toDraft}
        compared={compared}
        save={async (typed, version) => toStored(keep(await save.mutateAsync({ id, version, ...typed })))}
        reload={async () => toStored(keep(await reload()))}
        onSaved={(quietly) => !quietly && succeeded('Evaluation saved successfully')}
        onFailure={(error) => failed(error, 'Failed to save the evaluation')}
        actions={(dirty, save) =>
          requested === null ? (
            <SendButton needsSave={dirty} save={save} isReady={dirty || (draft !== undefined && hasValue)} onSend={() => setOpened('send')}>
              Send offer
            </SendButton>
          ) : (
            !requested.isMine && (
              <>
                <Button variant="secondary" disabled={dirty} onClick={() => setOpened('refuse')}>
                  Refuse offer
                </Button>
                {!requested.whyNot && (
                  <Button variant={dirty ? 'secondary' : 'primary'} disabled={dirty} onClick={() => setOpened('approve')}>
                    <ShieldCheck className="size-4" aria-hidden="true" />
                    Approve offer
                  </Button>
                )}
              </>
            )
          )
        }
      >
        {(control) => (
          <>
            {draft && requested && <RequestNote offer={draft} requested={requested} takesFocus={justAsked === draft.number} />}
            {disputed?.answerNote && (
              <FormNote tone="warn" className="sm:col-span-2">
                The customer disputes offer {disputed.number}: <span className="whitespace-pre-wrap">{disputed.answerNote}</span>
              </FormNote>
            )}
            {draft?.refused && (
              <FormNote tone="warn" className="sm:col-span-2">
                Offer {draft.number} was refused by {draft.refused.by ?? 'somebody whose account is gone'}: {draft.refused.note}
              </FormNote>
            )}
            <Fields control={control} tradeInId={id} grade={grade} evaluation={evaluation} />
          </>
        )}
      </EditSection>
      {opened === 'refuse' && draft && (
        <ReasonDialog
          title={`Refuse offer ${draft.number}?`}
          message={`${formatEuro(draft.finalValue)}${evaluation.recipient ? ` for ${evaluation.recipient}` : ''}${requested?.by ? `, asked for by ${requested.by},` : ''} is not sent, and is a draft again.`}
          schema={refusalSchema}
          hint="The person who asked for it can read it; the customer cannot."
          submitLabel="Refuse offer"
          onSubmit={async (note) => {
            keep(await refuse.mutateAsync({ id, version: draft.version, note }))
            succeeded('Offer refused')
            setOpened(undefined)
          }}
          onFailure={(error) => failed(error, 'Failed to refuse the offer')}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened && opened !== 'refuse' && draft && (
        <SendOfferDialog
          tradeInId={id}
          offer={draft}
          isApproval={opened === 'approve'}
          needsApproval={draft.finalValue > limit}
          onClose={() => setOpened(undefined)}
          onDone={() => {
            setOpened(undefined)
            if (opened === 'send' && draft.finalValue > limit) setJustAsked(draft.number)
            else onSent(draft.number)
          }}
        />
      )}
    </>
  )
}

interface RequestNoteProps {
  offer: Offer
  requested: NonNullable<Offer['requested']>
  /** Set after a dialog that asked for approval has closed. */
  takesFocus: boolean
}

/** The offer awaits a second administrator. */
function RequestNote({ offer: { number, finalValue }, requested: { by, isMine, because, whyNot }, takesFocus }: RequestNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    // After the dialog has tried to restore the focus.
    const frame = requestAnimationFrame(() => note.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [takesFocus])
  return (
    <div ref={note} tabIndex={-1} className="outline-none sm:col-span-2">
      <FormNote tone="info" role="status">
        Offer {number} of {formatEuro(finalValue)} waits for a second administrator{by && `, asked for by ${by}`}.
        {because && ` ${because}.`}
        {isMine ? ' Somebody else must approve it.' : whyNot && ` ${whyNot}`} Changing the evaluation cancels the request.
      </FormNote>
    </div>
  )
}

interface FieldsProps extends Omit<EvaluationFormProps, 'onSent'> {
  control: EvaluationControl
}

function Fields({ control, tradeInId, grade, evaluation: { machine, quotedValue, limit } }: FieldsProps) {
  const checks = useFieldArray({ control, name: 'checks' })
  const deductions = useFieldArray({ control, name: 'deductions' })
  const catalogue = trpc.machines.active.useQuery(undefined, { enabled: machine === null })
  const found = useController({ control, name: 'grade' })
  const chosenId = useWatch({ control, name: 'machineId' })
  const chosen = machine ?? catalogue.data?.find(({ id }) => id === chosenId) ?? null
  return (
    <>
      <FillFromReading control={control} tradeInId={tradeInId} chosen={chosen} checks={checks} deductions={deductions} />
      <ChecklistFields
        control={control}
        tradeInId={tradeInId}
        list={checks}
        onAllOk={() => {
          // Without faults the customer's grade is confirmed.
          if (!found.field.value && grade !== null) found.field.onChange(grade)
        }}
      />
      {machine === null && (
        <SelectField
          control={control}
          name="machineId"
          label="Machine"
          hint="It was not quoted from the catalogue: the values of now are taken."
          options={(catalogue.data ?? []).map((each) => ({ value: each.id, label: machineName(each) }))}
          none="None"
        />
      )}
      <SelectField control={control} name="grade" label="Grade found" options={grades} none="None" />
      <DeductionFields control={control} list={deductions} />
      <TypedContradictions control={control} />
      <ValueSteps control={control} values={chosen && gradeValues(chosen)} quotedValue={quotedValue} limit={limit} />
    </>
  )
}
