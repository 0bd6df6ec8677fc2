export type ReadableCheck = 'powers_on' | 'hashrate' | 'boards' | 'cards' | 'fans' | 'power_supply' | 'firmware_lock'

export interface EvaluationProposal {
  /** Each with its reason; items that the reading cannot judge are absent. */
  checks: { item: ReadableCheck; result: 'ok' | 'fault'; note: string }[]
  /** Null if the reading does not suffice. */
  grade: { grade: 'excellent' | 'good' | 'fair' | 'poor'; reason: string } | null
  deductions: { label: string; explanation: string }[]
  /** Limits of the reading and next steps; absent without any. */
  notes?: string[]
}
