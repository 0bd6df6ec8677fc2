import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { CardReading } from '~/contracts/stock/miners/cards/shape'
import { readNvidia } from '~/contracts/stock/miners/cards/nvidia'
import { rigReading } from '~/contracts/stock/miners/cards/read-cards'
import { CardTable } from '~/features/cases/office/card-table'
import { xmlTree } from '~/server/platform/files/decoder/xml-tree'
import { readingFile } from '../setup/readings'

const ofDriver = (name: string): CardReading => {
  const [card] = rigReading([readNvidia(xmlTree(readingFile(`cards/${name}`)))]).cards ?? []
  if (!card) throw new Error('The sample has no card.')
  return card
}
const older = ofDriver('01-nvidia-smi-older.xml')
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
const rows = () =>
  within(screen.getByRole('table', { name: 'Graphics cards' }))
    .getAllByRole('row')
    .slice(1)

it('names each card, its narrow link, and the limit of its power against the usual one', () => {
  render(<CardTable cards={[older]} />)
  const [row] = rows()
  if (!row) throw new Error('There is no row.')
  expect(within(row).getByRole('rowheader').textContent).toBe('1. NVIDIA GeForce RTX 3090GPU-00000000-0000-0000-0000-000000000001')
  expect(cellsOf(row)).toEqual(['37 °C, PCIe 1x of 16x', '24 GB', '27.2 W, limit 200 W of 350 W'])
})

it('tells a lost card, and one of which nothing is said, from those that answer', () => {
  const lost: CardReading = { ...older, uuid: null, isLost: true, memory: null, power: null, powerLimit: null, defaultPowerLimit: null }
  const silent: CardReading = {
    ...lost,
    ...{ isLost: false, model: null, busId: null, serialNumber: null, temperature: null, pcieWidth: null, hashrate: null },
  }
  const mining: CardReading = { ...older, hashrate: 121_500_000, temperature: 61, pcieWidth: 16, pcieMaxWidth: null, memoryFaults: [] }
  render(<CardTable cards={[lost, silent, mining]} />)
  expect(rows().map((row) => cellsOf(row)[0])).toEqual(['Does not answer', 'Not said', '121.5 MH/s, 61 °C, PCIe 16x'])
  expect(rows().map((row) => cellsOf(row)[2])).toEqual(['Not said', 'Not said', '27.2 W, limit 200 W of 350 W'])
  expect(rows().map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
    '1. NVIDIA GeForce RTX 309001:00.0',
    '2. Model not said',
    '3. NVIDIA GeForce RTX 3090GPU-00000000-0000-0000-0000-000000000001',
  ])
  expect(cellsOf(rows()[2] ?? document.body)[1]).toBe('24 GB, no faults')
})

it('is not there without cards', () => {
  const { container } = render(<CardTable cards={[]} />)
  expect(container.textContent).toBe('')
})
