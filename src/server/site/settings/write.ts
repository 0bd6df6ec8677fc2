import type { Address } from '~/contracts/site/settings'
import type { PrismaClient } from '~/generated/prisma/client'
import { encodeSetting } from './read'

/** Writes settings of one category; unchanged ones are not written. The caller holds the table's lock. */
export async function writeSettings(
  tx: Pick<PrismaClient, 'websiteSetting'>,
  settingCategory: string,
  values: readonly (readonly [key: string, value: string | Address])[],
): Promise<void> {
  const rows = await tx.websiteSetting.findMany({ where: { settingKey: { in: values.map(([key]) => key) } } })
  const known = new Map(rows.map(({ settingKey, settingValue }) => [settingKey, settingValue]))
  for (const [settingKey, value] of values) {
    const settingValue = encodeSetting(value)
    const stored = known.get(settingKey)
    if (stored === undefined) await tx.websiteSetting.create({ data: { settingKey, settingValue, settingCategory } })
    else if (stored !== settingValue) await tx.websiteSetting.update({ where: { settingKey }, data: { settingValue } })
  }
}
