/** Looks that the menus of a list's toolbar share. */

export const toolButton =
  'inline-flex min-h-11 items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-sm text-ink transition-colors hover:bg-surface-muted sm:min-h-10'

export const toolPanel = 'absolute inset-auto m-0 w-64 rounded-lg border border-line bg-surface p-2 text-ink shadow-raised'
