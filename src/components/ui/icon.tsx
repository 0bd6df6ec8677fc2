import sprite from './icons.svg'

/** Lucide's names. `npx vitest run tests/components/icon.test.tsx --update` draws icons.svg again. */
export const iconNames = [
  'arrow-left',
  'arrow-right',
  'calculator',
  'check',
  'chevron-down',
  'circle-alert',
  'circle-check',
  'clipboard-list',
  'clock',
  'copy',
  'cpu',
  'download',
  'external-link',
  'flask-conical',
  'gauge',
  'globe',
  'hammer',
  'headset',
  'heart-handshake',
  'heart-pulse',
  'key-round',
  'laptop',
  'log-out',
  'mail',
  'mail-check',
  'map-pin',
  'menu',
  'message-circle',
  'message-square-text',
  'minus',
  'package-check',
  'package-search',
  'phone',
  'plus',
  'recycle',
  'repeat-2',
  'rotate-cw',
  'scale',
  'search',
  'search-x',
  'shield-check',
  'shopping-cart',
  'sliders-horizontal',
  'smartphone',
  'star',
  'tag',
  'trash-2',
  'triangle-alert',
  'truck',
  'user-round',
  'wallet',
  'wrench',
  'x',
] as const

// Next does not type an SVG import, since loaders other than its own return the address alone.
const image: unknown = sprite
const SPRITE = String(typeof image === 'object' && image !== null && 'src' in image ? image.src : image)

interface IconProps {
  name: (typeof iconNames)[number]
  className?: string
}

/** From the sprite, which browsers load once; as components the icons would be a fifth of a public page's script (docs/decisions/005). */
export function Icon({ name, className = 'size-6' }: IconProps) {
  return (
    <svg aria-hidden="true" fill="none" className={className}>
      <use href={`${SPRITE}#${name}`} />
    </svg>
  )
}
