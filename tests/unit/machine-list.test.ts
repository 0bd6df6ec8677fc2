import { describe, expect, it } from 'vitest'
import { readMachineList } from '~/contracts/cases/machine-list'

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
const machines = [machine('a', 'Antminer S19'), machine('b', 'Antminer S19 Pro', '110 TH/s'), machine('c', 'Antminer S19 Pro', '104 TH/s')]
const read = (text: string) => readMachineList(text, machines)

describe('a list of machines', () => {
  it('is read by commas, semicolons or tabs, with headings or without, whatever the case', () => {
    const row = { machineId: 'a', grade: 'good', serialNumber: 'SN-1' }
    expect(read('Machine,Condition,Serial\nBitmain Antminer S19,Good,SN-1')).toEqual([row])
    expect(read('antminer s19;good;SN-1\r\n\r\n')).toEqual([row])
    expect(read('Bitmain\tAntminer S19\tMinor Wear\tSN-1')).toEqual([row])
    expect(read('"Antminer S19, 110 TH/s",good')).toMatchObject([{ fault: expect.stringContaining('not in the list') as string }])
  })

  it('says of each row what is wrong with it, and keeps what could be read', () => {
    expect(read('Antminer S19 Pro,good,1')).toMatchObject([
      { machineId: '', grade: 'good', fault: expect.stringMatching(/^Several machines/) as string },
    ])
    expect(read('Antminer S19 Pro 104 TH/s,fair')).toEqual([{ machineId: 'c', grade: 'fair', serialNumber: '' }])
    expect(read('Antminer S19,shiny,1')).toMatchObject([
      { machineId: 'a', grade: '', text: 'Antminer S19,shiny,1', fault: '‘shiny’ is no condition.' },
    ])
    expect(read('Toaster')).toMatchObject([{ fault: '‘Toaster’ is not in the list of machines. The condition is missing.' }])
    expect(read('')).toEqual([])
  })
})
