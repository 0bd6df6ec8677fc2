import { render, screen } from '@testing-library/react'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ViewerContext } from '~/components/admin-list/cells'
import { OfficeButton, OfficeLink } from '~/components/admin-list/office-link'
import { adminLinks, furtherLinks } from '~/components/layouts/admin-nav'
import { nouns } from '~/contracts/records'
import { foundPageOf } from '~/lib/records'

const showTo = (read: readonly string[], href: string) =>
  render(
    <ViewerContext value={{ userId: null, timeZone: 'Europe/London', may: (router) => read.includes(router), isLimited: true }}>
      <OfficeLink href={href} className="font-medium underline underline-offset-4">
        There
      </OfficeLink>
      <OfficeButton href={href}>Go</OfficeButton>
    </ViewerContext>,
  )

describe('a link within the back office', () => {
  const records = nouns.map((noun) => ({ href: foundPageOf({ noun, id: 'an-id', title: 'A-1', detail: '' }), reads: [noun as string] }))
  const links = [...adminLinks, ...furtherLinks, ...records].map(({ href, reads }) => ({ href, reads: [reads].flat() }))

  it.each(links.filter(({ reads }) => reads.length > 0))('to $href is one for those alone who may open it', ({ href, reads }) => {
    const refused = showTo([], href)
    expect(screen.queryAllByRole('link')).toEqual([])
    expect(screen.getByText('There').className).not.toContain('underline')
    refused.unmount()
    showTo(reads.slice(0, 1), href)
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([href, href])
  })
})

it('is what leads from every part of the back office to another', () => {
  const toOffice = /casePageOf|unitPageOf|invoicePageOf|customerPage|foundPageOf|listOf\(|adminPaths\.|['`]\/admin\//
  const files = readdirSync('src/features', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const found = files.filter((file) => {
    const text = readFileSync(`src/features/${file}`, 'utf8')
    return toOffice.test(text) && text.includes("from 'next/link'")
  })
  expect(files.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})
