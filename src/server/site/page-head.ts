import type { GetServerSideProps } from 'next'
import { defaultSettings, type SiteSettings } from '~/contracts/site/settings'
import { servicesIfStarted } from '~/server/services'

/** The head of a page outside the public site. */
export interface HeadProps {
  head: {
    settings: SiteSettings
    /** The public address of the site, without a slash at the end. */
    siteUrl: string
    /** The page's path, without a query. */
    path: string
  }
}

/** Adds the head's props to a guard; unreadable texts are the defaults (requirements §8). */
export function withHead<P extends object>(guard: GetServerSideProps<P>): GetServerSideProps<P & HeadProps> {
  return async (context) => {
    const answer = await guard(context)
    if (!('props' in answer)) return answer
    const services = servicesIfStarted()
    const settings = await services?.live.values.settings.get().then(
      ({ data }) => data,
      () => defaultSettings,
    )
    const head = {
      settings: settings ?? defaultSettings,
      siteUrl: services?.siteUrl ?? '',
      path: context.resolvedUrl.split('?', 1)[0] ?? '',
    }
    return { props: { ...(await answer.props), head } }
  }
}
