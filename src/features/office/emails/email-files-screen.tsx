import { useState } from 'react'
import { RelativeTime } from '~/components/admin-list/cells'
import { RecordSection, TABLE_IN_SECTION } from '~/components/layouts/record-page'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { EntryTable } from '~/components/ui/entry-table'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import { EMAIL_FILES_SHOWN } from '~/contracts/office/email-files'
import { trpc } from '~/trpc/client'

const EmailDialog = onDemand(() => import('./email-dialog').then((module) => module.EmailDialog))

/** Shorter than the 15 seconds after which a waiting email becomes a file. */
const LOOK_MS = 3_000

/** Emails of a trial shop without a mail server. */
export function EmailFilesScreen() {
  const emails = trpc.outbox.files.useQuery(undefined, { refetchInterval: LOOK_MS })
  const [opened, setOpened] = useState<string>()
  return (
    <>
      <ScreenHeader
        title="Outgoing Emails"
        subtitle="What the shop would have sent: SMTP_URL is not set, so nothing leaves this machine"
        dense
      />
      <RecordSection title="Emails">
        <div className={`flex flex-col gap-3 ${TABLE_IN_SECTION}`}>
          {emails.data ? (
            emails.data.length === 0 ? (
              <p className="pt-4 text-sm text-ink-muted sm:px-3">
                No email has been written yet. Those to customers wait for 15 seconds first.
              </p>
            ) : (
              <EntryTable
                label="Emails"
                rows={emails.data}
                rowId={({ id }) => id}
                columns={[
                  {
                    header: 'Subject',
                    cell: ({ id, subject }) => (
                      <button
                        type="button"
                        onClick={() => setOpened(id)}
                        className="min-h-6 text-left font-medium wrap-anywhere underline underline-offset-4"
                      >
                        {subject || 'No subject'}
                      </button>
                    ),
                  },
                  { header: 'To', inBlock: 'opened', cell: ({ to }) => <span className="wrap-anywhere">{to}</span> },
                  { header: 'Written', cell: ({ at }) => <RelativeTime at={at} /> },
                ]}
              />
            )
          ) : emails.error ? (
            <LoadFailure message="Failed to fetch emails" query={emails} />
          ) : (
            <Skeleton className="h-24" />
          )}
          {emails.data?.length === EMAIL_FILES_SHOWN && <p className="text-sm text-ink-muted">The newest {EMAIL_FILES_SHOWN} are shown.</p>}
        </div>
      </RecordSection>
      {opened !== undefined && <EmailDialog id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
