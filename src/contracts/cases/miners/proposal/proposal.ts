/** What a reading proposes for an evaluation. An administrator decides. */

/** The checks of an evaluation that a reading can answer. */
export type ReadableCheck = 'powers_on' | 'hashrate' | 'boards' | 'cards' | 'fans' | 'power_supply' | 'firmware_lock'

export interface EvaluationProposal {
  /** Items of the checklist, with the reason of each result. What the reading says nothing of is not among them. */
  checks: { item: ReadableCheck; result: 'ok' | 'fault'; note: string }[]
  /** Null where the reading says too little. */
  grade: { grade: 'excellent' | 'good' | 'fair' | 'poor'; reason: string } | null
  /** The label of a reason for deductions, and why it is proposed. */
  deductions: { label: string; explanation: string }[]
  /** What the reading cannot say, and what to ask or do: for the evaluator. Left out where there is nothing. */
  notes?: string[]
}
