import { conditionGrades, type ConditionGrade } from '~/contracts/catalogue/trade-in-estimate'

/** The machine that a visitor has valued last, for pages that count with it: in this tab, and with consent in this browser. */

export interface KeptChoice {
  machineId: string
  grade: ConditionGrade
}

/** Functional storage (requirements §2 Cookie consent banner). */
const KEPT = 'trade-in-choice'

let chosen: KeptChoice | null = null

/** @param mayStore the visitor has consented to functional storage */
export function keepChoice(choice: KeptChoice, mayStore: boolean): void {
  chosen = choice
  try {
    if (mayStore) localStorage.setItem(KEPT, JSON.stringify(choice))
  } catch {
    // Storage is full or switched off: the tab knows the choice.
  }
}

/** Removes what is stored, when consent is withdrawn. */
export function forgetChoice(): void {
  try {
    localStorage.removeItem(KEPT)
  } catch {
    // Storage is switched off: nothing stands there.
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
