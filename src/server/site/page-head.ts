import type { GetServerSideProps } from 'next'
import { defaultSettings, type SiteSettings } from '~/contracts/site/settings'
import { servicesIfStarted } from '~/server/services'

export interface HeadProps {
  head: {
    settings: SiteSettings
    siteUrl: string
    path: string
  }
}

/** Unreadable texts fall back to the defaults (requirements §8). */
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
