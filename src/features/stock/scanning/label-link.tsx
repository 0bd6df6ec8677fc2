import { Printer } from '~/components/icons/lucide'
import { buttonStyles, type ButtonSize } from '~/components/ui/button-styles'
import { labelsAddress, type LabelsOf } from '~/contracts/stock/scanning'

interface LabelLinkProps {
  of: Partial<LabelsOf>
  words?: string
  /** For the main action of a screen. */
  size?: ButtonSize
}

/** Opens a PDF of labels in a new tab. */
export const LabelLink = ({ of, words = 'Print label', size = 'sm' }: LabelLinkProps) => (
  <a
    href={labelsAddress(of)}
    target="_blank"
    rel="noopener"
    className={buttonStyles({ variant: size === 'lg' ? 'primary' : 'secondary', size, className: size === 'lg' ? 'w-full' : undefined })}
  >
    <Printer className={size === 'lg' ? 'size-6' : 'size-4'} aria-hidden="true" />
    {words}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)
