import { Badge, type Tone } from '~/components/ui/badge'
import { boardVerdictWords, type BoardAnswer, type BoardVerdict, type FoundBoard } from '~/contracts/stock/boards'

export const answerWords: Record<BoardAnswer, string> = { 'swapped before us': 'Swapped before us', misread: 'Misread' }
const tones: Record<BoardVerdict, Tone> = {
  first_seen: 'neutral',
  same: 'success',
  swapped_here: 'info',
  foreign: 'warn',
  not_read: 'neutral',
}

export function Verdict({ found }: { found: FoundBoard | null }) {
  if (!found) return <span className="text-ink-subtle">Not compared</span>
  const { verdict, answer, swappedIn } = found
  const also = swappedIn ? [swappedIn.partNumber, swappedIn.caseNumber].filter(Boolean).join(', ') : answer && answerWords[answer]
  return (
    <>
      <Badge size="sm" tone={answer === null ? tones[verdict] : 'neutral'}>
        {boardVerdictWords[verdict]}
      </Badge>
      {also && <span className="block text-xs wrap-anywhere text-ink-muted">{also}</span>}
    </>
  )
}
