import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RowVerdict } from '~/contracts/office/imports'
import type { ImportedNoun } from '~/contracts/records'
import { sendFile } from '~/lib/send-file'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

const POLL_MS = 700

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const isWorkbook = (file: File) => /\.xls[xm]?$/i.test(file.name)

interface Sending {
  batchId: string
  file: File
  sent: number
}

/** One file: chosen, sent, checked, reviewed, then applied or discarded. Unmounting discards a file that is not applied. */
export function useImport(noun: ImportedNoun) {
  const utils = trpc.useUtils()
  const start = trpc.imports.start.useMutation()
  const submit = useSubmission()
  const cancel = trpc.imports.cancel.useMutation()
  const commit = trpc.imports.commit.useMutation()
  const map = trpc.imports.map.useMutation()
  const [sending, setSending] = useState<Sending>()
  const [batchId, setBatchId] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [verdict, setVerdict] = useState<RowVerdict>('new')
  const underWay = useRef<{ abort: AbortController; batchId?: string | undefined }>(undefined)

  const progress = trpc.imports.progress.useQuery(
    { batchId: sending?.batchId ?? '' },
    { enabled: sending !== undefined, refetchInterval: POLL_MS, retry: false },
  )
  const preview = trpc.imports.preview.useInfiniteQuery(
    { batchId: batchId ?? '', verdict },
    {
      enabled: batchId !== undefined,
      getNextPageParam: (page) => page.nextCursor,
      staleTime: Infinity,
      placeholderData: keepPreviousData,
    },
  )

  const takeBack = () => {
    const { abort, batchId: left } = underWay.current ?? {}
    underWay.current = undefined
    abort?.abort()
    if (left !== undefined) cancel.mutate({ batchId: left })
  }
  const latest = useRef(takeBack)
  useEffect(() => {
    latest.current = takeBack
  })
  useEffect(() => () => latest.current(), [])

  /** Wrong rows first, since they would be left out. */
  const showFirst = async (shown: string) => {
    const { counts } = await utils.imports.preview.fetch({ batchId: shown, limit: 1 }, { staleTime: 0 })
    setVerdict((['wrong', 'changed', 'new'] as const).find((each) => counts[each] > 0) ?? 'unchanged')
  }

  const choose = async (file: File) => {
    const abort = new AbortController()
    underWay.current = { abort }
    setFailure(undefined)
    let known: string | undefined
    try {
      const started = await submit((idempotencyKey) => start.mutateAsync({ noun, fileName: file.name, idempotencyKey }))
      known = started.batchId
      underWay.current = { abort, batchId: known }
      setSending({ batchId: started.batchId, file, sent: 0 })
      await sendFile(`/api/imports/${started.batchId}`, file, {
        type: isWorkbook(file) ? WORKBOOK : 'text/csv',
        signal: abort.signal,
        onProgress: (sent) => setSending((now) => now && { ...now, sent }),
      })
      await showFirst(started.batchId)
      setBatchId(started.batchId)
    } catch (error) {
      // The server may have given its reason before the connection ended.
      const batch =
        known !== undefined && !abort.signal.aborted ? await utils.imports.progress.fetch({ batchId: known }).catch(() => null) : null
      if (!abort.signal.aborted) setFailure(batch?.failure ?? (error instanceof Error ? error.message : 'The file could not be uploaded.'))
      takeBack()
    } finally {
      setSending(undefined)
    }
  }

  const first = preview.data?.pages[0]
  return {
    choose: (file: File) => void choose(file),
    /** Why the last file could not be read. */
    failure,
    /** During an upload: size and sent bytes, and checked rows. */
    sending: sending && { name: sending.file.name, size: sending.file.size, sent: sending.sent, checked: progress.data?.rowsRead ?? 0 },
    batchId,
    /** Undefined before the first page. */
    counts: first?.counts,
    fileName: first?.fileName,
    columns: first?.columns,
    fixed: first?.fixed,
    missing: first?.missing,
    skipped: first?.skipped ?? 0,
    /** Checks the rows again with these columns. @throws the server's refusal */
    match: async (given: { columns: (string | null)[]; fixed: Record<string, string> }) => {
      if (batchId === undefined) return
      await map.mutateAsync({ batchId, ...given })
      await utils.imports.preview.invalidate()
      await showFirst(batchId)
    },
    matching: map.isPending,
    rows: preview.data?.pages.flatMap((page) => page.rows),
    loading: preview.isFetching,
    more: preview.hasNextPage ? () => void preview.fetchNextPage() : undefined,
    verdict,
    show: setVerdict,
    /** @throws the server's refusal; after a conflict the preview is refetched */
    commit: async () => {
      if (batchId === undefined) return undefined
      try {
        const applied = await commit.mutateAsync({ batchId })
        underWay.current = undefined
        void utils[noun].invalidate()
        void utils.imports.applied.invalidate()
        return applied
      } catch (error) {
        void utils.imports.preview.reset()
        throw error
      }
    },
    committing: commit.isPending,
    again: () => {
      takeBack()
      setBatchId(undefined)
      setSending(undefined)
    },
  }
}

export type ImportSession = ReturnType<typeof useImport>
