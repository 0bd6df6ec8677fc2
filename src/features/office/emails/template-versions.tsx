import { useState } from 'react'
import { DateText } from '~/components/admin-list/cells'
import { Button } from '~/components/ui/button'
import type { TemplatePage, TemplateText, TemplateVersion } from '~/contracts/office/email-templates'

interface TemplateVersionsProps {
  page: TemplatePage
  isBusy: boolean
  /** @param text null for the shop's own */
  onRestore: (text: TemplateText | null) => void
}

/** Versions with authors and times, each of which can be compared and restored. */
export function TemplateVersions({ page, isBusy, onRestore }: TemplateVersionsProps) {
  const [compared, setCompared] = useState<number>()
  if (page.versions.length === 0) return <p className="text-sm text-ink-muted">Nobody has changed this email yet.</p>
  return (
    <section aria-label="Versions">
      <h3 className="text-sm font-medium text-ink">Versions</h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {page.versions.map((version) => (
          <li key={version.number} className="py-2.5 text-sm">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="min-w-0 text-ink">
                Version {version.number}
                {version.text === null && ': back to the shop’s text'}
                <span className="block text-xs wrap-anywhere text-ink-muted">
                  <DateText at={version.savedAt} />, {version.savedBy ?? 'a deleted account, or not in the back office'}
                </span>
              </p>
              {version.number === page.version ? (
                <span className="text-xs text-ink-muted">Latest</span>
              ) : (
                <span className="flex gap-2">
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-expanded={compared === version.number}
                    aria-label={`Compare version ${version.number}`}
                    onClick={() => setCompared(compared === version.number ? undefined : version.number)}
                  >
                    Compare
                  </Button>
                  <Button
                    variant="secondary"
                    size="sm"
                    disabled={isBusy}
                    aria-label={`Restore version ${version.number}`}
                    onClick={() => onRestore(version.text)}
                  >
                    Restore
                  </Button>
                </span>
              )}
            </div>
            {compared === version.number && <Comparison version={version} page={page} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const linesOf = ({ subject, body }: TemplateText) => [subject, ...body.split('\n').filter((line) => line.trim() !== '')]

/** Line by line, with differences marked. */
function Comparison({ version, page }: { version: TemplateVersion; page: TemplatePage }) {
  const then = linesOf(version.text ?? page.original)
  const now = linesOf(page.text)
  return (
    <div className="mt-3 grid gap-3 sm:grid-cols-2">
      <Lines title={`Version ${version.number}`} lines={then} others={new Set(now)} mark="removed" />
      <Lines title="Latest" lines={now} others={new Set(then)} mark="added" />
    </div>
  )
}

interface LinesProps {
  title: string
  lines: readonly string[]
  others: ReadonlySet<string>
  mark: 'removed' | 'added'
}

function Lines({ title, lines, others, mark }: LinesProps) {
  const Marked = mark === 'removed' ? 'del' : 'ins'
  const look = mark === 'removed' ? 'bg-danger-soft text-danger-ink no-underline' : 'bg-success-soft text-success-ink no-underline'
  return (
    <div className="min-w-0 rounded-lg border border-line p-3">
      <p className="text-xs font-semibold text-ink-muted">{title}</p>
      {lines
        .map((line, at) => ({ line, at }))
        .map(({ line, at }) => (
          <p key={at} className="mt-1.5 text-xs wrap-anywhere text-ink">
            {others.has(line) ? line : <Marked className={look}>{line}</Marked>}
          </p>
        ))}
    </div>
  )
}
