import { hashrateText } from '~/contracts/catalogue/hashrate'
import type { Prisma } from '~/generated/prisma/client'

/** Measurements of the units that a product offers, for its card. */

interface Measured {
  product: string
  /** H/s. */
  least: number
  most: number
  /** Watts; null where a passport does not say. */
  leastPower: number | null
  mostPower: number | null
}

const watts = (power: number) => `${Math.round(power).toLocaleString('en-GB')} W`
const span = (least: string, most: string) => (least === most ? least : `${least} to ${most}`)

/**
 * '103.2 TH/s, 3,041 W' for each product whose listed units have passports that count, by the product's id; the least and the most where
 * they differ. Only numbers count.
 */
export async function measuredOf(
  prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (productIds.length === 0) return new Map()
  const rows = await prisma.$queryRaw<Measured[]>`
    SELECT product::text AS product, min(rate)::float8 AS least, max(rate)::float8 AS most,
      CASE WHEN count(power) = count(*) THEN min(power)::float8 END AS "leastPower", CASE WHEN count(power) = count(*) THEN max(power)::float8 END AS "mostPower"
    FROM (
      SELECT u.product_id AS product, (CASE WHEN jsonb_typeof(m->'hashrate') = 'number' THEN (m->>'hashrate')::numeric END) AS rate,
        (CASE WHEN jsonb_typeof(m->'power') = 'number' THEN (m->>'power')::numeric END) AS power
      FROM units AS u, LATERAL (
        SELECT p.content->'measured' AS m FROM passports AS p
        WHERE p.unit_id IN (SELECT unit_family(u.id)) AND p.revoked_at IS NULL ORDER BY p.issued_at DESC, p.id DESC LIMIT 1
      ) AS newest
      WHERE u.product_id = ANY(${[...productIds]}::uuid[]) AND u.state = 'listed' AND u.merged_into IS NULL
    ) AS measured WHERE rate > 0 AND rate < 1e24 AND (power IS NULL OR power BETWEEN 0 AND 1e7) GROUP BY product`
  return new Map(
    rows.map(({ product, least, most, leastPower, mostPower }) => {
      const power = leastPower === null || mostPower === null ? [] : [span(watts(leastPower), watts(mostPower))]
      return [product, [span(hashrateText(least), hashrateText(most)), ...power].join(', ')]
    }),
  )
}
