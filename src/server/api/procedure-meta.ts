import type { TRPCError } from '@trpc/server'

/**
 * A procedure's guard, from everybody to the fewest. 'session' asks for no second factor even if there is one, 'enrolling' not for the one
 * that administrators must add (REQUIRE_ADMIN_MFA), and 'second factor' for one of everybody.
 */
export type Access = 'public' | 'session' | 'enrolling' | 'signed in' | 'second factor' | 'administrator'

/** Attributes of a procedure; the page of the API is made from them. */
export interface ProcedureMeta {
  /** Set by the procedures of trpc.ts. */
  access?: Access
  /** Asks for a password or a code younger than ten minutes. */
  recentProof?: true
  /**
   * True if it forgives a debt or gives a customer value on one administrator's decision: above the limit it waits for a second one
   * (credit/credit-limit.ts). Every mutation of a router that handles money states true or false; tests/security/giving.test.ts calls each of
   * them.
   */
  gives?: boolean
  /** An administrators' call on many rows or long texts, whose body may be larger (body-limit.ts). */
  largeBody?: true
  /** Its purpose, in a sentence. */
  about?: string
  /** Errors beside those of its guards and its input's schema, with their cause; `true` if the code says it all. */
  errors?: Partial<Record<TRPCError['code'], string | true>>
}
