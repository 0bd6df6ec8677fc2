import type { TRPCError } from '@trpc/server'

/**
 * A procedure's guard, from the widest to the narrowest. 'session' ignores a second factor, 'enrolling' the one that administrators must
 * add (REQUIRE_ADMIN_MFA), and 'second factor' needs one of everybody.
 */
export type Access = 'public' | 'session' | 'enrolling' | 'signed in' | 'second factor' | 'administrator'

/** The API's page is made from these. */
export interface ProcedureMeta {
  /** Set by the procedures of trpc.ts. */
  access?: Access
  /** Needs a password or a code younger than ten minutes. */
  recentProof?: true
  /**
   * True if it forgives a debt or gives a customer value: above the limit it waits for a second administrator (credit/credit-limit.ts).
   * Every mutation that handles money states true or false; tests/security/giving.test.ts calls each of them.
   */
  gives?: boolean
  /** For many rows or long texts (body-limit.ts). */
  largeBody?: true
  about?: string
  /** Errors beside those of its guards and its input's schema, with their cause; `true` if the code says it all. */
  errors?: Partial<Record<TRPCError['code'], string | true>>
}
