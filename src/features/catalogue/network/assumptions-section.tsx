import type * as z from 'zod'
import { HistoryDisclosure, HistoryRows } from '~/components/admin-list/history-list'
import { DescribedFields } from '~/components/form/described-fields'
import { VersionedSection } from '~/components/form/versioned-section'
import type { HistoryEntry } from '~/contracts/audit'
import { networkAssumptionFields } from '~/contracts/catalogue/network-fields'
import { networkAssumptionsForm, type NetworkPage } from '~/contracts/catalogue/network-inputs'
import { keysOf, recordOf } from '~/contracts/keys'
import { draftOf } from '~/lib/field-values'
import { historyLines } from '~/lib/history-lines'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'

type Draft = z.input<typeof networkAssumptionsForm>

const storedOf = ({ assumptions, assumptionsVersion }: NetworkPage) => ({
  values: draftOf<Draft>(networkAssumptionFields, assumptions),
  version: assumptionsVersion,
})

const write = (value: unknown) => `${String(value)}%`
const fields = recordOf(keysOf(networkAssumptionFields), (key) => ({ label: networkAssumptionFields[key].label, write }))
const tell = (entry: HistoryEntry) => historyLines(entry, 'Assumptions saved', fields)
const History = () => <HistoryRows {...useHistory('network', 'assumptions', tell)} />

export function AssumptionsSection({ page }: { page: NetworkPage }) {
  const utils = trpc.useUtils()
  const save = trpc.network.saveAssumptions.useMutation()
  return (
    <VersionedSection
      title="Assumptions"
      subject="these assumptions"
      schema={networkAssumptionsForm}
      fields={networkAssumptionFields}
      stored={storedOf(page)}
      save={async (values, version) => {
        const saved = await save.mutateAsync({ values, version })
        utils.network.all.setData(undefined, saved)
        void utils.audit.history.invalidate({ subjectType: 'network', subjectId: 'assumptions' })
        return storedOf(saved)
      }}
      reload={async () => storedOf(await utils.network.all.fetch(undefined, { staleTime: 0 }))}
      saveLabel="Save assumptions"
      saved="Assumptions saved"
      failed="Failed to save the assumptions"
      after={
        <HistoryDisclosure>
          <History />
        </HistoryDisclosure>
      }
    >
      {({ control }) => (
        <div className="flex flex-col gap-5">
          <p className="text-sm text-ink-muted">
            Pages name them beside every estimate. The range of an estimate lies between fast and slow growth of the difficulty.
          </p>
          <div className="grid gap-5 sm:grid-cols-2">
            <DescribedFields control={control} fields={networkAssumptionFields} />
          </div>
        </div>
      )}
    </VersionedSection>
  )
}
