import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNvidia } from '~/contracts/stock/miners/cards/nvidia'
import { rigReading } from '~/contracts/stock/miners/cards/read-cards'
import { ReadingError } from '~/contracts/stock/miners/json'
import { proposeEvaluation, readMiner } from '~/contracts/stock/miners/reading'
import { minerReading, type MinerReading } from '~/contracts/stock/miners/shape'
import { xmlTree, XmlFault } from '~/server/platform/files/decoder/xml-tree'
import { readingCases, readingFile } from '../setup/readings'

const nvidia = (xml: string) => rigReading([readNvidia(xmlTree(xml))])
const older = readingFile('cards/01-nvidia-smi-older.xml')
const newer = readingFile('cards/02-nvidia-smi-newer.xml')
const cardsCheck = (reading: MinerReading) => proposeEvaluation(reading, null).checks.find(({ item }) => item === 'cards')

describe('graphics cards', () => {
  it('of an older driver: a lowered limit, an idle link and a still fan are no faults', () => {
    const reading = nvidia(older)
    expect(reading).toMatchObject({ source: 'cards', boards: [], firmware: 'Driver 525.60.11', expectedCards: 1 })
    expect(reading.cards?.[0]).toMatchObject({
      ...{
        model: 'NVIDIA GeForce RTX 3090',
        uuid: 'GPU-00000000-0000-0000-0000-000000000001',
        serialNumber: null,
        vbios: '94.02.00.00.01',
      },
      ...{ busId: '01:00.0', memory: 24_576, power: 27.23, powerLimit: 200, defaultPowerLimit: 350, temperature: 37 },
      ...{ memoryTemperature: null, fanPercent: 0, pcieGeneration: 1, pcieMaxGeneration: 4, pcieWidth: 1, pcieMaxWidth: 16 },
      ...{ memoryFaults: null, isLost: false },
    })
    const { checks, deductions, notes = [], grade } = proposeEvaluation(reading, null)
    expect(checks.map(({ item, result }) => [item, result])).toEqual([
      ['powers_on', 'ok'],
      ['cards', 'ok'],
      ['fans', 'ok'],
    ])
    expect([deductions, grade]).toEqual([[], null])
    expect(notes.join(' ')).toContain('PCIe width 1x of 16x, by a riser or a damaged slot.')
    expect(notes.join(' ')).toContain('power limit 200 W of 350 W')
    expect(notes.join(' ')).not.toContain('generation')
  })

  it('of a newer driver: renamed elements, a serial number as text, and a row that waits to be remapped', () => {
    const reading = nvidia(newer)
    expect(reading.cards?.[0]).toMatchObject({
      ...{ model: 'NVIDIA H200', serialNumber: '0000000000001', memory: 143_771, power: 78.29, powerLimit: 700, temperature: 32 },
      ...{ memoryTemperature: 36, memoryFaults: ['1 row of memory remapped for uncorrectable errors, remapping pending'] },
    })
    expect(proposeEvaluation(reading, null)).toMatchObject({
      deductions: [{ label: 'Faulty graphics memory' }],
      grade: { grade: 'fair', reason: 'A card has a fault.' },
      checks: [{}, { item: 'cards', result: 'fault' }],
    })
  })

  it('that were remapped and are well are a remark, and those that are lost are missed', () => {
    const well = nvidia(newer.replace('<remapped_row_pending>Yes', '<remapped_row_pending>No'))
    expect(cardsCheck(well)?.result).toBe('ok')
    expect(proposeEvaluation(well, null).notes?.join()).toContain('1 row of memory remapped')
    const lost = nvidia(older.replace('<attached_gpus>1', '<attached_gpus>3'))
    expect(cardsCheck(lost)).toMatchObject({ result: 'fault', note: '2 of 3 graphics cards do not answer.' })
    const dead = nvidia(older.replace('<fan_speed>0 %', '<fan_speed>Unknown Error'))
    expect(proposeEvaluation(dead, null).deductions).toEqual([
      { label: 'Dead graphics card', explanation: 'Card 1 (NVIDIA GeForce RTX 3090) does not answer.' },
    ])
    const retired = nvidia(newer.replaceAll(/<remapped_rows>.*<\/remapped_rows>/g, '').replace('<retired_count>N/A', '<retired_count>2'))
    expect(retired.cards?.[0]?.memoryFaults).toEqual(['2 pages of memory retired for double-bit errors'])
  })

  it('of three mining programs in one file are three cards, each in its own unit', () => {
    const { cards = [], ...rig } = readMiner(readingFile('cards/06-miner-programs.json'))
    expect(rig.dialect).toBe('T-Rex, lolMiner, GMiner')
    expect(cards.map(({ hashrate }) => hashrate)).toEqual([26_100_000, 75_860_000, 94_311_600])
    expect(cards.map(({ hardwareErrors }) => hardwareErrors)).toEqual([null, 2, 0])
    expect(cards.map(({ memoryTemperature }) => memoryTemperature)).toEqual([null, 58, 68])
    expect(cards.map(({ busId }) => busId)).toEqual([null, '03:00.0', '08:00.0'])
  })

  it('of a rig’s own program are never hashboards, and one that hashes nothing beside others is a fault', () => {
    const reading = readMiner(readingFile('33-graphics-cards-are-no-hashboards.json'))
    expect([reading.boards, reading.cards?.length]).toEqual([[], 3])
    expect(proposeEvaluation(reading, null).deductions).toEqual([{ label: 'Dead graphics card', explanation: 'Card 3 does not hash.' }])
  })

  it('of nvidia-smi’s table are read by its header, with units or without', () => {
    const table = `name, uuid, serial, vbios_version, memory.total [MiB], temperature.gpu, temperature.memory, power.draw [W], power.limit [W], fan.speed [%], pcie.link.width.current, pcie.link.width.max
NVIDIA GeForce RTX 3080, GPU-00000000-0000-0000-0000-000000000001, [N/A], 94.02.26.08.1C, 10240 MiB, 55, N/A, 229.11 W, 230.00 W, 70 %, 16, 16
NVIDIA GeForce RTX 3080, GPU-00000000-0000-0000-0000-000000000002, [N/A], 94.02.26.08.1C, 10240, [Unknown Error], N/A, [Unknown Error], 230.00, 70, 1, 16`
    const { cards = [] } = readMiner(table)
    expect(cards.map((card) => [card.memory, card.power, card.temperature, card.serialNumber, card.isLost])).toEqual([
      [10_240, 229.11, 55, null, false],
      [10_240, null, null, null, true],
    ])
    const headless = table.split('\n').slice(1).join('\n')
    expect(() => readMiner(headless)).toThrow('no header')
    expect(() => readMiner(`${table}, 7`)).toThrow('Row 2 of this table has 13 values, and its header names 12.')
    expect(() => readMiner(`${table}\n${headless}`)).toThrow('the same card in several rows')
  })

  it.each([
    ['4.3', { 'Card series': '0x1002', 'Card model': '0x1002', 'Card SKU': '67XA6S' }, '67XA6S'],
    ['6.0', { 'Card series': 'Navi 22 [Radeon RX 6700 XT]', 'Card model': '0x6601' }, 'Navi 22 [Radeon RX 6700 XT]'],
    [
      '6.1',
      { 'Device Name': 'Navi 22 [Radeon RX 6700 XT]', 'Card Series': 'Navi 22', 'Card Model': '0x73df' },
      'Navi 22 [Radeon RX 6700 XT]',
    ],
  ])('of ROCm %s are read under the names of their version', (_, names, model) => {
    const card = {
      ...{ 'GPU ID': '0x73df', 'Unique ID': 'N/A', 'VBIOS version': '113-00000000-D01', 'Temperature (Sensor edge) (C)': '45.0' },
      ...{ 'Temperature (Sensor memory) (C)': '46.0', 'pcie clock level': '1 (16.0GT/s x16)', 'PCI Bus': '0000:07:00.0' },
      ...{ 'Max Graphics Package Power (W)': '211.0', 'Average Graphics Package Power (W)': '6.0', 'VRAM Total Memory (B)': '12868124672' },
      ...names,
    }
    const { cards = [] } = readMiner(
      JSON.stringify({ card0: card, card1: { ...card, 'PCI Bus': '0000:0a:00.0' }, system: { 'Driver version': '6.3.6' } }),
    )
    expect(cards).toHaveLength(2)
    expect(cards[1]).toMatchObject({
      ...{ model, uuid: null, vbios: '113-00000000-D01', busId: '0a:00.0', memory: 12_272, temperature: 45, memoryTemperature: 46 },
      ...{ power: 6, powerLimit: 211, pcieGeneration: 4, pcieWidth: 16 },
    })
  })

  it('of HiveOS come from its two files together, without the adapter inside the processor', () => {
    const detect = [
      { busid: '00:02.0', name: 'HD Graphics 510', brand: 'cpu' },
      { busid: '01:00.0', name: 'GeForce RTX 3070', brand: 'nvidia', mem: '7982 MiB', vbios: '94.04.25.00.01', plim_def: '220 W' },
      { busid: '05:00.0', name: 'Radeon RX 6800', brand: 'amd', mem: '16368 MB', vbios: '113-00000000-001' },
    ]
    const stats = { temp: ['0', '52', '61'], fan: ['0', '60', '55'], power: ['0', '121', '98'], busids: ['00:02.0', '01:00.0', '05:00.0'], brand: ['cpu', 'nvidia', 'amd'], mtemp: ['0', '', '72'] } // prettier-ignore
    const { cards = [] } = readMiner(`${JSON.stringify(detect)}${JSON.stringify(stats)}`)
    expect(
      cards.map(({ model, memory, temperature, memoryTemperature, power, defaultPowerLimit }) => [
        model,
        memory,
        temperature,
        memoryTemperature,
        power,
        defaultPowerLimit,
      ]),
    ).toEqual([
      ['GeForce RTX 3070', 7982, 52, null, 121, 220],
      ['Radeon RX 6800', 16_368, 61, 72, 98, null],
    ])
  })

  it('of HiveOS that the driver has lost are said to be lost, and a power of nothing is not said', () => {
    // Rows and figures as its scripts write them (hive/sbin/gpu-detect and gpu-stats of minershive/hiveos-linux).
    const detect = [
      { busid: '00:02.0', name: 'Intel Corporation HD Graphics 510 (rev 06)', brand: 'cpu' },
      { busid: '01:00.0', name: 'NVIDIA Corporation GP106 [GeForce GTX 1060 6GB] (rev a1)', brand: 'cpu' },
      {
        busid: '05:00.0',
        name: 'Radeon RX 580 Series',
        brand: 'amd',
        vbios: '113-00000000.O00',
        mem_type: 'Samsung K4G80325FB',
        mem: '8192M',
      },
    ]
    const stats = { temp: ['0', '61'], fan: ['0', '45'], load: ['0', '0'], power: ['0', '0'], busids: ['00:02.0', '05:00.0'], brand: ['cpu', 'amd'] } // prettier-ignore
    const reading = readMiner(`${JSON.stringify(detect)}\n${JSON.stringify(stats)}`)
    expect(reading.cards?.map(({ model, isLost, memory, power, fanPercent }) => [model, isLost, memory, power, fanPercent])).toEqual([
      ['GeForce GTX 1060 6GB', true, null, null, null],
      ['Radeon RX 580 Series', false, 8192, null, 45],
    ])
    expect(cardsCheck(reading)?.result).toBe('fault')
  })

  it.each([
    // As smartctl 7.4 prints a Phison drive with -A: the raw value counts the life that is left (lollipopkit/flutter_server_box, its test).
    [
      {
        ...{ smartctl: { version: [7, 4], exit_status: 0 }, device: { name: '/dev/sda', type: 'sat', protocol: 'ATA' } },
        ata_smart_attributes: {
          table: [
            { id: 194, name: 'Temperature_Celsius', value: 65, raw: { value: 261_993_922_595, string: '35 (Min/Max 14/61)' } },
            { id: 196, name: 'Reallocated_Event_Count', value: 100, raw: { value: 0, string: '0' } },
            { id: 231, name: 'SSD_Life_Left', value: 100, raw: { value: 93, string: '93' } },
            { id: 233, name: 'Flash_Writes_GiB', value: 100, raw: { value: 17_618, string: '17618' } },
          ],
        },
        ...{ power_on_time: { hours: 17_472 }, power_cycle_count: 1948, temperature: { current: 35 } },
      },
      { model: null, serialNumber: null, isWell: null, poweredOn: 17_472, temperature: 35, badSectors: null, used: 7 },
    ],
    // An NVMe drive (Zabbix's agent, its test), with a serial number of its own.
    [
      {
        ...{ smartctl: { exit_status: 0 }, device: { name: '/dev/nvme0', type: 'nvme' }, model_name: 'INTEL SSDPEKNW512G8H' },
        ...{ serial_number: 'DRIVE0002', firmware_version: 'HPS1', smart_status: { passed: true } },
        nvme_smart_health_information_log: {
          critical_warning: 0,
          temperature: 25,
          percentage_used: 0,
          power_on_hours: 2222,
          media_errors: 0,
        },
        ...{ power_on_time: { hours: 2222 }, temperature: { current: 25 } },
      },
      { model: 'INTEL SSDPEKNW512G8H', serialNumber: 'DRIVE0002', isWell: true, poweredOn: 2222, temperature: 25, badSectors: 0, used: 0 },
    ],
  ])('of a drive as smartctl prints it', (file, drive) => expect(readMiner(JSON.stringify(file)).drives).toEqual([drive]))

  it('and the drive of a rig by its own judgement', () => {
    const drive = {
      ...{ smartctl: { version: [7, 2] }, device: { type: 'sat' }, model_name: 'SSD 120GB', serial_number: 'DRIVE0001' },
      ...{ smart_status: { passed: false }, power_on_time: { hours: 20_000 }, temperature: { current: 33 } },
      ata_smart_attributes: { table: [{ id: 5, name: 'Reallocated_Sector_Ct', raw: { value: 12 } }] },
    }
    const reading = readMiner(JSON.stringify(drive))
    expect(reading.drives).toEqual([
      { model: 'SSD 120GB', serialNumber: 'DRIVE0001', isWell: false, poweredOn: 20_000, temperature: 33, badSectors: 12, used: null },
    ])
    expect(proposeEvaluation(reading, null).notes).toEqual([
      'SSD 120GB: it expects to fail (SMART).',
      'SSD 120GB: 12 bad sectors or media errors.',
    ])
  })

  it('and not by a program that could not ask the drive, which only its exit status tells', () => {
    const unasked = {
      smartctl: { version: [7, 3], argv: ['smartctl', '-j', '-a', '-d', 'sat', '/dev/sdb'], exit_status: 4 },
      device: { name: '/dev/sdb', info_name: '/dev/sdb [SAT]', type: 'sat', protocol: 'ATA' },
      ...{ model_name: '', serial_number: '', firmware_version: '', in_smartctl_database: false },
    }
    expect(() => readMiner(JSON.stringify(unasked))).toThrow(ReadingError)
  })
})

