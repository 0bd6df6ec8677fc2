import { clsx } from 'clsx/lite'
import { useEffect, useState } from 'react'
import { Button } from './button'
import { Icon } from './icon'

interface CopyTextProps {
  text: string
  shown?: string
  label: string
  className?: string
}

const NOTED_MS = 4_000

export function CopyText({ text, shown = text, label, className }: CopyTextProps) {
  const [copied, setCopied] = useState<boolean>()
  useEffect(() => {
    if (copied === undefined) return
    const timer = setTimeout(() => setCopied(undefined), NOTED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }

  return (
    <div className={clsx('flex flex-col items-start gap-2', className)}>
      <code className="w-full rounded-lg border border-line bg-surface-muted px-3 py-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap text-ink select-all">
        {shown}
      </code>
      <Button variant="secondary" size="sm" onClick={copy}>
        {copied === true ? <Icon name="check" className="size-4" /> : <Icon name="copy" className="size-4" />}
        {label}
      </Button>
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {copied === true && 'Copied.'}
        {copied === false && 'Could not be copied: select the text instead.'}
      </p>
    </div>
  )
}
