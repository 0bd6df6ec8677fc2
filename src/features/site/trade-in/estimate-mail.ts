import type { ActiveMachine } from '~/contracts/catalogue/machines'
import { conditionLabels, conditionNotes, type ConditionGrade } from '~/contracts/cases/trade-in-estimate'
import { mailLink } from '~/lib/contact-details'
import { formatEuro } from '~/lib/money'

interface EstimateMail {
  to: string
  machine: ActiveMachine
  grade: ConditionGrade
  /** EUR. */
  estimate: number
}

/** 'Excellent (Like New)' */
export const gradeLabel = (grade: ConditionGrade) => `${conditionLabels[grade]} (${conditionNotes[grade]})`

/** A link to an email that asks for the trade-in, with all that the calculator knows filled in. */
export function estimateMail({ to, machine, grade, estimate }: EstimateMail): string {
  const name = `${machine.manufacturer} ${machine.model}`
  return mailLink(to, {
    subject: `Trade-in: ${name}`,
    body: [
      'Hello,',
      '',
      'I would like to trade in this machine:',
      '',
      `Machine: ${name}`,
      ...(machine.hashrate === '' ? [] : [`Hashrate: ${machine.hashrate}`]),
      `Condition: ${gradeLabel(grade)}`,
      `Estimated store credit: ${formatEuro(estimate)}`,
      '',
      'Serial number: ',
      'Ships from (country): ',
      '',
      'Photos are attached.',
    ].join('\r\n'),
  })
}
