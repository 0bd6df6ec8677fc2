import { keepPreviousData } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { SuggestField } from '~/components/form/suggest-field'
import { useSettled } from '~/components/form/use-settled'
import { machineName } from '~/contracts/catalogue/machines'
import type { SuggestedModel } from '~/contracts/catalogue/models'
import { trpc, withoutBatch } from '~/trpc/client'

/** By a part of maker and name, in any spelling; none without the right to read models. */
function useModelSearch(text: string): readonly SuggestedModel[] {
  const search = useSettled(text.trim())
  const enabled = search.length > 1
  const { data } = trpc.models.suggest.useQuery({ search }, { ...withoutBatch, enabled, placeholderData: keepPreviousData })
  return enabled && text.trim() !== '' ? (data ?? []) : []
}

interface ModelFinderProps {
  label: string
  hint?: string
  except?: string
  onChoose: (model: SuggestedModel) => void
}

export function ModelFinder({ label, hint, except, onChoose }: ModelFinderProps) {
  const [text, setText] = useState('')
  const options = useModelSearch(text)
    .filter(({ id }) => id !== except)
    .map((model) => ({
      key: model.id,
      label: machineName(model),
      detail: [model.hashrate, model.power, model.category].filter(Boolean).join(' · '),
      model,
    }))
  return (
    <SuggestField
      label={label}
      placeholder="Maker or model"
      {...(hint !== undefined && { hint })}
      text={text}
      onText={setText}
      options={options}
      onChoose={({ model }) => {
        onChoose(model)
        setText('')
      }}
      none=""
    />
  )
}

type Filled = Readonly<Record<string, string | null>>

interface FillFromModelProps {
  fieldsOf: (model: SuggestedModel) => Filled
}

/** Fills the surrounding form from a model. Typed fields stay, except maker and model. */
export function FillFromModel({ fieldsOf }: FillFromModelProps) {
  const { getValues, setValue } = useFormContext<Record<string, string>>()
  const { dirtyFields, isSubmitted } = useFormState<Record<string, string>>()
  const filled = useRef<Filled>({})
  const fill = (model: SuggestedModel) => {
    const known = { ...fieldsOf(model), manufacturer: model.manufacturer, model: model.model }
    for (const [name, value] of Object.entries<string | null>(known)) {
      const isNamed = name === 'manufacturer' || name === 'model'
      const isTyped = dirtyFields[name] === true && getValues(name) !== '' && getValues(name) !== filled.current[name]
      if (value === null || (isTyped && !isNamed)) continue
      setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted })
    }
    filled.current = known
  }
  return <ModelFinder label="Find a device" hint="Fills in what is known of it" onChoose={fill} />
}
