/** The results that a reading proposes for an evaluation. An administrator decides. */

/** The checks of an evaluation that a reading can answer. */
export type ReadableCheck = 'powers_on' | 'hashrate' | 'boards' | 'cards' | 'fans' | 'power_supply' | 'firmware_lock'

export interface EvaluationProposal {
  /** Proposed results of the checklist, each with its reason. Items that the reading cannot judge are absent. */
  checks: { item: ReadableCheck; result: 'ok' | 'fault'; note: string }[]
  /** Null if the reading does not suffice. */
  grade: { grade: 'excellent' | 'good' | 'fair' | 'poor'; reason: string } | null
  deductions: { label: string; explanation: string }[]
  /** Limits of the reading, and next steps, for the evaluator; absent if there are none. */
  notes?: string[]
}
