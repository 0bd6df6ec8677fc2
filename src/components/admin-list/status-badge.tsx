import { Badge, type Tone } from '~/components/ui/badge'
import { capitalised } from '~/lib/capitalised'

/** The status of a row, capitalised; contracts/statuses has the tones. */
export const StatusBadge = ({ status, tone }: { status: string; tone: Tone }) => <Badge tone={tone}>{capitalised(status)}</Badge>
