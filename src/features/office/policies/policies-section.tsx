import { HistoryDisclosure, HistoryRows } from '~/components/admin-list/history-list'
import { DescribedFields } from '~/components/form/described-fields'
import { FormNote } from '~/components/form/form-note'
import { VersionedSection } from '~/components/form/versioned-section'
import { failureToast } from '~/components/form/use-action'
import { AskedFrom } from '~/components/ui/asked-from'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { notifySuccess } from '~/components/ui/notify'
import type { FieldDescription } from '~/contracts/field-description'
import { keysOf, recordOf } from '~/contracts/keys'
import type { HistoryEntry } from '~/contracts/audit'
import {
  policyDefinitions,
  policyForm,
  policyGroups,
  type PolicyName,
  policyNames,
  type PolicyPage,
  type PolicyRow,
} from '~/contracts/office/policies'
import { historyLines } from '~/lib/history-lines'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'

const WantedLimits = ({ page }: { page: PolicyPage }) =>
  page.rows.map((row) => row.wanted && <Waiting key={row.name} row={row} wanted={row.wanted} />)

function Waiting({ row: { name, value }, wanted }: { row: PolicyRow; wanted: NonNullable<PolicyRow['wanted']> }) {
  const utils = trpc.useUtils()
  const approve = trpc.policies.approve.useMutation()
  const refuse = trpc.policies.refuse.useMutation()
  const { label } = policyDefinitions[name]
  const decide = async (decision: typeof approve, said: string) => {
    try {
      utils.policies.all.setData(undefined, await decision.mutateAsync({ name, wanted: wanted.value }))
      notifySuccess(said)
      void utils.audit.history.invalidate({ subjectType: 'policies', subjectId: 'policies' })
    } catch (error) {
      failureToast('Failed to decide on the limit')(error)
      void utils.policies.all.invalidate()
    }
  }
  const isBusy = approve.isPending || refuse.isPending
  return (
    <section aria-label={`${label} that waits`} className="flex flex-col gap-3 rounded-lg border border-warn-line bg-warn-soft p-4">
      <p className="text-sm font-medium text-warn-ink">
        {label}: from {formatEuro(value)} to {formatEuro(wanted.value)}, waiting for{' '}
        {wanted.isOwn ? 'another administrator' : 'a second administrator'}
      </p>
      {!wanted.isOwn && <AskedFrom by={wanted.by} isFromOwnNetwork={wanted.isFromOwnNetwork} because={null} />}
      <div className="flex flex-wrap gap-2">
        {!wanted.isOwn && (
          <Button size="sm" busy={approve.isPending} disabled={isBusy} onClick={() => void decide(approve, `${label} raised`)}>
            Approve
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          busy={refuse.isPending}
          disabled={isBusy}
          onClick={() => void decide(refuse, 'The limit stays as it is')}
        >
          {wanted.isOwn ? 'Take it back' : 'Refuse'}
        </Button>
      </div>
    </section>
  )
}

const written = (name: PolicyName, value: number) => (policyDefinitions[name].unit === 'EUR' ? formatEuro(value) : `${value} days`)

/** A field that follows the environment is ''. */
const draftOf = ({ rows, version }: PolicyPage) => {
  const set = (name: PolicyName) => {
    const row = rows.find((each) => each.name === name)
    return row?.isSet && row.fault === null ? String(row.value) : ''
  }
  return { values: recordOf(policyNames, set), version }
}

const fieldsOf = ({ rows }: PolicyPage): Record<PolicyName, FieldDescription> =>
  recordOf(policyNames, (name) => {
    const { label, unit, hint, variable } = policyDefinitions[name]
    const row = rows.find((each) => each.name === name)
    const fallback = row ? row.default : 0
    return {
      label: unit === 'EUR' ? label : `${label} (days)`,
      kind: unit === 'EUR' ? 'euro' : 'count',
      placeholder: String(fallback),
      hint: `${hint} Empty: ${written(name, fallback)} (${variable}).`,
    }
  })

const titles: Record<string, string> = {
  'policies.saved': 'Policies saved',
  'policies.requested': 'Higher limit asked for',
  'policies.approved': 'Higher limit approved',
  'policies.refused': 'Higher limit refused',
}

const tell = (entry: HistoryEntry) => {
  const what = titles[entry.action] ?? 'Policies changed'
  const fields = recordOf(policyNames, (name) => ({
    label: policyDefinitions[name].label,
    write: (value: unknown) => (typeof value === 'number' ? written(name, value) : ''),
  }))
  const lines = historyLines(entry, what, fields)
  return entry.action === 'policies.saved'
    ? lines
    : lines.map((line) => ({ ...line, what: line.what === what ? what : `${line.what.replace(/ changed$/, '')}: ${what.toLowerCase()}` }))
}

const History = () => <HistoryRows {...useHistory('policies', 'policies', tell)} />

/** A higher limit waits for a second administrator. */
export function PoliciesSection() {
  const utils = trpc.useUtils()
  const policies = trpc.policies.all.useQuery()
  const save = trpc.policies.save.useMutation()
  if (policies.isError) return <LoadFailure message="Failed to load limits and periods" query={policies} />
  if (!policies.data) return <Skeleton className="h-96" />
  const fields = fieldsOf(policies.data)
  const wantedBefore = new Map(policies.data.rows.map(({ name, wanted }) => [name, wanted?.value]))
  const faults = policies.data.rows.filter(({ fault }) => fault !== null)
  return (
    <VersionedSection
      title="Limits and periods"
      subject="these limits and periods"
      schema={policyForm}
      fields={fields}
      stored={draftOf(policies.data)}
      save={async (values, version) => {
        const saved = await save.mutateAsync({ values, version })
        utils.policies.all.setData(undefined, saved)
        const asked = saved.rows.filter(({ name, wanted }) => wanted !== null && wanted.value !== wantedBefore.get(name))
        if (asked.length > 0)
          notifySuccess(`${asked.map(({ name }) => policyDefinitions[name].label).join(' and ')}: waits for another administrator`)
        void utils.audit.history.invalidate({ subjectType: 'policies', subjectId: 'policies' })
        return draftOf(saved)
      }}
      reload={async () => draftOf(await utils.policies.all.fetch(undefined, { staleTime: 0 }))}
      saveLabel="Save limits and periods"
      saved="Limits and periods saved"
      failed="Failed to save limits and periods"
      after={
        <HistoryDisclosure>
          <History />
        </HistoryDisclosure>
      }
    >
      {({ control }) => (
        <div className="flex flex-col gap-6">
          <p className="text-sm text-ink-muted">
            Changes apply at once to everything new; what you have already sent or promised stays as it is. A higher limit applies once
            another administrator has approved it.
          </p>
          <WantedLimits page={policies.data} />
          {faults.map(({ name, fault }) => (
            <FormNote key={name} tone="danger">
              {policyDefinitions[name].label}: the stored value cannot be used, so the environment’s counts ({fault}).
            </FormNote>
          ))}
          {keysOf(policyGroups).map((group) => (
            <fieldset key={group}>
              <legend className="mb-3 font-semibold text-ink">{group}</legend>
              <div className="grid gap-5 sm:grid-cols-2">
                <DescribedFields
                  control={control}
                  fields={recordOf<PolicyName, FieldDescription>(policyGroups[group], (name) => fields[name])}
                />
              </div>
            </fieldset>
          ))}
        </div>
      )}
    </VersionedSection>
  )
}
