import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isConflict } from '~/components/form/server-errors'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import type { Undone } from '~/lib/status-change'
import { storedStatusLabel } from '~/lib/status-labels'

const StatusConflict = onDemand(() => import('./status-conflict').then((module) => module.StatusConflict))

/** Every row that can be changed has these. */
interface Versioned {
  id: string
  version: number
  /** Of a row that was just saved: what the change has caused, in sentences. */
  notices?: string[]
  /** And which emails it has written. */
  letters?: { change: string }
}

interface StatusChangeOptions<Row extends Versioned, Value extends string> {
  /** For example 'Status': what the comparison of two versions calls it. */
  label: string
  /** For example 'this order'. */
  subject: string
  name?: (row: Row) => string
  read: (row: Row) => Value
  write: (row: Row, value: Value) => Row
  /**
   * Saves over the row's version and answers the row as it is then; throws CONFLICT when it is a stale one.
   * @param undone the change that is undone by it: then nobody is written to
   */
  save: (row: Row, value: Value, undone?: Undone) => Promise<Row>
  reload: (row: Row) => Promise<Row>
  /** Puts what is stored now into what is shown, and has everything else that depends on it read again. */
  onStored: (row: Row) => void
  /** The toast's text (requirements §8 Successes), and the one of a failure. */
  done: (value: Value) => string
  failed: string
}

interface Dispute<Row, Value> {
  base: Row
  mine: Value
  theirs: Row
}

/**
 * Changing the status or the role of rows in a list: the new value shows at once and goes back when
 * saving fails; the toast of a success undoes it; of two people's changes none is lost unseen.
 * `change` stays the same function, so that columns may hold on to it.
 */
export function useStatusChange<Row extends Versioned, Value extends string>(options: StatusChangeOptions<Row, Value>) {
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })
  /** An 'Undo' outlives its screen: then there is no place for a comparison. */
  const onScreen = useRef(true)
  useEffect(() => {
    onScreen.current = true
    return () => {
      onScreen.current = false
    }
  }, [])
  const [wanted, setWanted] = useState<ReadonlyMap<string, Value>>(new Map())
  const [dispute, setDispute] = useState<Dispute<Row, Value>>()
  // The row's last save: the next one goes over what that leaves.
  const saves = useRef(new Map<string, Promise<Row>>())

  const change = useCallback(function change(row: Row, value: Value, undone?: Undone) {
    setWanted((now) => new Map(now).set(row.id, value))
    const before = saves.current.get(row.id) ?? Promise.resolve(row)
    const saved = before.then((base) => attempt(base, value))
    saves.current.set(row.id, saved)
    void saved.then(() => {
      // A later change of the same row still waits.
      if (saves.current.get(row.id) !== saved) return
      saves.current.delete(row.id)
      setWanted((now) => new Map([...now].filter(([id]) => id !== row.id)))
    })

    /** Saves, and answers the row as it is then, whatever came of it. */
    async function attempt(base: Row, mine: Value): Promise<Row> {
      const { read, save, reload, onStored, done, failed, name } = latest.current
      try {
        const stored = await save(base, mine, undone)
        onStored(stored)
        sayDone(done(mine), stored, read(base))
        return stored
      } catch (error) {
        if (!isConflict(error)) {
          notifyError(failed, error, undefined, name?.(base))
          return base
        }
        try {
          const theirs = await reload(base)
          onStored(theirs)
          // Somebody else has set the same: what was asked for is so.
          if (read(theirs) === mine) notifySuccess(done(mine), { id: toastOf(base), about: name?.(base) })
          else if (onScreen.current) setDispute({ base, mine, theirs })
          else notifyError(failed, error, changedMeanwhile(latest.current.label, read(theirs)), name?.(base))
          return theirs
        } catch (reason) {
          notifyError(failed, reason, undefined, name?.(base))
          return base
        }
      }
    }

    function sayDone(text: string, stored: Row, previous: Value) {
      sayStored(text, stored, previous, latest.current, change)
    }
  }, [])

  /** Shows a row that was saved in another way than by `change`, and offers the way back. */
  const saved = (base: Row, stored: Row) => {
    const { read, onStored, done } = latest.current
    onStored(stored)
    sayStored(done(read(stored)), stored, read(base), latest.current, change)
  }

  return {
    shown: (row: Row): Row => {
      const value = wanted.get(row.id)
      return value === undefined ? row : options.write(row, value)
    },
    change,
    saved,
    /** The comparison of two versions while one is to be chosen; must be rendered. */
    dialog: dispute && (
      <StatusConflict
        label={options.label}
        subject={options.subject}
        base={options.read(dispute.base)}
        mine={dispute.mine}
        theirs={options.read(dispute.theirs)}
        onKeepMine={() => {
          setDispute(undefined)
          change(dispute.theirs, dispute.mine)
        }}
        onUseTheirs={() => setDispute(undefined)}
      />
    ),
  }
}

function sayStored<Row extends Versioned, Value extends string>(
  text: string,
  stored: Row,
  previous: Value,
  { read, name }: Pick<StatusChangeOptions<Row, Value>, 'read' | 'name'>,
  change: (row: Row, value: Value, undone?: Undone) => void,
) {
  notifySuccess(text, {
    id: toastOf(stored),
    about: name?.(stored),
    reason: stored.notices?.join(' '),
    // Nothing to undo where nothing has changed.
    ...(previous !== read(stored) && { action: { label: 'Undo', onAction: () => change(stored, previous, stored) } }),
  })
}

const changedMeanwhile = (label: string, theirs: string) =>
  `${label} is now ${storedStatusLabel(theirs)}: somebody else has changed it since, so nothing was undone.`

/** A row's newer toast takes the place of the older one, whose way back no longer fits. */
const toastOf = (row: Versioned) => `change-${row.id}`
