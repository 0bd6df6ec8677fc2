/** The screens of the back office (spec §2 Route table), apart from the site's addresses, which every public page loads. */
export const adminPaths = {
  users: '/admin/users',
  orders: '/admin/orders',
  products: '/admin/products',
  machines: '/admin/machines',
  repairs: '/admin/repairs',
  tradeIns: '/admin/trade-ins',
  settings: '/admin/settings',
  reports: '/admin/reports',
  credit: '/admin/credit',
} as const
