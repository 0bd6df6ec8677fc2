import { Eye, UserRound, UserRoundCheck, UserRoundX } from 'lucide-react'
import { useContext } from 'react'
import { ViewerContext } from '~/components/admin-list/cells'
import { RowMenu, type RowAction } from '~/components/admin-list/row-menu'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import type { Repair } from '~/contracts/cases/repairs'
import { personName } from '~/contracts/cases/lists'
import { useAssignment } from '~/features/cases/office/use-assignment'

interface CardMenuProps {
  repair: Repair
  onDetails: (row: Repair) => void
}

/** What can be done with a card beside moving it: its details, and who has it. */
export function CardMenu({ repair, onDetails }: CardMenuProps) {
  const { userId } = useContext(ViewerContext)
  const { administrators, update, changed } = useAssignment('repairs')
  const { id, version, repairNumber, assignedTo } = repair

  const assign = async (to: string | null, who: string) => {
    try {
      await update({ id, version, assignedTo: to })
      notifySuccess(`${repairNumber} assigned to ${who}`)
    } catch (error) {
      notifyError('Failed to save repair', error, serverMessage(error))
      // What it is now is shown instead.
      if (!isConflict(error)) return
    }
    changed()
  }
  const others = administrators.filter((each) => each.userId !== userId && each.userId !== assignedTo)
  const actions: RowAction[] = [
    { label: 'View details', icon: Eye, onChoose: () => onDetails(repair) },
    ...(userId !== null && assignedTo !== userId
      ? [{ label: 'Assign to me', icon: UserRoundCheck, onChoose: () => void assign(userId, 'you') }]
      : []),
    ...others.map((each) => ({
      label: `Assign to ${personName(each)}`,
      icon: UserRound,
      onChoose: () => void assign(each.userId, personName(each)),
    })),
    ...(assignedTo === null ? [] : [{ label: 'Assign to nobody', icon: UserRoundX, onChoose: () => void assign(null, 'nobody') }]),
  ]
  return <RowMenu label={`More actions for ${repairNumber}`} actions={actions} />
}