const seeds = [...readingCases.map(({ name }) => readingFile(`${name}.json`)), readingFile('cards/06-miner-programs.json')]
/** A change to a real file: a character, a number or a span. */
const damage = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.nat(40), put: fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('null', '-1', '1e308', '{}', '[]', '""', '"x"', '999999999999999999999', '\0', "'")) }) // prettier-ignore

function damaged(text: string, changes: readonly { at: number; length: number; put: string }[]): string {
  return changes.reduce((whole, { at, length, put }) => {
    const from = Math.floor(at * whole.length)
    return whole.slice(0, from) + put + whole.slice(from + length)
  }, text)
}

it('damaged files of every kind are read or refused, and nothing else is thrown', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.constantFrom(...seeds), fc.array(damage, { minLength: 1, maxLength: 6 }), (seed, changes) => {
      const text = damaged(seed, changes)
      try {
        const reading = readMiner(text)
        const stored: unknown = JSON.parse(JSON.stringify(reading))
        expect(JSON.parse(JSON.stringify(minerReading.parse(stored)))).toEqual(stored)
        proposeEvaluation(reading, '110 TH/s', { power: '3250W', manufacturer: 'Bitmain', model: 'Antminer S19' })
      } catch (error) {
        expect(error).toBeInstanceOf(ReadingError)
      }
    }),
    { numRuns: 1500 },
  )
})

it('damaged XML is read or refused, and nothing else is thrown', () => {
  fc.assert(
    fc.property(fc.constantFrom(older, newer), fc.array(damage, { minLength: 1, maxLength: 6 }), (seed, changes) => {
      try {
        proposeEvaluation(nvidia(damaged(seed, changes)), null)
      } catch (error) {
        expect(error instanceof ReadingError || error instanceof XmlFault, String(error)).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['too deep', '<a>'.repeat(30)],
  ['too full', `<a>${'<b/>'.repeat(20_001)}</a>`],
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['cut off', older.slice(0, 900)],
  ['none', 'x'],
])('XML that is %s is refused', (_, xml) => {
  expect(() => xmlTree(xml)).toThrow(XmlFault)
})
