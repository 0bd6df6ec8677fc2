import { clsx } from 'clsx/lite'

/** Links open in a tab of their own: nothing else can be shown in the frame, which the site's policy keeps to its document. */
const inNewTabs = (html: string) => html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)

/** The HTML of an email in a frame that runs no scripts. */
export const EmailFrame = ({ title, html, className }: { title: string; html: string; className?: string }) => (
  <iframe
    title={title}
    srcDoc={inNewTabs(html)}
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    className={clsx('h-[60vh] w-full rounded-md border border-line bg-white', className)}
  />
)
