import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import { conditionGrades, conditionLabels, conditionNotes } from '~/contracts/catalogue/trade-in-estimate'

/** The choices of selectors in the forms of cases. */
export const services = repairServiceIds.map((value) => ({ value, label: repairServices[value].label }))
export const grades = conditionGrades.map((value) => ({ value, label: `${conditionLabels[value]} (${conditionNotes[value]})` }))
