import { useMemo, type ComponentType, type ReactNode } from 'react'
import { Container } from '~/components/ui/container'
import { PageHeader } from '~/components/ui/page-header'
import type { SiteSettings } from '~/contracts/settings'
import { CookieChoice } from './cookie-choice'
import { LastUpdated } from './last-updated'
import { legalElements, type LegalElements } from './legal-elements'
import { FoldedContents, SideContents } from './table-of-contents'

export interface LegalPageProps {
  title: string
  settings: SiteSettings
  /** The day on which the static page was made, '2026-11-21'. */
  madeOn: string
}

interface LegalScreenProps extends LegalPageProps {
  /** The text and its headings, both from one MDX file. */
  content: ComponentType<{ components: LegalElements }>
  sections: readonly { id: string; title: string }[]
  /** Whether the shop takes messages itself, where the text depends on it. */
  hasInbox?: boolean
  /** The control that opens the cookie settings, where the text offers it. */
  cookieSettings?: ReactNode
}

/** A legal page: long text with its table of contents (spec §2 Legal pages). */
export function LegalScreen({ title, settings, madeOn, content: Content, sections, hasInbox, cookieSettings }: LegalScreenProps) {
  const elements = useMemo(
    () => legalElements(settings, { hasInbox, cookieSettings: cookieSettings && <CookieChoice>{cookieSettings}</CookieChoice> }),
    [settings, hasInbox, cookieSettings],
  )
  return (
    <>
      <PageHeader title={title} lead={<LastUpdated madeOn={madeOn} />} />
      <Container className="grid grid-cols-[minmax(0,1fr)] gap-x-16 py-10 sm:py-16 lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <SideContents sections={sections} />
        <div>
          <FoldedContents sections={sections} />
          <article aria-label={title} className="max-w-[70ch] text-[1.0625rem]">
            <Content components={elements} />
          </article>
        </div>
      </Container>
    </>
  )
}
