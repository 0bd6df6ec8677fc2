/** What the dialog of an import works with; `useImport` (src/trpc) makes it. */

export const verdicts = ['new', 'changed', 'wrong', 'unchanged'] as const
export type Verdict = (typeof verdicts)[number]

type Value = string | number | boolean | null

export interface PreviewRow {
  line: number
  verdict: Verdict
  name: string
  fields: readonly { field: string; before: Value; after: Value }[]
  faults: readonly { field: string | null; message: string }[]
}

export interface ImportSession {
  choose: (file: File) => void
  failure: string | undefined
  sending: { name: string; size: number; sent: number; checked: number } | undefined
  batchId: string | undefined
  counts: Record<Verdict, number> | undefined
  fileName: string | undefined
  rows: readonly PreviewRow[] | undefined
  loading: boolean
  more: (() => void) | undefined
  /** Of which rows are shown. */
  verdict: Verdict
  show: (verdict: Verdict) => void
  commit: () => Promise<{ new: number; changed: number; unchanged: number } | undefined>
  committing: boolean
  again: () => void
}
