/** In a file of its own, so that pages without a link to it do not load it. */
export const comparePath = '/compare'
