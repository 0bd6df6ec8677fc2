import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { SuggestField } from '~/components/form/suggest-field'

function Finder({ onChoose }: { onChoose: (label: string) => void }) {
  const [text, setText] = useState('')
  const options = ['S19 Pro', 'S19j Pro', 'S19 XP'].map((label) => ({ key: label, label }))
  return (
    <SuggestField
      label="Find"
      text={text}
      onText={setText}
      options={text === '' ? [] : options}
      onChoose={({ label }) => onChoose(label)}
      none=""
    />
  )
}

it.each([
  ['{Enter}', 'S19 Pro'],
  ['{ArrowDown}{Enter}', 'S19 Pro'],
  ['{ArrowDown}{ArrowDown}{Enter}', 'S19j Pro'],
  ['{ArrowDown}{ArrowDown}{ArrowUp}{Enter}', 'S19 Pro'],
])('%s after typing chooses %s', async (keys, chosen) => {
  const onChoose = vi.fn()
  render(<Finder onChoose={onChoose} />)
  await userEvent.type(screen.getByRole('combobox', { name: 'Find' }), 's19 pro')
  expect(await screen.findByRole('option', { name: 'S19 Pro' })).toBeTruthy()
  await userEvent.keyboard(keys)
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(chosen)
})
