import { createHash } from 'node:crypto'
import path from 'node:path'
import { bulkhead, isBulkheadRejectedError } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import type { Content, ContentText, Margins, PageSize, Style } from 'pdfmake/interfaces'
import { codedError } from '~/server/platform/errors'

/** The drawing thread receives it as JSON. */
export interface PdfDocument {
  title: string
  author: string
  /** The only time in it; a cached document has that of its drawing. */
  createdAt: Date
  pageSize: PageSize
  pageMargins: Margins
  /** A line about the company, then the text and the page number. */
  foot?: { text: ContentText['text']; company?: ContentText['text']; margin: Margins }
  defaultStyle?: Style
  /** 40 by default; further pages are left out. */
  mostPages?: number
  /** Tables name their layouts: functions do not reach the thread. */
  content: Content[]
}

const WAITING = 100
/** Milliseconds; none of our documents takes as long. */
const LONGEST_MS = 30_000
/** Milliseconds; ending frees memory. */
const IDLE_MS = 60_000
/** MB; the largest documents take 60. */
const MOST_HEAP_MB = 256
/** Bytes and milliseconds. */
const MOST_KEPT = 16 * 1024 * 1024
const KEPT_MS = 10 * 60 * 1000
const RETRY_SECONDS = 5

/** A built file in production, which may lack the sources. */
const program = path.join(
  process.cwd(),
  process.env.NODE_ENV === 'production' ? 'dist/draw-pdf.mjs' : 'src/server/platform/pdf/draw-pdf.mjs',
)

async function startPool() {
  const { Tinypool } = await import('tinypool')
  const pool = new Tinypool({
    filename: program,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    // Hides the server's environment and arguments.
    env: {},
    execArgv: [],
  })
  // Rejects waiters of a thread that dies before it takes their document.
  pool.on('error', () => {
    pool.cancelPendingTasks()
  })
  return pool
}

interface Asked {
  json: string
  createdAt: number
}

export interface PdfLimits {
  waiting: number
  longestMs: number
}

/** @see renderPdf, the process's own */
export function createPdfMaker({ waiting, longestMs }: PdfLimits): (document: PdfDocument) => Promise<Buffer> {
  // The pool's own queue hangs when the thread dies.
  const gate = bulkhead(1, waiting)
  let pool: ReturnType<typeof startPool> | undefined
  const draw = (asked: Asked): Promise<Buffer> =>
    gate.execute(async () => {
      const drawn: unknown = await (await (pool ??= startPool())).run(asked, { signal: AbortSignal.timeout(longestMs) })
      if (!(drawn instanceof Uint8Array)) throw new Error('The thread that draws documents has answered with none')
      return Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength)
    })
  const kept = new LRUCache<string, Buffer, Asked>({
    maxSize: MOST_KEPT,
    sizeCalculation: ({ byteLength }) => byteLength,
    ttl: KEPT_MS,
    ttlAutopurge: true,
    fetchMethod: (_key, _old, { context }) => draw(context),
  })
  return async ({ createdAt, ...document }) => {
    const json = JSON.stringify(document)
    const key = createHash('sha256').update(json).digest('base64')
    try {
      return await kept.forceFetch(key, { context: { json, createdAt: createdAt.getTime() } })
    } catch (error) {
      if (isBulkheadRejectedError(error)) throw tooBusy('Too many documents are made at the moment. Please try again.')
      if (error instanceof Error && error.name === 'AbortError') throw tooBusy('This document takes too long to make. Please try again.')
      throw error
    }
  }
}

const tooBusy = (message: string) => codedError('SERVICE_UNAVAILABLE', 'over_capacity', message, RETRY_SECONDS)

declare global {
  var shopPdfMaker: ReturnType<typeof createPdfMaker> | undefined
}

/** At most 40 pages by default; equal content is drawn once. @throws SERVICE_UNAVAILABLE while a hundred wait, or after too long */
export const renderPdf = (document: PdfDocument): Promise<Buffer> =>
  (globalThis.shopPdfMaker ??= createPdfMaker({ waiting: WAITING, longestMs: LONGEST_MS }))(document)
