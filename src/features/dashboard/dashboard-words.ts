/** The words of the dashboard (spec §2 Admin dashboard). */
export const dashboardWords = {
  title: 'Dashboard',
  welcome: 'Welcome to your admin dashboard',
  loadFailed: 'Failed to fetch dashboard figures',
  /** Stands for a figure that could not be read. */
  unknown: '–',
} as const
