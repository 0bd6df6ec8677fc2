import type { TRPCError } from '@trpc/server'

/** From the widest to the narrowest. 'session' ignores a second factor, 'enrolling' the one that administrators must add. */
export type Access = 'public' | 'session' | 'enrolling' | 'signed in' | 'second factor' | 'administrator'

export interface ProcedureMeta {
  access?: Access
  /** Needs a password or a code younger than ten minutes. */
  recentProof?: true
  /**
   * True if it forgives a debt or gives a customer value: above the limit it waits for a second administrator (credit/credit-limit.ts).
   * Every mutation that handles money states true or false; tests/security/giving.test.ts calls each of them.
   */
  gives?: boolean
  largeBody?: true
  about?: string
  /** Errors beside those of its guards and its input's schema, with their cause; `true` if the code says it all. */
  errors?: Partial<Record<TRPCError['code'], string | true>>
}
