import { expect, it } from 'vitest'
import { languageName, languageOptions, languageToChange, readLanguage } from '~/contracts/languages'

it('names each language that forms offer by its own English name', () => {
  const options = languageOptions()
  expect(new Set(options.map(({ label }) => label)).size).toBe(options.length)
  for (const { value, label } of options) {
    expect(label).not.toBe(value)
    expect(languageToChange.parse(value)).toBe(value)
  }
})

it.each([
  ['German', 'de'],
  [' deutsch ', 'de'],
  ['DE', 'de'],
  ['de_CH', 'de-CH'],
  ['ZH-hant-tw', 'zh-Hant-TW'],
  ['Français', 'fr'],
  ['Elvish', null],
  ['', null],
  ['de-', null],
])('reads %j in a table as %j', (typed, tag) => {
  expect(readLanguage(typed)).toBe(tag)
})

it('shows a tag that it cannot name as it is', () => {
  expect([languageName('de-CH'), languageName('xq'), languageName('not a tag')]).toEqual(['German (Switzerland)', 'xq', 'not a tag'])
})
