export function BrandMark({ className = 'size-8' }: { className?: string }) {
  return (
    <picture>
      <img src="/favicon.svg" alt="" width={32} height={32} className={className} />
    </picture>
  )
}
