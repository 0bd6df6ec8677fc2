import { useId, useState } from 'react'
import { NOT_A_PRICE, readKeptPrice, readPrice } from '~/lib/electricity-price'

/** EUR per kWh; null for none or an invalid text. */
export function useElectricityPrice(keep: (price: string | null) => void) {
  const [typed, setTyped] = useState(() => readKeptPrice() ?? '')
  const price = readPrice(typed)
  return {
    typed,
    price,
    type: (text: string) => {
      setTyped(text)
      const read = readPrice(text)
      if (read !== null || text.trim() === '') keep(read)
    },
  }
}

export function PriceField({ typed, price, type }: ReturnType<typeof useElectricityPrice>) {
  const id = useId()
  const [left, setLeft] = useState(false)
  const isWrong = left && price === null && typed.trim() !== ''
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        My electricity price (EUR per kWh)
      </label>
      <input
        id={id}
        value={typed}
        onChange={(event) => {
          setLeft(false)
          type(event.target.value)
        }}
        onBlur={() => setLeft(true)}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        placeholder="0.28"
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        className="field tabular-nums"
      />
      <p id={`${id}-hint`} role="status" className={`mt-1.5 min-h-12 ${isWrong ? 'text-danger-ink' : 'text-ink-muted'}`}>
        {isWrong ? NOT_A_PRICE : 'As your bill has it, with all taxes. It stays in your browser.'}
      </p>
    </div>
  )
}
