import { conditionGrades, type ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'

/** The machine that the visitor valued last, for pages that calculate with it. Kept in this tab, and with consent in this browser. */

export interface KeptChoice {
  machineId: string
  grade: ConditionGrade
}

const KEPT = 'trade-in-choice'

let chosen: KeptChoice | null = null

/** @param mayStore the visitor has consented to functional storage */
export function keepChoice(choice: KeptChoice, mayStore: boolean): void {
  chosen = choice
  try {
    if (mayStore) localStorage.setItem(KEPT, JSON.stringify(choice))
  } catch {
    // Storage is full or switched off; the tab still has the choice.
  }
}

/** Called when consent is withdrawn. */
export function forgetChoice(): void {
  try {
    localStorage.removeItem(KEPT)
  } catch {
    // Storage is switched off.
  }
}

export function readKeptChoice(): KeptChoice | null {
  if (chosen) return chosen
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEPT) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('machineId' in stored) || !('grade' in stored)) return null
    const { machineId } = stored
    const grade = conditionGrades.find((each) => each === stored.grade)
    return typeof machineId === 'string' && grade ? { machineId, grade } : null
  } catch {
    return null
  }
}
