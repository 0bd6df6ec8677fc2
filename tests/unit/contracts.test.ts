import { describe, expect, it } from 'vitest'
import { machineInput } from '~/contracts/catalogue/machines'
import { orderStatuses, repairStatuses, tradeInStatuses, userRoles } from '~/contracts/statuses'
import { saveSettingsInput, settingLabel } from '~/contracts/site/settings'
import { conditionGrades, tradeInEstimate } from '~/contracts/catalogue/trade-in-estimate'
import { OrderStatus, RepairStatus, TradeInStatus, UserRole } from '~/generated/prisma/enums'
import { formatEuro, formatWholeEuro } from '~/lib/money'

const messagesOf = (input: unknown) => saveSettingsInput.safeParse(input).error?.issues.map((issue) => issue.message) ?? []

describe('status tuples', () => {
  it('are the enums of the database, in its order', () => {
    expect(orderStatuses).toEqual(Object.values(OrderStatus))
    expect(repairStatuses).toEqual(Object.values(RepairStatus))
    expect(tradeInStatuses).toEqual(Object.values(TradeInStatus))
    expect(userRoles).toEqual(Object.values(UserRole))
  })
})

describe('settings', () => {
  it('say word for word what is missing', () => {
    expect(
      messagesOf({ tab: 'general', values: { site_title: '', company_name: '', company_tagline: '', company_description: '' } }),
    ).toEqual(['Site title is required', 'Company name is required', 'Company tagline is required', 'Company description is required'])
    expect(
      messagesOf({
        tab: 'contact',
        values: { contact_email: 'nobody', phone_number: '', address_line1: '', address_line2: '', address_line3: '' },
      }),
    ).toEqual([
      'Valid email is required',
      'Phone number is required',
      'Address line 1 is required',
      'Address line 2 is required',
      'Address line 3 is required',
    ])
    expect(messagesOf({ tab: 'homepage', values: { hero_title: '', hero_description: '', hero_badge_text: '' } })).toEqual([
      'Hero title is required',
      'Hero description is required',
      'Hero badge text is required',
    ])
    expect(
      messagesOf({
        tab: 'about',
        values: {
          stats_miners_serviced: '',
          stats_years_experience: '',
          stats_countries_served: '',
          stats_satisfaction_rate: '',
          mission_statement: '',
        },
      }),
    ).toEqual([
      'Miners serviced stat is required',
      'Years experience stat is required',
      'Countries served stat is required',
      'Satisfaction rate stat is required',
      'Mission statement is required',
    ])
    expect(messagesOf({ tab: 'seo', values: { meta_description: '', meta_keywords: '' } })).toEqual([
      'Meta description is required',
      'Meta keywords are required',
    ])
    expect(messagesOf({ tab: 'social', values: { social_twitter: '', social_linkedin: '', social_facebook: 'no address' } })).toEqual([])
  })

  it('label their fields by their keys', () => {
    expect(['hero_title', 'contact_email', 'address_line1'].map(settingLabel)).toEqual(['Hero title', 'Contact email', 'Address line 1'])
  })
})

describe('a machine', () => {
  it('has 0 for a value that is no number, and cents at most', () => {
    const machine = machineInput.parse({
      manufacturer: 'Bitmain',
      model: 'S19',
      baseValueExcellent: '1300.505',
      baseValueGood: 'much',
      baseValueFair: '',
      baseValuePoor: 12,
    })
    expect(machine).toMatchObject({ baseValueExcellent: 1300.51, baseValueGood: 0, baseValueFair: 0, baseValuePoor: 12 })
    expect(machine).toMatchObject({ category: 'ASIC Miner', isActive: true, notes: null, hashrate: '', powerConsumption: '' })
  })

  it('must have a manufacturer and a model, and no negative value', () => {
    const issues = machineInput.safeParse({
      manufacturer: ' ',
      baseValueExcellent: -1,
      baseValueGood: 0,
      baseValueFair: 0,
      baseValuePoor: 0,
    }).error?.issues
    expect(issues?.map((issue) => issue.path.join('.'))).toEqual(['manufacturer', 'model', 'baseValueExcellent'])
  })
})

describe('the trade-in estimate', () => {
  const machine = { baseValueExcellent: 1300.5, baseValueGood: 1000, baseValueFair: 700, baseValuePoor: 150 }
  it('is the base value of the grade', () => {
    expect(conditionGrades.map((grade) => tradeInEstimate(machine, grade))).toEqual([1300.5, 1000, 700, 150])
  })
  it('is 0 while machine or condition is missing', () => {
    expect([tradeInEstimate(undefined, 'good'), tradeInEstimate(machine, undefined)]).toEqual([0, 0])
  })
})

describe('amounts', () => {
  it('read as the contract says', () => {
    expect([formatEuro(1300.5), formatEuro(0), formatWholeEuro(150)]).toEqual(['€1,300.50', '€0.00', '€150'])
  })
})
