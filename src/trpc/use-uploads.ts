import { useEffect, useRef, useState } from 'react'
import { LARGEST_FILE } from '~/contracts/uploads'
import { UploadError, sendFile } from '~/lib/send-file'
import { newKey } from './new-key'

/** The server processes one picture at a time. */
const AT_A_TIME = 2

/** A file that is being sent, or one that failed. */
export interface Upload {
  /** Idempotency key: a file sent twice is stored once. */
  key: string
  file: File
  /** The part of the record, such as an item of a checklist. */
  part: string | undefined
  state: 'waiting' | 'sending' | 'failed'
  /** Bytes. */
  sent: number
  message?: string
  mayTryAgain?: boolean
}

const TOO_LARGE = 'This file is larger than 15 MB. Send a smaller one.'
const EMPTY = 'This file is empty.'

const begin = (file: File, part: string | undefined): Upload => {
  const upload = { key: newKey(), file, part, sent: 0 }
  const message = file.size > LARGEST_FILE ? TOO_LARGE : file.size === 0 ? EMPTY : undefined
  return message === undefined ? { ...upload, state: 'waiting' } : { ...upload, state: 'failed', message, mayTryAgain: false }
}

/**
 * Sends files, two at a time. Leaving the page cancels pending uploads, which leave nothing behind.
 * @param path takes the files
 * @param queryOf names the record, and its part, in the path's query
 * @param onStored called after each stored file
 */
export function useUploads(path: string, queryOf: (part: string | undefined) => Record<string, string>, onStored: () => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const waiting = useRef<Upload[]>([])
  const underWay = useRef(new Map<string, AbortController>())

  const change = (key: string, to: Partial<Upload> | null) => {
    setUploads((all) => all.flatMap((each) => (each.key !== key ? each : to === null ? [] : { ...each, ...to })))
  }

  const send = async ({ key, file, part }: Upload) => {
    const abort = new AbortController()
    underWay.current.set(key, abort)
    change(key, { state: 'sending', sent: 0 })
    const query = new URLSearchParams({ ...queryOf(part), name: file.name, idempotencyKey: key })
    try {
      await sendFile(`${path}?${query.toString()}`, file, {
        type: 'application/octet-stream',
        signal: abort.signal,
        onProgress: (sent) => change(key, { sent }),
      })
      change(key, null)
      onStored()
    } catch (error) {
      if (abort.signal.aborted) return
      const message = error instanceof Error ? error.message : 'The file could not be uploaded.'
      change(key, { state: 'failed', message, mayTryAgain: error instanceof UploadError && error.mayTryAgain })
    } finally {
      underWay.current.delete(key)
      sendNext()
    }
  }
  const sendNext = () => {
    while (underWay.current.size < AT_A_TIME) {
      const next = waiting.current.shift()
      if (!next) return
      void send(next)
    }
  }
  const enqueue = (more: readonly Upload[]) => {
    waiting.current.push(...more.filter(({ state }) => state === 'waiting'))
    sendNext()
  }

  useEffect(() => {
    const all = underWay.current
    const queue = waiting.current
    return () => {
      queue.length = 0
      for (const abort of all.values()) abort.abort()
    }
  }, [])

  return {
    uploads,
    add: (files: readonly File[], part?: string) => {
      const begun = files.map((file) => begin(file, part))
      setUploads((all) => [...all, ...begun])
      enqueue(begun)
    },
    /** Retries a failed one. */
    again: (upload: Upload) => {
      const once: Upload = { ...upload, state: 'waiting', sent: 0 }
      change(upload.key, once)
      enqueue([once])
    },
    /** Cancels one, or removes a failed one from the list. */
    drop: (key: string) => {
      waiting.current = waiting.current.filter((each) => each.key !== key)
      underWay.current.get(key)?.abort()
      change(key, null)
    },
  }
}
