import { expect, it } from 'vitest'
import { repairTeasers } from '~/content/home'
import { commonIssues, repairServices } from '~/content/repair'

it('the repair page and the home page quote the prices and times of requirements §9', () => {
  const quoted = [
    ['Hashboard repair', 150, '3-5 days'],
    ['Control board repair', 100, '2-3 days'],
    ['Power supply repair', 80, '1-2 days'],
  ]
  expect(repairServices.map(({ title, price, turnaround }) => [title, price, turnaround])).toEqual(quoted)
  expect(repairTeasers.map(({ title, price, turnaround }) => [title, price, turnaround])).toEqual(quoted)
})

it('every common issue names a service that exists', () => {
  const titles: string[] = repairServices.map(({ title }) => title)
  expect(commonIssues.filter(({ service }) => !titles.includes(service))).toEqual([])
})
