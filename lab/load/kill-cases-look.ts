import sharp from 'sharp'
import * as z from 'zod'
import { dataOf, query } from './client'
import { estimates, repair, type Expected, type Round } from './kill-cases-work'
import type { Findings } from './scenario'

/** Checks what is there once the server has started again. */

const timeline = z.object({ rows: z.array(z.object({ kind: z.string(), detail: z.looseObject({ isSent: z.boolean().optional() }) })) })
const files = z.object({ files: z.array(z.object({ id: z.string(), address: z.string(), thumbnailAddress: z.string().nullable() })) })

/** The emails about its completion, of the timeline of a repair. */
const statusEmails = (of: z.output<typeof timeline>) =>
  of.rows.filter(({ kind, detail }) => kind === 'email' && detail.kind === 'completed')

/** Looks at one repair as an administrator sees it. */
export async function look(
  findings: Findings,
  { url, token, cookie }: Pick<Round, 'url' | 'token' | 'cookie'>,
  row: Expected,
): Promise<void> {
  const { id } = row
  const of = { noun: 'repairs', id }
  const found = dataOf(await query(url, 'repairs.byId', { id }, { token }), repair)
  const name = found.repairNumber
  const told = dataOf(await query(url, 'cases.timeline', of, { token }), timeline)
  if (row.completed !== undefined) {
    const isCompleted = found.status === 'completed'
    const emails = statusEmails(told).length
    findings.check(isCompleted || !row.completed, `${name}: a confirmed status is lost`)
    findings.check(emails === (isCompleted ? 1 : 0), `${name} is ${found.status} with ${emails} emails about its completion`)
    return
  }
  const saved = Number(found.problemDescription?.split(' ')[1])
  findings.check(saved === row.saves || saved === row.saves + 1, `${name}: ${found.problemDescription} instead of save ${row.saves}`)
  const whole = saved === 0 || (found.diagnosis === found.problemDescription && found.repairNotes === found.problemDescription)
  findings.check(whole, `${name} is half saved: ${found.problemDescription}, ${found.diagnosis}, ${found.repairNotes}`)
  const [draft] = dataOf(await query(url, 'repairs.estimates', { id }, { token }), estimates).estimates
  const lines = draft?.lines.length ?? 0
  findings.check(lines === row.lines || lines === row.lines + 1, `${name}: an estimate of ${lines} lines instead of ${row.lines}`)
  findings.check((draft?.total ?? 0) === 40 * lines, `${name}: ${lines} lines come to ${draft?.total}`)
  const shown = dataOf(await query(url, 'cases.files.list', of, { token }), files).files
  const missing = row.files.filter((each) => !shown.some((file) => file.id === each))
  findings.check(missing.length === 0, `${name}: ${missing.length} confirmed files are lost`)
  for (const { address, thumbnailAddress } of shown) {
    for (const part of [address, thumbnailAddress]) {
      const answer = await fetch(new URL(part ?? '', url), { headers: { cookie } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      const isPicture =
        answer.ok &&
        (
          await sharp(bytes)
            .metadata()
            .catch(() => undefined)
        )?.format === 'jpeg'
      findings.check(isPicture, `${name}: a file that is shown is no picture (${answer.status}, ${bytes.length} bytes)`)
    }
  }
}

/** True once every email about the completion of a repair has been sent. */
export async function isDelivered({ url, token }: Pick<Round, 'url' | 'token'>, { id }: Expected): Promise<boolean> {
  const found = dataOf(await query(url, 'cases.timeline', { noun: 'repairs', id }, { token }), timeline)
  return statusEmails(found).every(({ detail }) => detail.isSent === true)
}
