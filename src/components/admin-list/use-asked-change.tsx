import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { onDemand } from '~/components/ui/on-demand'
import type { StatusQuestion, StatusRecords, StatusRow } from './status-records'

const ConfirmDialog = onDemand(() => import('~/components/ui/confirm-dialog').then((module) => module.ConfirmDialog))

/**
 * A change of one row's status that asks first where there is something to ask. The function stays the same, so that columns may hold on to
 * it; `question` must be rendered.
 */
export function useAskedChange<Row extends StatusRow>(
  change: (row: Row, status: Row['status']) => void,
  askFirst: StatusRecords<Row, unknown>['askFirst'],
) {
  const [asked, setAsked] = useState<StatusQuestion & { go: () => void }>()
  const ask = useRef(askFirst)
  useLayoutEffect(() => {
    ask.current = askFirst
  })
  const askedChange = useCallback(
    (row: Row, status: Row['status']) => {
      const answer = ask.current?.({ ids: [{ id: row.id, version: row.version }] }, status)
      if (!answer) {
        change(row, status)
        return
      }
      const go = () => change(row, status)
      // If it could not be asked, the change itself says what is wrong.
      void answer.catch(() => null).then((found) => (found === null ? go() : setAsked({ ...found, go })))
    },
    [change],
  )
  return {
    askedChange,
    question: asked && (
      <ConfirmDialog
        title="Change status?"
        message={asked.text}
        confirmLabel={asked.confirm}
        cancelLabel="Cancel"
        variant="primary"
        onConfirm={() => {
          asked.go()
          setAsked(undefined)
        }}
        onCancel={() => setAsked(undefined)}
      />
    ),
  }
}
