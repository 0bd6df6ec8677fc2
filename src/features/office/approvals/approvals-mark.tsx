import type { Scope } from '~/contracts/identity/api-keys'
import { useWaiting } from './use-waiting'

/** How much waits for the word of whoever reads it, beside the link to the approvals. */
export function ApprovalsMark({ scopes }: { scopes: readonly Scope[] | null }) {
  const { mine } = useWaiting(scopes)
  if (mine === 0) return null
  return (
    <span className="ml-auto rounded-full bg-accent px-2 text-xs leading-5 font-semibold text-on-accent tabular-nums group-data-[state=closed]/sidebar:absolute group-data-[state=closed]/sidebar:top-0 group-data-[state=closed]/sidebar:right-0 group-data-[state=closed]/sidebar:px-1.5 group-data-[state=closed]/sidebar:leading-4">
      {mine}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
