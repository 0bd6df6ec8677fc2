import * as z from 'zod'
import { dataOf, mutate } from './client'

/** The desk's work on a repair while the server is killed, and what the server confirmed of it. */

export const repair = z.object({
  id: z.string(),
  repairNumber: z.string(),
  version: z.number(),
  status: z.string(),
  userId: z.string(),
  problemDescription: z.string().nullable(),
  diagnosis: z.string().nullable(),
  repairNotes: z.string().nullable(),
})
export const estimates = z.object({
  estimates: z.array(z.object({ version: z.number(), total: z.number(), lines: z.array(z.object({ price: z.number() })) })),
})
const uploaded = z.object({ file: z.object({ id: z.string() }) })

/** The confirmed state of one repair before the server went. */
export interface Expected {
  id: string
  /** Of the text that its three fields have in common, and of its draft's lines. */
  saves: number
  lines: number
  files: string[]
  /** Undefined where nobody has tried to complete it. */
  completed: boolean | undefined
}

export interface Round {
  url: string
  token: string
  /** Files come and go by the browser's session alone. */
  cookie: string
  userId: string
  rows: Expected[]
}

async function open({ url, token, userId, rows }: Round): Promise<{ row: Expected; version: number }> {
  const input = {
    customer: { userId },
    deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
    problemDescription: 'save 0',
  }
  const { id, version } = dataOf(await mutate(url, 'repairs.create', input, { token }), repair)
  const row: Expected = { id, saves: 0, lines: 0, files: [], completed: undefined }
  rows.push(row)
  return { row, version }
}

/** Saves three fields by one call, and an estimate that has one more line each time. */
export async function save(round: Round, onWrite: () => void): Promise<void> {
  const { row, version } = await open(round)
  const { id } = row
  for (let nth = 1; nth <= 3; nth++) {
    const text = `save ${nth}`
    const fields = { problemDescription: text, diagnosis: text, repairNotes: text }
    dataOf(await mutate(round.url, 'repairs.update', { id, version: version + nth - 1, ...fields }, round), repair)
    row.saves = nth
    onWrite()
    const lines = Array.from({ length: nth }, () => ({ kind: 'labour', label: 'An hour', quantity: 1, price: 40 }))
    dataOf(await mutate(round.url, 'repairs.saveEstimate', { id, lines }, round), estimates)
    row.lines = nth
    onWrite()
  }
}

export async function upload(round: Round, picture: Uint8Array<ArrayBuffer>, onWrite: () => void): Promise<void> {
  const { row } = await open(round)
  for (let nth = 1; nth <= 3; nth++) {
    const query = new URLSearchParams({ noun: 'repairs', id: row.id, name: `picture ${nth}.jpg` })
    const answer = await fetch(`${round.url}/api/case-files?${query.toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', cookie: round.cookie },
      body: picture,
    })
    const text = await answer.text()
    if (answer.status !== 201) throw new Error(`An upload was answered with ${answer.status}: ${text}`)
    row.files.push(uploaded.parse(JSON.parse(text)).file.id)
    onWrite()
  }
}

export async function complete(round: Round, onWrite: () => void): Promise<void> {
  const { row } = await open(round)
  row.completed = false
  dataOf(await mutate(round.url, 'repairs.updateStatus', { id: row.id, status: 'completed' }, round), repair)
  row.completed = true
  onWrite()
}
