import { useState } from 'react'
import { DateText } from '~/components/admin-list/cells'
import { SearchBar } from '~/components/admin-list/search-bar'
import { RecordSection } from '~/components/layouts/record-page'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { Badge } from '~/components/ui/badge'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import { templateGroups, type TemplateRow } from '~/contracts/office/email-templates'
import { trpc } from '~/trpc/client'

const TemplateDialog = onDemand(() => import('./template-dialog').then((module) => module.TemplateDialog))

/** That a text was changed, and by whom. */
function State({ isChanged, fault, savedAt, savedBy }: TemplateRow) {
  if (savedAt === null && fault === null && !isChanged) return null
  return (
    <div className="lg:text-right">
      {fault !== null ? <Badge tone="danger">Not used</Badge> : isChanged && <Badge tone="info">Changed</Badge>}
      {savedAt !== null && (
        <span className="block text-xs wrap-anywhere text-ink-muted">
          <DateText at={savedAt} />, {savedBy ?? 'not in the back office'}
        </span>
      )}
    </div>
  )
}

function matches({ group, name, subject }: TemplateRow, search: string): boolean {
  const text = `${group} ${name} ${subject}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

interface GroupProps {
  title: string
  rows: readonly TemplateRow[]
  onOpen: (id: string) => void
}

function Group({ title, rows, onOpen }: GroupProps) {
  if (rows.length === 0) return null
  return (
    <RecordSection title={title}>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li
            key={row.id}
            className="relative px-5 py-2 text-sm hover:bg-surface-muted sm:px-6 lg:grid lg:grid-cols-[1fr_1fr_12rem] lg:gap-4"
          >
            <button
              type="button"
              onClick={() => onOpen(row.id)}
              className="min-h-6 text-left font-medium underline underline-offset-4 after:absolute after:inset-0"
            >
              {row.name}
            </button>
            <p className="truncate text-ink-muted sm:whitespace-normal" title={row.subject}>
              {row.subject}
            </p>
            <State {...row} />
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

/** Every email to customers, by subject. */
export function TemplatesScreen() {
  const templates = trpc.emails.list.useQuery()
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<string>()
  const find = (text: string) => {
    setSearch(text)
    return Promise.resolve()
  }
  const found = templates.data?.filter((row) => matches(row, search))
  return (
    <>
      <ScreenHeader title="Emails" subtitle="What our emails to customers say" dense />
      {found ? (
        <>
          <div role="search" className="mb-2">
            <SearchBar label="Search emails..." value={search} onSearch={find} />
          </div>
          <p role="status" className={found.length > 0 ? 'sr-only' : 'text-ink-muted'}>
            {search !== '' && (found.length > 0 ? `${found.length} found` : 'No emails match your search')}
          </p>
          <div className="flex flex-col gap-6">
            {templateGroups.map((group) => (
              <Group key={group} title={group} rows={found.filter((row) => row.group === group)} onOpen={setOpened} />
            ))}
          </div>
        </>
      ) : templates.isError ? (
        <LoadFailure message="Failed to fetch the emails" query={templates} />
      ) : (
        <Skeleton className="h-96" />
      )}
      {opened !== undefined && <TemplateDialog key={opened} id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
