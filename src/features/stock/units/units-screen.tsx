import { keepPreviousData } from '@tanstack/react-query'
import { MapPin, Plus } from '~/components/icons/lucide'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { BulkBar, outcomeText } from '~/components/admin-list/bulk-bar'
import { ExportSelected } from '~/components/admin-list/export-links'
import { type ChosenRows, useSelection } from '~/components/admin-list/selection'
import { HeaderFigures } from '~/components/admin-list/status-counts'
import { ListScreen } from '~/components/admin-list/list-screen'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { useAddDialog } from '~/components/admin-list/use-dialogs'
import { failureToast } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import { MOST_LABELS } from '~/contracts/stock/scanning'
import { type Unit, type UnitListInput, unitListInput, type UnitSort, unitStateWords } from '~/contracts/stock/units'
import { unitStates } from '~/contracts/statuses'
import { trpc } from '~/trpc/client'
import { LabelLink } from '../scanning/label-link'
import { unitColumns, unitMessages } from './unit-columns'

const AddUnitDialog = onDemand(() => import('./unit-dialogs').then((module) => module.AddUnitDialog))
const LocationDialog = onDemand(() => import('./location-dialog').then((module) => module.LocationDialog))

const ownerFlags = [
  { key: 'owner', value: 'company', label: 'The company’s' },
  { key: 'owner', value: 'customer', label: 'Customers’' },
]
const sorts: Record<UnitSort, string> = { '-created': 'Newest first', created: 'Oldest first' }

type UnitView = Pick<UnitListInput, 'search' | 'state' | 'owner' | 'modelId'>

/** Moves units: one in its row, or all selected. */
function useLocations() {
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.units.change.useMutation()
  const readAgain = useCallback(() => utils.units.invalidate(), [utils])

  /** @returns true if it was saved */
  const changeOne = useCallback(
    async ({ id, version, unitNumber }: Unit, location: string): Promise<boolean> => {
      try {
        const { counts } = await mutateAsync({ ids: [{ id, version }], location })
        await readAgain()
        if (counts.conflict + counts.missing > 0) {
          const reason = `Somebody else has changed ${unitNumber} in the meantime. Look at it again.`
          notifyError(unitMessages.saveFailed, reason, reason, unitNumber)
          return false
        }
        notifySuccess(unitMessages.updated, { about: unitNumber })
        return true
      } catch (error) {
        failureToast(unitMessages.saveFailed, unitNumber)(error)
        return false
      }
    },
    [mutateAsync, readAgain],
  )
  const changeMany = async (chosen: ChosenRows<UnitView>, location: string | null) => {
    const { counts } = await mutateAsync({ ...chosen, location })
    notifySuccess(outcomeText(counts))
    await readAgain()
  }
  return { changeOne, changeMany }
}

export function UnitsScreen({ importing }: { importing?: ReactNode }) {
  const view = useAdminList(unitListInput)
  const units = trpc.units.list.useQuery(view.input, { placeholderData: keepPreviousData })
  const [adding, setAdding] = useAddDialog()
  const [placing, setPlacing] = useState(false)
  const { changeOne, changeMany } = useLocations()
  const columns = useMemo(() => unitColumns(changeOne), [changeOne])
  const { data } = units
  const { search, state, owner, modelId } = view.input
  const page = (data?.rows ?? []).map(({ id, version, unitNumber }) => ({ id, version, name: unitNumber }))
  const { chosen, names, ...selection } = useSelection<UnitView>(page, {
    ...(search !== undefined && { search }),
    ...(state && { state }),
    ...(owner && { owner }),
    ...(modelId && { modelId }),
  })
  const unknown = units.isError ? '–' : undefined

  return (
    <>
      <ListScreen
        title="Units"
        subtitle="Units: single machines with a serial number, from their first case to their sale"
        actions={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:contents">
            <HeaderFigures
              label="Unit totals"
              items={[
                { label: 'Total Units', value: data?.total ?? unknown },
                { label: 'In stock', value: data?.inStock ?? unknown },
                { label: 'Here for a case', value: data?.here ?? unknown },
              ]}
            />
            {importing}
            <Button size="sm" onClick={() => setAdding(true)}>
              <Plus className="size-4" aria-hidden="true" />
              Add Unit
            </Button>
          </div>
        }
        noun="units"
        messages={unitMessages}
        query={units}
        view={view}
        sorts={sorts}
        flags={ownerFlags}
        choices={[
          {
            key: 'state',
            label: 'Filter by state',
            all: 'All States',
            options: unitStates.map((value) => {
              const { label } = unitStateWords[value]
              return { value, label: data ? `${label} (${data.counts[value]})` : label }
            }),
          },
        ]}
        selection={selection}
        bar={
          data && (
            // With more matches than are counted, 'all' has no known size.
            <BulkBar noun="units" matching={data.matchingIsLeast ? 0 : data.matching}>
              <Button size="sm" variant="secondary" onClick={() => setPlacing(true)}>
                <MapPin className="size-4" aria-hidden="true" />
                Set location
              </Button>
              {names.length > 0 && names.length <= MOST_LABELS && <LabelLink of={{ unit: names }} words="Print labels" />}
              <ExportSelected chosen={chosen} />
            </BulkBar>
          )
        }
        columns={columns}
        list={data}
        firstStep="A unit appears with each repair and trade-in; add others with the button above."
      />
      {placing && (
        <LocationDialog
          onSave={async (location) => {
            await changeMany(chosen, location)
            selection.clear()
            setPlacing(false)
          }}
          onClose={() => setPlacing(false)}
        />
      )}
      {adding && <AddUnitDialog onClose={() => setAdding(false)} />}
    </>
  )
}
