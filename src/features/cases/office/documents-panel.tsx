import { Printer } from '~/components/icons/lucide'
import { RecordSection } from '~/components/layouts/record-page'
import { buttonStyles } from '~/components/ui/button-styles'
import type { CaseRef } from '~/contracts/case-ref'
import { caseDocumentAddress, caseDocumentLabels, documentsOfEveryCase, quoteKinds } from '~/contracts/cases/documents'
import { useSentQuotes } from './use-quotes'

interface Printable {
  href: string
  label: string
}

/** Each opens as a PDF in a new tab. */
export function DocumentsPanel({ noun, id }: CaseRef) {
  // Shares the requests of the estimate and evaluation sections.
  const sent = useSentQuotes(noun, id)
  const kind = quoteKinds[noun]
  const documents: Printable[] = [
    ...documentsOfEveryCase.map((each) => ({ href: caseDocumentAddress({ noun, id }, each), label: caseDocumentLabels[each] })),
    ...sent.map(({ number }) => ({
      href: caseDocumentAddress({ noun, id }, kind, number),
      label: `${caseDocumentLabels[kind]} ${number}`,
    })),
  ]
  return (
    <RecordSection title="Print">
      <ul className="flex flex-wrap gap-2 p-5">
        {documents.map(({ href, label }) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noopener" className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
              <Printer className="size-4" aria-hidden="true" />
              {label}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}
