import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { SearchBar } from '~/components/admin-list/search-bar'

/** A search box over a list whose search follows when the test says so, and can be set from elsewhere. */
function showList() {
  const asked: string[] = []
  const arrivals: (() => void)[] = []
  function List() {
    const [search, setSearch] = useState('')
    const onSearch = (text: string) =>
      new Promise<void>((arrived) => {
        asked.push(text)
        arrivals.push(() => {
          setSearch(text)
          arrived()
        })
      })
    return (
      <>
        <SearchBar label="Search orders..." value={search} onSearch={onSearch} />
        <button onClick={() => setSearch('')}>Clear search</button>
        <output>{search}</output>
      </>
    )
  }
  render(<List />)
  return { asked, letIn: () => act(async () => Promise.resolve(arrivals.shift()?.())) }
}
const box = () => screen.getByRole<HTMLInputElement>('searchbox')
const shown = () => screen.getByRole('status').textContent

it('keeps what was typed since, when the list follows late', async () => {
  const { asked, letIn } = showList()
  await userEvent.type(box(), 'a{Enter}n{Enter}t')
  expect(asked).toEqual(['a', 'an'])
  await letIn()
  expect([shown(), box().value]).toEqual(['a', 'ant'])
  await letIn()
  expect([shown(), box().value]).toEqual(['an', 'ant'])
  await waitFor(() => expect(asked).toEqual(['a', 'an', 'ant']))
  await letIn()
  expect([shown(), box().value]).toEqual(['ant', 'ant'])
})

it('shows a search that was set elsewhere, and asks for the one before again', async () => {
  const { asked, letIn } = showList()
  await userEvent.type(box(), 'ant{Enter}')
  await letIn()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect([shown(), box().value]).toEqual(['', ''])
  await userEvent.type(box(), 'ant{Enter}')
  await letIn()
  expect([shown(), box().value]).toEqual(['ant', 'ant'])
  expect(asked).toEqual(['ant', 'ant'])
})
