import { Unlink } from '~/components/icons/lucide'
import { useState } from 'react'
import { SuggestField } from '~/components/form/suggest-field'
import { IconButton } from '~/components/ui/icon-button'
import { Modal, ModalBody } from '~/components/ui/modal'
import type { PartChoice } from '~/contracts/stock/parts'
import { partKindLabels } from '~/contracts/stock/part-types'
import type { EstimateLine } from '~/contracts/cases/estimates'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

/** Lines that take parts from stock; customers see only the text. */

const stockText = ({ inStock }: Pick<PartChoice, 'inStock'>) => `${inStock.toLocaleString('en-GB')} in stock`

export function StockPartDialog({ onAdd, onClose }: { onAdd: (line: EstimateLine) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const types = trpc.parts.choices.useQuery({ search: text.trim() })
  const options = (types.data ?? []).map((type) => ({
    key: type.id,
    label: type.name,
    detail: [partKindLabels[type.kind], type.price === null ? 'no price' : formatEuro(type.price), stockText(type)].join(', '),
    type,
  }))
  return (
    <Modal title="Add part from stock" onClose={onClose} className="max-w-md">
      <ModalBody className="min-h-40">
        <SuggestField
          label="Part type"
          hint="Reserved when the customer accepts; they read the description that you give it."
          text={text}
          takesFocus
          onText={setText}
          options={options}
          onChoose={({ type }) => {
            onAdd({ kind: 'part', label: type.name, quantity: 1, price: type.price ?? 0, partTypeId: type.id })
            onClose()
          }}
          none={types.isSuccess ? 'No type of that name.' : ''}
        />
      </ModalBody>
    </Modal>
  )
}

interface StockNoteProps {
  line: number
  partTypeId: string
  /** As typed. */
  quantity: number
  onUnlink: () => void
}

/** The type of part below a line, and whether there are enough. */
export function StockNote({ line, partTypeId, quantity, onUnlink }: StockNoteProps) {
  const types = trpc.parts.choices.useQuery({ ids: [partTypeId] })
  const type = types.data?.[0]
  return (
    <p className="mt-1 flex items-center gap-1.5 text-xs text-ink-muted">
      <span className="min-w-0 wrap-anywhere">
        From stock{type && `: ${type.name}, `}
        {type && <span className={quantity > type.inStock ? 'font-medium text-warn-ink' : undefined}>{stockText(type)}</span>}
      </span>
      <IconButton label={`Line ${line} not from stock`} onClick={onUnlink} className="-my-2 text-ink-muted">
        <Unlink className="size-3.5" aria-hidden="true" />
      </IconButton>
    </p>
  )
}
