import type { TRPCError } from '@trpc/server'

/**
 * Who passes a procedure's guards, from everybody to the fewest. 'session' asks for no second factor even where there
 * is one, 'enrolling' not for the one that administrators must add (REQUIRE_ADMIN_MFA), and 'second factor' for one
 * of everybody.
 */
export type Access = 'public' | 'session' | 'enrolling' | 'signed in' | 'second factor' | 'administrator'

/** What is said of a procedure beside its input; docs/api.md is made from it. */
export interface ProcedureMeta {
  /** Set by the procedures of trpc.ts. */
  access?: Access
  /** A password or a code younger than ten minutes is asked for. */
  recentProof?: true
  /** An administrators' call on many rows or long texts: its body may be larger than others' (body-limit.ts). */
  largeBody?: true
  /** What it does, in a sentence. */
  about?: string
  /** What it refuses beside its guards and its input's schema, and when; `true` where the code says it all. */
  errors?: Partial<Record<TRPCError['code'], string | true>>
}
