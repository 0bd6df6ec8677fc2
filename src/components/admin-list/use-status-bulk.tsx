import { recordMessages } from '~/lib/record-messages'
import { BulkBar } from './bulk-bar'
import { BulkStatus } from './bulk-status'
import { ExportSelected } from './export-links'
import { useSelection } from './selection'
import type { StatusListDefinition, StatusListPage, StatusRecords, StatusRow, StatusView } from './status-records'

/** Work on many rows at once: which are selected, and the bar that says what can be done with them. */
export function useStatusBulk<Row extends StatusRow, List extends StatusListPage<Row>>(
  { noun, statuses, name }: StatusListDefinition<Row, List>,
  records: StatusRecords<Row, List>,
  { search, status }: { search?: string | undefined; status?: Row['status'] | undefined },
) {
  const { data } = records.list
  const page = (data?.rows ?? []).map((row) => ({ id: row.id, version: row.version, name: name(row) }))
  const view: StatusView<Row['status']> = { ...(search !== undefined && { search }), ...(status !== undefined && { status }) }
  const { chosen, ...selection } = useSelection(page, view)

  const bar = data && (
    <BulkBar noun={noun.many} matching={data.matching} matchingIsLeast={data.matchingIsLeast} count={() => records.countMatching(view)}>
      <BulkStatus
        noun={noun.many}
        statuses={statuses}
        count={selection.count}
        all={selection.all}
        change={(next) => records.saveMany(chosen, next)}
        failed={recordMessages(noun).statusFailed}
        onDone={() => {
          selection.clear()
          records.onManySaved()
        }}
      />
      <ExportSelected chosen={chosen} />
    </BulkBar>
  )
  return { selection, bar }
}
