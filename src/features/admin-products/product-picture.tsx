import { Package } from 'lucide-react'
import { useState } from 'react'
import { isPictureAddress } from '~/contracts/addresses'

/** A product's picture, small; a drawn package where there is none, or none that can be loaded. */
export function ProductPicture({ address }: { address: string | null }) {
  const [broken, setBroken] = useState<string>()
  const shown = address !== null && address !== broken && isPictureAddress(address)
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-lg border border-line bg-surface-muted">
      {shown ? (
        <picture>
          {/* The name stands beside it, so the picture has nothing of its own to say. */}
          <img
            src={address}
            alt=""
            width={44}
            height={44}
            loading="lazy"
            decoding="async"
            onError={() => setBroken(address)}
            className="size-11 object-contain"
          />
        </picture>
      ) : (
        <Package className="size-5 text-ink-subtle" aria-hidden="true" />
      )}
    </span>
  )
}
