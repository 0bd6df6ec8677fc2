/** The look of the account's button, also while its code is being loaded. */
export const accountCircle = 'grid size-11 place-items-center rounded-full text-sm font-semibold text-on-graphite'
