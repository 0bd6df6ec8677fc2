/** The four categories as the dialogs name and explain them (spec §2 Cookie consent banner). */
export const cookieCategoryTexts = {
  essential: { title: 'Strictly necessary', text: 'Cart, checkout, signing in and security. The site does not work without them.' },
  functional: { title: 'Functional', text: 'Remember your language, theme and trade-in calculator settings.' },
  analytics: { title: 'Analytics', text: 'Count visits and show us which pages help, so that we can improve them.' },
  marketing: { title: 'Marketing', text: 'Measure advertisements and show you ours again on other sites.' },
} as const
