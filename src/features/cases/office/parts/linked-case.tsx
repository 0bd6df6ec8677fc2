import Link from 'next/link'
import { RecordSection } from '~/components/layouts/record-page'

interface LinkedCaseProps {
  /** What it has to do with this one. */
  title: string
  href: string
  number: string
}

/** Another case that belongs to this one's history. */
export const LinkedCase = ({ title, href, number }: LinkedCaseProps) => (
  <RecordSection title={title}>
    <p className="p-5 text-sm sm:px-6">
      <Link href={href} prefetch={false} className="font-medium wrap-anywhere text-ink underline underline-offset-4">
        {number}
      </Link>
    </p>
  </RecordSection>
)
