import { useEffect, useRef, useState } from 'react'
import { LARGEST_FILE } from '~/contracts/uploads'
import { UploadError, sendFile } from '~/lib/send-file'
import { newKey } from './new-key'

/** Files that are sent at a time: the server works on one picture after another. */
const AT_A_TIME = 2

/** A file on its way, or one that was not taken. */
export interface Upload {
  /** Sent along, so that a file which is sent twice is stored once. */
  key: string
  file: File
  /** The part of the record that it is for, such as an item of a checklist. */
  part: string | undefined
  state: 'waiting' | 'sending' | 'failed'
  /** Bytes that have gone. */
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
 * Sends files, two at a time. Uploads under way are cut when the page is left, and leave nothing.
 * @param path takes the files
 * @param queryOf names the record, and the part of it, in the path's query
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
    /** Sends one that failed again. */
    again: (upload: Upload) => {
      const once: Upload = { ...upload, state: 'waiting', sent: 0 }
      change(upload.key, once)
      enqueue([once])
    },
    /** Takes one back that is on its way, or one that failed out of sight. */
    drop: (key: string) => {
      waiting.current = waiting.current.filter((each) => each.key !== key)
      underWay.current.get(key)?.abort()
      change(key, null)
    },
  }
}
