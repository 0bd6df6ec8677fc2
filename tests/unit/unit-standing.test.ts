import { describe, expect, it } from 'vitest'
import { unitStanding, unitStep } from '~/contracts/stock/unit-standing'
import { type UnitState, unitStates } from '~/contracts/statuses'

type Case = Parameters<typeof unitStanding>[1][number]
const repair = (fields: Partial<Case> = {}): Case =>
  ({ noun: 'repairs', number: 'REP-1', isOpen: true, status: 'diagnosing', outcome: null, ...fields }) as Case
const tradeIn: Case = { noun: 'tradeIns', number: 'TRD-2', isOpen: true, status: 'submitted', outcome: null }
const unit = (state: UnitState, owner: 'customer' | 'company' = 'customer') => ({ state, owner, mergedInto: null })

describe('the standing of a machine', () => {
  it('is said in the words of its case', () => {
    expect(unitStanding(unit('quarantined'), [repair()])).toEqual({ label: 'Here for repair', about: 'Here for repair REP-1.' })
    expect(unitStanding(unit('quarantined'), [tradeIn, repair({ isOpen: false, status: 'shipped' })]).label).toBe('Here for trade-in')
    expect(unitStanding(unit('awaited'), [tradeIn])).toEqual({
      label: 'Expected',
      about: 'Its owner is to send or bring it for trade-in TRD-2.',
    })
    expect(unitStanding(unit('quarantined'), [repair({ isOpen: false, status: 'completed', outcome: 'returned_declined' })])).toEqual({
      label: 'To go back',
      about: 'Repair REP-1 is over without a repair; its owner is to get it back.',
    })
    expect(unitStanding(unit('quarantined'), []).label).toBe('Here for a case')
    for (const state of unitStates.filter((each) => each !== 'quarantined'))
      expect(unitStanding(unit(state), [repair()]).label).not.toContain('for repair')
  })

  it('leads to the case, else to the section of the work, else nowhere', () => {
    expect(unitStep(unit('quarantined'), [repair()])).toMatchObject({ kind: 'case', number: 'REP-1', label: 'Go on with REP-1' })
    expect(unitStep(unit('quarantined'), [repair({ isOpen: false, status: 'completed', outcome: 'repaired' })])).toMatchObject({
      label: 'Hand over REP-1',
    })
    expect(unitStep({ ...unit('quarantined'), mergedInto: 'other' }, [repair()])).toBeNull()
    expect(unitStep(unit('with_customer'), [repair({ isOpen: false, status: 'shipped', outcome: 'repaired' })])).toBeNull()
    const sections = unitStates
      .map((state) => unitStep(unit(state, 'company'), []))
      .flatMap((step) => (step?.kind === 'section' ? [step.section] : []))
    expect(sections).toEqual(['refurbishing', 'refurbishing', 'sale', 'refurbishing'])
    expect(unitStates.every((state) => unitStep(unit(state), []) === null)).toBe(true)
  })
})
