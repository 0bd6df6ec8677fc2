import { recordOf } from '~/contracts/keys'
import { policyFault, policyNames, policyValue, type Policies, type PolicyName } from '~/contracts/office/policies'
import { env } from '~/env'
import type { Prisma } from '~/generated/prisma/client'
import { Kept } from '~/server/platform/change-feed/kept-value'
import type { ChangeHub } from '~/server/platform/change-feed/change-hub'
import type { Database } from '~/server/platform/database/database'
import type { Logger } from '~/server/platform/log'

export interface ShopPolicies extends Policies {}

export const policiesOfEnvironment = (of = env()): Policies => ({
  offerLimit: of.OFFER_LIMIT,
  creditLimit: of.CREDIT_LIMIT,
  quoteDays: of.QUOTE_DAYS,
  estimateDays: of.ESTIMATE_DAYS,
  offerDays: of.OFFER_DAYS,
  warrantyDays: of.WARRANTY_DAYS,
  answerReminderDays: of.ANSWER_REMINDER_DAYS,
  lastAnswerReminderDays: of.LAST_ANSWER_REMINDER_DAYS,
  creditReminderDays: of.CREDIT_REMINDER_DAYS,
  lastCreditReminderDays: of.LAST_CREDIT_REMINDER_DAYS,
})

interface Stored {
  name: string
  value: Prisma.Decimal | null
}

/** Plain SQL may have stored an invalid value. @returns the default with the fault then */
export function countingValue(
  name: PolicyName,
  rows: readonly Stored[],
  defaults: Policies,
): { value: number; isSet: boolean; fault: string | null } {
  const stored = rows.find((row) => row.name === name)?.value ?? null
  if (stored === null) return { value: defaults[name], isSet: false, fault: null }
  const { data, error } = policyValue(name).safeParse(stored.toNumber())
  return data === undefined
    ? { value: defaults[name], isSet: true, fault: `${stored.toString()}: ${error.issues[0]?.message ?? 'not valid'}` }
    : { value: data, isSet: true, fault: null }
}

const together = (rows: readonly Stored[], defaults: Policies): Policies =>
  recordOf(policyNames, (name) => countingValue(name, rows, defaults).value)

/** If stored policies contradict each other, the environment's reminders count. */
function policiesOf(rows: readonly Stored[], defaults: Policies): Policies {
  const found = together(rows, defaults)
  if (policyFault(found) === null) return found
  const { answerReminderDays, lastAnswerReminderDays, creditReminderDays, lastCreditReminderDays } = defaults
  return { ...found, answerReminderDays, lastAnswerReminderDays, creditReminderDays, lastCreditReminderDays }
}

/** Follows the table in every process; usable within a transaction. */
export const livePolicies = (db: Database, hub: ChangeHub, log: Logger, defaults: Policies): Kept<Policies> =>
  new Kept({
    table: 'policies',
    first: defaults,
    hub,
    log,
    load: async () => {
      const rows = await db.prisma.policy.findMany({ where: { name: { in: policyNames } }, select: { name: true, value: true } })
      const faults = policyNames.flatMap((name) => countingValue(name, rows, defaults).fault ?? [])
      if (faults.length > 0) log.error({ faults }, 'A stored limit or period cannot be used: the environment’s counts')
      return policiesOf(rows, defaults)
    },
  })
