/** 'Antminer S21 Pro 234T' → 'antminer-s21-pro-234t'. Letters of any script stay; '' without letters and digits. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

const abbreviations = new Set(['asic', 'gpu', 'cpu', 'psu', 'usb', 'btc', 'ltc', 'uk', 'eu'])

/** 'best-sellers' → 'Best Sellers', 'gpu-rigs' → 'GPU Rigs'. */
export const nameOfHandle = (handle: string): string =>
  handle
    .split('-')
    .map((word) => (abbreviations.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ')
