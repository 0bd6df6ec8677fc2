import { useContext } from 'react'
import type * as z from 'zod'
import { EditSection } from '~/features/cases/office/parts/edit-section'
import { ViewerContext, DueText } from '~/components/admin-list/cells'
import { SelectField } from '~/components/form/select-field'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { deskInput } from '~/contracts/cases/cases'
import type { CaseNoun } from '~/contracts/case-ref'
import { openDueOn, personName } from '~/contracts/cases/lists'
import { formatDay } from '~/lib/instant'
import { caseKinds, type Cases } from './kinds'
import { useAdministrators, useCaseSave } from './use-case'

type Values = z.output<typeof deskInput>
type Draft = z.input<typeof deskInput>

const deskOf = ({ dueOn, assignedTo }: Values): Values => ({ dueOn, assignedTo })
const toDraft = ({ dueOn, assignedTo }: Values): Draft => ({ dueOn: dueOn ?? '', assignedTo: assignedTo ?? '' })

export function DeskPanel<Noun extends CaseNoun>({ noun, record }: { noun: Noun; record: Cases[Noun] }) {
  const { userId } = useContext(ViewerContext)
  const administrators = useAdministrators()
  const kind = caseKinds[noun]
  const calls = useCaseSave(noun, record.id, deskOf)
  // The present assignee stays a choice even without the administrator's role.
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
      subject={`this ${kind.record.one}`}
      schema={deskInput}
      stored={{ values: deskOf(record), version: record.version }}
      toDraft={toDraft}
      compared={[
        { label: 'Due date', write: ({ dueOn }) => (dueOn ? formatDay(dueOn) : 'Not set') },
        { label: 'Assigned to', write: (values) => nameOf(values.assignedTo) },
      ]}
      {...calls}
      actions={(dirty) =>
        userId !== null &&
        assignedTo !== userId && (
          <Button
            variant="secondary"
            disabled={dirty}
            onClick={() => void calls.save({ assignedTo: userId }, record.version).then(() => calls.onSaved(), calls.onFailure)}
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
            <DueText day={openDueOn(record, kind.openStatuses)} />
          </div>
          <SelectField control={control} name="assignedTo" label="Assigned to" options={people} none="Nobody" />
        </div>
      )}
    </EditSection>
  )
}
