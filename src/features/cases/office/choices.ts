import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import { conditionGrades, conditionLabels, conditionNotes } from '~/contracts/catalogue/trade-in-estimate'

export const services = repairServiceIds.map((value) => ({ value, label: repairServices[value].label }))
export const grades = conditionGrades.map((value) => ({ value, label: `${conditionLabels[value]} (${conditionNotes[value]})` }))
