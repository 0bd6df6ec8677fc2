import { FormNote } from '~/components/form/form-note'
import { Spinner } from '~/components/ui/spinner'
import type { useVerification } from './use-verification'

type VerificationProps = Pick<ReturnType<typeof useVerification>, 'message' | 'failure' | 'retry'>

/** What has come of a letter's link to verify an address. */
export function Verification({ message, failure, retry }: VerificationProps) {
  if (message !== undefined) {
    return (
      <FormNote tone="success" role="status">
        <p className="font-semibold">Email verified</p>
        <p>{message}</p>
      </FormNote>
    )
  }
  if (failure !== undefined) {
    return (
      <FormNote tone="danger" role="alert">
        <p className="font-semibold">Email not verified</p>
        <p>{failure}</p>
        {retry && (
          <button type="button" onClick={retry} className="mt-1.5 min-h-6 font-semibold underline underline-offset-4">
            Try again
          </button>
        )}
      </FormNote>
    )
  }
  return (
    <p role="status" className="flex items-center gap-2.5 text-sm text-ink-muted">
      <Spinner className="size-4" />
      Verifying your email address...
    </p>
  )
}
