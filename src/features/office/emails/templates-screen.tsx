import { useState } from 'react'
import { DateText } from '~/components/admin-list/cells'
import { RecordSection } from '~/components/layouts/record-page'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { Badge } from '~/components/ui/badge'
import { EntryTable } from '~/components/ui/entry-table'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import { templateGroups, type TemplateRow } from '~/contracts/office/email-templates'
import { trpc } from '~/trpc/client'

const TemplateDialog = onDemand(() => import('./template-dialog').then((module) => module.TemplateDialog))

const State = ({ isChanged, fault, savedAt, savedBy }: TemplateRow) => (
  <>
    {fault !== null ? (
      <Badge tone="danger">Not used</Badge>
    ) : (
      <Badge tone={isChanged ? 'info' : 'neutral'}>{isChanged ? 'Changed' : 'The shop’s text'}</Badge>
    )}
    {savedAt !== null && (
      <span className="mt-1 block text-xs wrap-anywhere text-ink-muted">
        <DateText at={savedAt} />, {savedBy ?? 'not in the back office'}
      </span>
    )}
  </>
)

/** Every email to customers, by what it is about. */
export function TemplatesScreen() {
  const templates = trpc.emails.list.useQuery()
  const [opened, setOpened] = useState<string>()
  return (
    <>
      <ScreenHeader title="Emails" subtitle="What our emails to customers say" />
      {templates.data ? (
        <div className="flex flex-col gap-6">
          {templateGroups.map((group) => (
            <RecordSection key={group} title={group}>
              <div className="px-5 py-4 sm:px-6">
                <EntryTable
                  label={group}
                  rows={templates.data.filter((row) => row.group === group)}
                  rowId={({ id }) => id}
                  columns={[
                    {
                      header: 'Email',
                      cell: ({ id, name }) => (
                        <button
                          type="button"
                          onClick={() => setOpened(id)}
                          className="min-h-6 text-left font-medium underline underline-offset-4"
                        >
                          {name}
                        </button>
                      ),
                    },
                    { header: 'Subject', cell: ({ subject }) => <span className="wrap-anywhere text-ink-muted">{subject}</span> },
                    { header: 'Text', cell: (row) => <State {...row} /> },
                  ]}
                />
              </div>
            </RecordSection>
          ))}
        </div>
      ) : templates.isError ? (
        <LoadFailure message="Failed to fetch the emails" query={templates} />
      ) : (
        <Skeleton className="h-96" />
      )}
      {opened !== undefined && <TemplateDialog key={opened} id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
