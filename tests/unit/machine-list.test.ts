import { describe, expect, it } from 'vitest'
import { addRows, emptyRow, findMachines, readMachineList } from '~/contracts/cases/machine-list'

const machine = (id: string, model: string, hashrate = '') => ({
  id,
  manufacturer: 'Bitmain',
  model,
  category: 'ASIC Miner',
  hashrate,
  powerConsumption: '',
  baseValueExcellent: 4,
  baseValueGood: 3,
  baseValueFair: 2,
  baseValuePoor: 1,
})
const machines = [
  machine('a', 'Antminer S19'),
  machine('d', 'Antminer S21', '200 TH/s'),
  machine('e', 'Antminer S21 Pro', '234 TH/s'),
  machine('b', 'Antminer S19 Pro', '110 TH/s'),
  machine('c', 'Antminer S19 Pro', '104 TH/s'),
]
const read = (text: string) => readMachineList(text, machines)

describe('a list of machines', () => {
  it('is read by commas, semicolons or tabs, with headings or without, whatever the case', () => {
    const row = { ...emptyRow, machineId: 'a', grade: 'good', serialNumber: 'SN-1' }
    expect(read('Machine,Condition,Serial\nBitmain Antminer S19,Good,SN-1')).toEqual([row])
    expect(read('antminer s19;good;SN-1\r\n\r\n')).toEqual([row])
    expect(read('Bitmain\tAntminer S19\tMinor Wear\tSN-1')).toEqual([row])
    expect(read('"Antminer S19, 110 TH/s",good')).toMatchObject([{ fault: expect.stringContaining('not in the list') as string }])
  })

  it('says of each row what is wrong with it, and keeps what could be read', () => {
    expect(read('Antminer S19 Pro,good,1')).toMatchObject([
      { machineId: '', grade: 'good', fault: expect.stringMatching(/^Several machines/) as string },
    ])
    expect(read('Antminer S19 Pro 104 TH/s,fair')).toEqual([{ ...emptyRow, machineId: 'c', grade: 'fair' }])
    expect(read('Antminer S19,shiny,1')).toMatchObject([
      { machineId: 'a', grade: '', text: 'Antminer S19,shiny,1', fault: '‘shiny’ is no condition.' },
    ])
    expect(read('Toaster')).toMatchObject([{ fault: '‘Toaster’ is not in the list of machines. The condition is missing.' }])
    expect(read('')).toEqual([])
  })

  it('knows a machine by the end of its model, and by the hashrate as people write it', () => {
    const found = (name: string) => read(`${name},good`).map(({ machineId }) => machineId)
    expect(found('S21')).toEqual(['d'])
    expect(found('s21 pro')).toEqual(['e'])
    expect(found('S19 Pro 104T')).toEqual(['c'])
    expect(found('Antminer S19 Pro 110 th')).toEqual(['b'])
    expect(found('Pro')).toEqual([''])
    expect(found('S2')).toEqual([''])
  })

  it('has a quantity, and its columns in the order of its headings', () => {
    expect(read('S21,good,,12')).toEqual([{ ...emptyRow, machineId: 'd', grade: 'good', quantity: '12' }])
    const [byHeading] = read('Qty;Brand;Model;Serial No.;Grade\n3;Bitmain;Antminer S21;;fair')
    expect(byHeading).toEqual({ ...emptyRow, machineId: 'd', grade: 'fair', quantity: '3' })
    expect(read('S21,good,,many')).toMatchObject([{ fault: '‘many’ is no quantity from 1 to 200.' }])
    expect(read('S21,good,A1,2')).toMatchObject([{ fault: 'One serial number belongs to one machine.' }])
    // For a machine that is not listed.
    expect(read('Elphapex DG1,good')).toMatchObject([{ machineId: '', model: 'Elphapex DG1' }])
  })

  it('has each serial number once, also with the rows that were there, and says so beside it', () => {
    const rows = [{ ...emptyRow, machineId: 'a', grade: 'good' as const, serialNumber: 'sn-1' }, emptyRow]
    const added = read('S19,good,SN-1\nS21,fair,SN-2\nS21,,sn-2\nS19,fair,SN-1\nS19,good\nS19,good')
    const { rows: all, repeated } = addRows(rows, added)
    expect(repeated).toBe(3)
    expect(all.map(({ machineId, serialNumber }) => [machineId, serialNumber])).toEqual([
      ['a', 'sn-1'],
      ['d', 'SN-2'],
      ['a', ''],
      ['a', ''],
    ])
    expect(all[0]?.note).toBe(
      'Serial number sn-1 came more than once: this is one row. The rows differ: please check machine and condition.',
    )
    expect(all[1]?.note).toBe('Serial number SN-2 came more than once: this is one row.')
  })
})

describe('a search for a machine', () => {
  it('finds it by any part of its name, best first', () => {
    const found = (search: string) => findMachines(search, machines, 8).map(({ id }) => id)
    expect(found('S21')).toEqual(['d', 'e'])
    expect(found('pro 104')).toEqual(['c'])
    expect(found('miner s19')).toEqual(['a', 'b', 'c'])
    expect(found(' ')).toEqual([])
    // A database may sort 'S19j Pro' before 'S19 Pro'.
    const sorted = [machine('f', 'Antminer S19j Pro', '100 TH/s'), machine('g', 'Antminer S19 Pro Hyd', '177 TH/s'), ...machines]
    const name = (search: string) => findMachines(search, sorted, 8).map(({ id }) => id)
    expect(name('S19 Pro')).toEqual(['b', 'c', 'g', 'f'])
    expect(name('S19')).toEqual(['a', 'g', 'b', 'c', 'f'])
    expect(name('s19pro')).toEqual(['g', 'b', 'c'])
    expect(name('S19 P')).toEqual(['g', 'b', 'c', 'f'])
    expect(findMachines('s', machines, 2)).toHaveLength(2)
  })
})
