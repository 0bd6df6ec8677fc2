/** Google's first-party cookies: analytics (_ga, _ga_<id>, _gid, _gat), tag manager, ads (_gcl_*, _gac_*, __gads, __gpi). */
const tagCookie = /^(_ga|_gid|_gat|_dc_gtm|_gcl|_gac|__gads|__gpi)(_|$)/

/** 'www.shop.example' → the host itself and each domain that it may set cookies for; browsers refuse public suffixes. */
function domainsOf(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** Removes the tag's cookies from this host and from every domain above it, where the tag puts them. */
export function removeTagCookies() {
  const names = document.cookie.split('; ').flatMap((cookie) => cookie.split('=')[0] ?? [])
  for (const name of names.filter((each) => tagCookie.test(each))) {
    const expired = `${name}=; path=/; max-age=0`
    document.cookie = expired
    for (const domain of domainsOf(window.location.hostname)) document.cookie = `${expired}; domain=${domain}`
  }
}
