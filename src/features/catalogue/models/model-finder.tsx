import { keepPreviousData } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { SuggestField } from '~/components/form/suggest-field'
import { useSettled } from '~/components/form/use-settled'
import { machineName } from '~/contracts/catalogue/machines'
import type { SuggestedModel } from '~/contracts/catalogue/models'
import { trpc, withoutBatch } from '~/trpc/client'

/** Models by a part of maker and name, in any spelling; none for somebody who may not read them. */
function useModelSearch(text: string): readonly SuggestedModel[] {
  const search = useSettled(text.trim())
  const enabled = search.length > 1
  const { data } = trpc.models.suggest.useQuery({ search }, { ...withoutBatch, enabled, placeholderData: keepPreviousData })
  return enabled && text.trim() !== '' ? (data ?? []) : []
}

interface ModelFinderProps {
  label: string
  hint?: string
  /** A model that is not offered. */
  except?: string
  onChoose: (model: SuggestedModel) => void
}

/** Finds a model by a part of its maker or name. */
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

/** Fields that a model fills, by their names in the form; null for what is not known of it. */
type Filled = Readonly<Record<string, string | null>>

interface FillFromModelProps {
  fieldsOf: (model: SuggestedModel) => Filled
}

/** Fills the form that this stands in from a model. Fields that were typed by hand stay, except maker and model. */
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
