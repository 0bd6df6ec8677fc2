import { RateLimiterPrisma } from 'rate-limiter-flexible'
import * as z from 'zod'
import { Prisma } from '~/generated/prisma/client'
import type { JsonReader } from '~/server/platform/database/column-values'

const counted = z.object({ points: z.int(), expire: z.number().nullable() })

/**
 * The library's limiter over Prisma, whose counting is one statement instead of two or three: each change that
 * somebody makes is counted (docs/decisions/045).
 */
export class StatementLimiter extends RateLimiterPrisma {
  constructor(
    private readonly db: JsonReader,
    options: ConstructorParameters<typeof RateLimiterPrisma>[0],
  ) {
    super(options)
  }

  /**
   * What the library calls to count: an expired row begins a new window, any other one is added to.
   * @param msDuration of a new window; 0 has no end
   * @param forceExpire begins a new window in any case
   */
  async _upsert(key: string, points: number, msDuration: number, forceExpire = false): Promise<z.output<typeof counted>> {
    const now = new Date()
    const end = msDuration > 0 ? new Date(now.getTime() + msDuration) : null
    const isOver = Prisma.sql`${forceExpire}::boolean OR known.expire <= ${now.toISOString()}::timestamptz`
    return counted.parse(
      await this.db.readJson(Prisma.sql`
      INSERT INTO rate_limits AS known (key, points, expire) VALUES (${key}::text, ${points}::int, ${end?.toISOString() ?? null}::timestamptz)
      ON CONFLICT (key) DO UPDATE SET
        points = CASE WHEN ${isOver} THEN EXCLUDED.points ELSE known.points + EXCLUDED.points END,
        expire = CASE WHEN ${isOver} THEN EXCLUDED.expire ELSE known.expire END
      RETURNING json_build_object('points', points, 'expire', extract(epoch FROM expire) * 1000)::text`),
    )
  }
}
