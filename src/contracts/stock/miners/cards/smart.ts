import type { Answers } from '../answers'
import { numberOf, type Source } from '../said'
import type { CardProgram } from './program'
import type { DriveReading } from './shape'

/** `smartctl -j -a`. */

/** SMART attributes of a SATA drive: reallocated (5), pending (197) and uncorrectable (198) sectors. */
const BAD = new Set([5, 197, 198])

function driveOf(page: Source): DriveReading {
  const ata = page.inside('ata_smart_attributes').rows('table', 64)
  const nvme = page.inside('nvme_smart_health_information_log')
  const bad = ata.filter((row) => BAD.has(row.number('id')?.value ?? 0)).map((row) => numberOf(row.inside('raw').fields.value) ?? 0)
  const media = numberOf(nvme.fields.media_errors)
  const left = ata.find(
    (row) => [231, 233, 177, 202].includes(row.number('id')?.value ?? 0) && /wear|life|percent/i.test(row.text('name')?.value ?? ''),
  )
  const normalised = left?.number('value')?.value ?? null
  const raw = numberOf(left?.inside('raw').fields.value)
  // Some makers put the remaining life into the raw value and leave the other at 100.
  const isRaw = /life_left/i.test(left?.text('name')?.value ?? '') && raw !== null && raw >= 0 && raw <= (normalised ?? 0)
  const remaining = isRaw ? raw : normalised
  return {
    model: page.text('model_name', 'scsi_model_name', 'product')?.value ?? null,
    serialNumber: page.text('serial_number')?.value ?? null,
    isWell: page.inside('smart_status').boolean('passed')?.value ?? null,
    poweredOn: page.inside('power_on_time').number('hours')?.value ?? numberOf(nvme.fields.power_on_hours),
    temperature: page.inside('temperature').number('current')?.value ?? null,
    badSectors: bad.length > 0 ? bad.reduce((sum, value) => sum + value, 0) : media,
    used: numberOf(nvme.fields.percentage_used) ?? (remaining === null ? null : Math.max(0, 100 - remaining)),
  }
}

export const smart: CardProgram = {
  name: 'smartctl',
  read: (answers: Answers) => {
    const drives = answers.pages.filter((page) => page.has('smartctl') && (page.has('model_name') || page.has('device')))
    const known = drives
      .map(driveOf)
      // `smartctl -A` reports only attributes.
      .filter(({ model, isWell, poweredOn, badSectors, used }) =>
        [model, isWell, poweredOn, badSectors, used].some((said) => said !== null),
      )
    return known.length === 0 ? [] : [{ program: 'smartctl', cards: [], drives: known }]
  },
}
