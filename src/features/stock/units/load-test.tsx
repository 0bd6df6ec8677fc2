import { useState } from 'react'
import { Button } from '~/components/ui/button'
import type { Refurbishment } from '~/contracts/stock/refurbishing'
import { formatDateTime } from '~/lib/date-text'
import { trpc } from '~/trpc/client'
import { useBench } from './refurbishing-bench'

const MINUTE = 60_000

/** For the browser's datetime field: local time to the minute. */
const typedTime = (at: Date | null): string =>
  at === null ? '' : new Date(at.getTime() - at.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16)

interface LoadTestProps {
  of: Refurbishment
  /** Least duration. */
  minutes: number
  mayWrite: boolean
}

/** Start and end of the load test, by button or entered later. */
export function LoadTest({ of: { id, loadTestFrom: from, loadTestUntil: until }, minutes, mayWrite }: LoadTestProps) {
  const save = trpc.units.saveLoadTest.useMutation(useBench())
  const [typed, setTyped] = useState({ from: typedTime(from), until: typedTime(until) })
  const took = from && until ? Math.floor((until.getTime() - from.getTime()) / MINUTE) : null
  return (
    <>
      <p className="text-ink">
        {from === null
          ? `Not begun. It takes at least ${minutes} minutes.`
          : took === null
            ? `Running since ${formatDateTime(from)}, at least until ${formatDateTime(new Date(from.getTime() + minutes * MINUTE))}.`
            : `${took} minutes of at least ${minutes}.`}
        {from && until && (
          <span className="block text-xs text-ink-muted">
            {formatDateTime(from)} to {formatDateTime(until)}
          </span>
        )}
      </p>
      {mayWrite && (
        <>
          {(from === null || until === null) && (
            <Button
              variant="secondary"
              className="w-full sm:w-auto sm:self-start"
              busy={save.isPending}
              onClick={() => save.mutate({ id, ...(from === null ? { from: new Date() } : { until: new Date() }) })}
            >
              {from === null ? 'Start load test' : 'End load test'}
            </Button>
          )}
          <details>
            <summary className="w-fit cursor-pointer py-1 text-ink-muted underline-offset-4 hover:text-ink hover:underline">
              Enter its times
            </summary>
            <form
              className="mt-2 grid items-end gap-3 sm:flex"
              onSubmit={(event) => {
                event.preventDefault()
                const instant = (time: string) => (time === '' ? null : new Date(time))
                save.mutate({ id, from: instant(typed.from), until: instant(typed.until) })
              }}
            >
              {(['from', 'until'] as const).map((field) => (
                <label key={field} className="flex flex-col gap-1.5 font-medium text-ink">
                  {field === 'from' ? 'Began' : 'Ended'}
                  <input
                    type="datetime-local"
                    value={typed[field]}
                    onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
                    className="field font-normal sm:text-sm"
                  />
                </label>
              ))}
              <Button type="submit" variant="secondary" busy={save.isPending}>
                Save times
              </Button>
            </form>
          </details>
        </>
      )}
    </>
  )
}
