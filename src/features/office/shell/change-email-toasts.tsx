import { useEffect, useRef } from 'react'
import { failureToast } from '~/components/form/use-action'
import { dismissNotice, notify } from '~/components/ui/notify'
import { isTextedTo } from '~/contracts/cases/emails'
import type { ChangeEmails, EmailSummary } from '~/contracts/change-emails'
import { onChangeEmails } from '~/trpc/change-emails'
import { trpc } from '~/trpc/client'

const number = new Intl.NumberFormat('en-GB')
const emails = ({ count, first }: EmailSummary) => {
  const areTexts = first.length > 0 && first.every(({ to }) => isTextedTo(to))
  if (count === 1) return areTexts ? 'Text message' : 'Email'
  return `${number.format(count)} ${areTexts && count === first.length ? 'text messages' : 'emails'}`
}
const toastOf = (change: string) => `letters-${change}`

/** One recipient a line, the first ones of many. */
const named = ({ first, count }: EmailSummary) =>
  [
    ...first.map(({ to, subject }) => `To ${to}: ${subject}`),
    ...(count > first.length ? [`and ${number.format(count - first.length)} more`] : []),
  ].join('\n')

const toWhom = ({ count, customers }: EmailSummary) =>
  count === 1 || customers === count ? '' : customers === 1 ? ' to one customer' : ` to ${number.format(customers)} customers`

/** Names a change's emails while they wait, with a button that recalls them. Mounted once on every page of the back office. */
export function ChangeEmailToasts() {
  const utils = trpc.useUtils()
  const recall = trpc.outbox.recall.useMutation({
    onSettled: () => void utils.cases.invalidate(),
    onError: failureToast('Failed to take the emails back'),
  })
  const { mutate } = recall
  // Toasts outlive the render that showed them.
  const latest = useRef(mutate)
  useEffect(() => {
    latest.current = mutate
  })

  useEffect(() => {
    const tell = ({ change, waiting, recalled, gone }: ChangeEmails) => {
      for (const earlier of [...(recalled?.changes ?? []), ...(gone?.changes ?? [])]) dismissNotice(toastOf(earlier))
      if (recalled) {
        notify({
          title: `${emails(recalled)} not sent${toWhom(recalled)}`,
          description: named(recalled),
          tone: 'success',
          id: `recalled-${change}`,
        })
      }
      if (gone) {
        const reason = 'It was too late to take this back.'
        notify({
          title: `${emails(gone)} sent already${toWhom(gone)}`,
          description: named(gone),
          reason,
          tone: 'danger',
          id: `gone-${change}`,
        })
      }
      if (waiting) {
        notify({
          title: `${emails(waiting)}${toWhom(waiting)} in ${waiting.seconds} seconds`,
          description: named(waiting),
          tone: 'success',
          id: toastOf(change),
          seconds: waiting.seconds,
          action: { label: 'Don’t send', onAction: () => latest.current({ change }) },
        })
      }
    }
    return onChangeEmails(tell)
  }, [])
  return null
}
