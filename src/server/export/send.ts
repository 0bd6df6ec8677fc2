import type { NextApiRequest, NextApiResponse } from 'next'
import * as z from 'zod'
import { calendarDay } from '~/lib/calendar-day'
import { sendFile } from '~/server/csv/write'
import type { Services } from '~/server/services'
import { exporters, type Export } from './nouns'

const file = z.string().regex(/^[a-z-]+\.csv$/)
const texts = z.record(z.string(), z.string())

/** Answers with a view of a list as a CSV file. The caller has made sure that an administrator asks. */
export async function sendExport({ db, now, businessTimeZone, log }: Services, req: NextApiRequest, res: NextApiResponse): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'POST') {
    res.setHeader('Allow', 'GET, POST')
    res.status(405).json({ message: 'Ask with GET or POST.' })
    return
  }
  const { file: name, ...query } = req.query
  const noun = file.safeParse(name).data?.replace(/\.csv$/, '') ?? ''
  const exporter = Object.hasOwn(exporters, noun) ? exporters[noun] : undefined
  if (!exporter) {
    res.status(404).json({ message: 'There is no such file.' })
    return
  }
  let view: Export
  try {
    view = exporter(db, texts.parse(req.method === 'POST' ? { ...query, ...z.object({ ids: z.string() }).parse(req.body) } : query))
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    res.status(400).json({ message: error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ') })
    return
  }
  await sendFile(res, log, { fileName: `${noun}-${calendarDay(now(), businessTimeZone)}.csv`, ...view })
}
