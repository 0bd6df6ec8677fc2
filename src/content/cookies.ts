/** With the examples of requirements §2 (Cookie consent banner). */
export const cookieCategoryTexts = {
  essential: {
    title: 'Strictly Necessary',
    text: 'Cart, checkout, authentication and security. Always on, because the site does not work without them.',
  },
  functional: { title: 'Functional', text: 'Remember your language, your theme and your trade-in calculator settings.' },
  analytics: { title: 'Analytics', text: 'Count visits and show us which pages help, so that we can improve them.' },
  marketing: { title: 'Marketing', text: 'Measure ads and show you ours again on other sites (remarketing).' },
} as const

export const cookieBannerTexts = {
  title: 'Your choice of cookies',
  text: 'We use what the site needs to work. Cookies that remember your settings, count visits or measure ads are used only if you allow them.',
  privacyControl: 'Your browser sends Global Privacy Control, so marketing starts switched off.',
} as const
