import type { CardReading } from '~/contracts/stock/miners/cards/shape'
import { hashrateText } from '~/contracts/catalogue/hashrate'

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const joined = (parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(', ') || 'Not said'

const nameOf = ({ model, uuid, serialNumber, busId }: CardReading) =>
  [model ?? 'Model not said', uuid ?? serialNumber ?? busId].filter(Boolean)

const memoryCell = ({ memory, memoryTemperature, memoryFaults }: CardReading): string =>
  joined([
    memory !== null && `${number.format(Math.round(memory / 102.4) / 10)} GB`,
    memoryTemperature !== null && `${number.format(memoryTemperature)} °C`,
    memoryFaults !== null && (memoryFaults.length === 0 ? 'no faults' : memoryFaults.join('; ')),
  ])

const powerCell = ({ power, powerLimit, defaultPowerLimit }: CardReading): string =>
  joined([
    power !== null && `${number.format(power)} W`,
    powerLimit !== null &&
      `limit ${number.format(powerLimit)} W${defaultPowerLimit === null ? '' : ` of ${number.format(defaultPowerLimit)} W`}`,
  ])

const stateCell = ({ isLost, hashrate, temperature, pcieWidth, pcieMaxWidth }: CardReading): string =>
  isLost
    ? 'Does not answer'
    : joined([
        hashrate !== null && hashrateText(hashrate),
        temperature !== null && `${number.format(temperature)} °C`,
        pcieWidth !== null && `PCIe ${pcieWidth}x${pcieMaxWidth === null ? '' : ` of ${pcieMaxWidth}x`}`,
      ])

const cellStyle = 'px-2 py-1.5 align-top first:pl-0 last:pr-0'

export function CardTable({ cards }: { cards: readonly CardReading[] }) {
  if (cards.length === 0) return null
  return (
    <table aria-label="Graphics cards" className="w-full table-fixed text-sm">
      <thead>
        <tr className="border-b border-line text-left text-xs text-ink-muted">
          {['Card', 'State', 'Memory', 'Power'].map((header) => (
            <th key={header} scope="col" className={`${cellStyle} font-semibold`}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {cards.map((card, place) => {
          const [model, mark] = nameOf(card)
          return (
            <tr key={`${card.index} ${place}`}>
              <th scope="row" className={`${cellStyle} text-left font-normal wrap-anywhere text-ink`}>
                {place + 1}. {model}
                {mark && <span className="block text-xs text-ink-muted">{mark}</span>}
              </th>
              <td className={`${cellStyle} wrap-anywhere text-ink tabular-nums`}>{stateCell(card)}</td>
              <td className={`${cellStyle} wrap-anywhere text-ink tabular-nums`}>{memoryCell(card)}</td>
              <td className={`${cellStyle} wrap-anywhere text-ink tabular-nums`}>{powerCell(card)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
