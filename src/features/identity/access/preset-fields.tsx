import { useState } from 'react'
import { ChoiceGroup } from '~/components/form/choice-group'
import type { Scope } from '~/contracts/identity/api-keys'
import { presetOf, rolePresets, type RolePreset } from '~/contracts/identity/role-presets'
import { keysOf } from '~/contracts/keys'
import { ScopeFields } from './scope-fields'

interface PresetFieldsProps {
  /** Null for everything. */
  value: readonly Scope[] | null
  onChange: (scopes: Scope[] | null) => void
}

const copyOf = (scopes: readonly Scope[] | null) => scopes && [...scopes]

/** A preset role, or individual rights. */
export function PresetFields({ value, onChange }: PresetFieldsProps) {
  const [isOwn, setOwn] = useState(presetOf(value) === null)
  const chosen: RolePreset | 'own' = isOwn ? 'own' : (presetOf(value) ?? 'own')
  const choose = (name: RolePreset | 'own') => {
    setOwn(name === 'own')
    if (name !== 'own') onChange(copyOf(rolePresets[name].scopes))
    else if (value === null) onChange(copyOf(rolePresets.technician.scopes))
  }
  return (
    <>
      <ChoiceGroup
        legend="Access"
        options={[
          ...keysOf(rolePresets).map((name) => ({ value: name, label: rolePresets[name].label, detail: rolePresets[name].detail })),
          { value: 'own' as const, label: 'Only some parts', detail: 'Chosen one by one. Never roles nor access.' },
        ]}
        value={chosen}
        onChange={choose}
      />
      {isOwn && <ScopeFields legend="Parts of the back office" value={value ?? []} onChange={onChange} />}
    </>
  )
}
