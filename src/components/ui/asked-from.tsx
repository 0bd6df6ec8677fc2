import { DateText } from '~/components/admin-list/cells'
import { FormNote } from '~/components/form/form-note'

interface AskedFromProps {
  by: string | null
  /** Null if unknown; undefined if not kept. */
  isFromOwnNetwork?: boolean | null | undefined
  because: string | null
}

/** Shows a second administrator who asked, from which network, and why a second approval is needed. */
export const AskedFrom = ({ by, isFromOwnNetwork, because }: AskedFromProps) => (
  <>
    <p className="text-sm wrap-anywhere text-ink-muted">
      {by ? `Asked for by ${by}` : 'Asked for by somebody whose account is gone'}
      {isFromOwnNetwork === false && ', from another network than yours'}.{because && ` Needed because: ${because}.`}
    </p>
    {isFromOwnNetwork === true && (
      <FormNote tone="warn">It was asked for from your own network. Make sure that it was somebody else.</FormNote>
    )}
    {isFromOwnNetwork === null && <FormNote tone="info">From which network it was asked for is not known.</FormNote>}
  </>
)

interface AskedLineProps extends Pick<AskedFromProps, 'by'> {
  at: Date
  isFromOwnNetwork?: boolean | null
}

export const AskedLine = ({ by, at, isFromOwnNetwork }: AskedLineProps) => (
  <p className="text-ink-subtle">
    Asked for by {by ?? 'somebody whose account is gone'}, <DateText at={at} />
    {isFromOwnNetwork && ', from your own network'}
  </p>
)
