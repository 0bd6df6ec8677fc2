/** The comparison of what machines earn. On its own, so that pages that do not lead there do not load it. */
export const comparePath = '/compare'
