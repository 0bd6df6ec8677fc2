import { FormNote } from './form-note'

/** The clock of whoever reads it; with seconds, because a wait may be shorter than a minute. */
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** Says when the form can be sent again; nothing while it can. */
export function WaitNote({ until }: { until: Date | undefined }) {
  if (!until) return null
  return (
    <FormNote tone="warn">
      Too many attempts. You can try again at <time dateTime={until.toISOString()}>{clock.format(until)}</time>.
    </FormNote>
  )
}
