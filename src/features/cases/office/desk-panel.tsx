import { useContext } from 'react'
import type * as z from 'zod'
import { EditSection } from '~/features/cases/office/parts/edit-section'
import { ViewerContext, DueText } from '~/components/admin-list/cells'
import { SelectField } from '~/components/form/select-field'
import { serverMessage } from '~/components/form/server-errors'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { deskInput, type CaseNoun } from '~/contracts/cases/cases'
import { records } from '~/contracts/records'
import { activeRepairStatuses, pendingTradeInStatuses } from '~/contracts/statuses'
import { openDueOn, personName } from '~/contracts/cases/lists'
import { formatDay } from '~/lib/instant'
import { capitalised } from '~/lib/text'
import type { RouterOutputs } from '~/trpc/client'
import { useAssignment } from './use-assignment'

type Case = RouterOutputs[CaseNoun]['byId']
type Values = z.output<typeof deskInput>
type Draft = z.input<typeof deskInput>

const openStatuses: Record<CaseNoun, readonly string[]> = { repairs: activeRepairStatuses, tradeIns: pendingTradeInStatuses }

const toStored = ({ dueOn, assignedTo, version }: Case) => ({ values: { dueOn, assignedTo }, version })
const toDraft = ({ dueOn, assignedTo }: Values): Draft => ({ dueOn: dueOn ?? '', assignedTo: assignedTo ?? '' })

/** Until when a case is to be done, and who has it. */
export function DeskPanel({ noun, record }: { noun: CaseNoun; record: Case }) {
  const { userId } = useContext(ViewerContext)
  const { administrators, update, reload, changed } = useAssignment(noun)
  const { one } = records[noun]
  const onFailure = (error: unknown) => notifyError(`Failed to save ${one}`, error, serverMessage(error))
  const onSaved = () => {
    changed()
    notifySuccess(`${capitalised(one)} updated successfully`)
  }
  // Whoever has it stays among the choices, whether they are an administrator still or not.
  const { assignedTo, assignee } = record
  const isOffered = assignedTo === null || administrators.some((each) => each.userId === assignedTo)
  const people = [
    ...administrators,
    ...(isOffered ? [] : [{ userId: assignedTo, email: assignee?.email ?? '', fullName: assignee?.fullName ?? null }]),
  ].map((each) => ({ value: each.userId, label: personName(each) }))
  const nameOf = (id: string | null | undefined) => people.find(({ value }) => value === id)?.label ?? (id ? 'Somebody' : 'Nobody')

  return (
    <EditSection<Draft, Values>
      key={record.id}
      title="Work"
      subject={`this ${one}`}
      schema={deskInput}
      stored={toStored(record)}
      toDraft={toDraft}
      compared={[
        { label: 'Due date', write: ({ dueOn }) => (dueOn ? formatDay(dueOn) : 'Not set') },
        { label: 'Assigned to', write: (values) => nameOf(values.assignedTo) },
      ]}
      save={async (values, version) => toStored(await update({ ...values, id: record.id, version }))}
      reload={async () => toStored(await reload(record.id))}
      onSaved={onSaved}
      onFailure={onFailure}
      actions={(dirty) =>
        userId !== null &&
        assignedTo !== userId && (
          <Button
            variant="secondary"
            disabled={dirty}
            onClick={() => void update({ id: record.id, version: record.version, assignedTo: userId }).then(onSaved, onFailure)}
          >
            Assign to me
          </Button>
        )
      }
    >
      {(control) => (
        <div className="flex flex-col gap-5 sm:col-span-2">
          <div className="flex flex-col gap-1.5">
            <TextField control={control} name="dueOn" label="Due date" type="date" />
            <DueText day={openDueOn(record, openStatuses[noun])} />
          </div>
          <SelectField control={control} name="assignedTo" label="Assigned to" options={people} none="Nobody" />
        </div>
      )}
    </EditSection>
  )
}
