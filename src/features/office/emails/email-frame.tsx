import { clsx } from 'clsx/lite'

/** Links open in a new tab, since the CSP keeps the frame to its document. */
const inNewTabs = (html: string) => html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)

export const EmailFrame = ({ title, html, className }: { title: string; html: string; className?: string }) => (
  <iframe
    title={title}
    srcDoc={inNewTabs(html)}
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    className={clsx('h-[60vh] w-full rounded-md border border-line bg-white', className)}
  />
)
