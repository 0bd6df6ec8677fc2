import { DateText } from '~/components/admin-list/cells'
import { FormNote } from '~/components/form/form-note'

interface AskedFromProps {
  /** By address; null for an account that is gone. */
  by: string | null
  /** Null where nobody knows; undefined where it is not kept. */
  isFromOwnNetwork?: boolean | null | undefined
  /** The sum that was above the limit. */
  because: string | null
}

/** Tells a second administrator who has asked, why a second approval is needed, and from which network. */
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

/** The line of a list that says the same. */
export const AskedLine = ({ by, at, isFromOwnNetwork }: AskedLineProps) => (
  <p className="text-ink-subtle">
    Asked for by {by ?? 'somebody whose account is gone'}, <DateText at={at} />
    {isFromOwnNetwork && ', from your own network'}
  </p>
)
