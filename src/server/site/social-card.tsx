import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ImageResponse } from 'next/og'
import type { ReactElement } from 'react'
import type { SiteSettings } from '~/contracts/site/settings'
import { comparePath } from '~/lib/compare-path'
import { paths, type PublicPage } from '~/lib/paths'

const SIZE = { width: 1200, height: 630 }
const GRAPHITE = '#13171b'
const AMBER = '#f5a524'
const PAPER = '#f3f4f6'

/** The home page has the hero's title. */
const headings: Record<Exclude<PublicPage, '/'>, string> = {
  [paths.tradeIn]: 'Trade in your used miner for store credit',
  [paths.submitTradeIn]: 'Submit your trade-in online',
  [paths.products]: 'ASIC miners, GPU rigs and accessories',
  [comparePath]: 'Compare what mining machines earn',
  [paths.repair]: 'Expert ASIC miner repair',
  [paths.requestRepair]: 'Request a repair online',
  [paths.about]: 'About us',
  [paths.contact]: 'Contact us',
  [paths.track]: 'Follow your repair or trade-in',
  [paths.verifyPassport]: 'Check the passport of a machine',
  [paths.privacyPolicy]: 'Privacy Policy',
  [paths.termsOfService]: 'Terms of Service',
  [paths.cookiePolicy]: 'Cookie Policy',
  [paths.returnsRefunds]: 'Returns & Refunds Policy',
}

const LONGEST_HEADING = 120
const cut = (text: string) => (text.length > LONGEST_HEADING ? `${text.slice(0, LONGEST_HEADING - 1)}…` : text)

function Card({ name, heading, tagline }: { name: string; heading: string; tagline: string }) {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: 80,
        background: GRAPHITE,
        color: PAPER,
        borderBottom: `16px solid ${AMBER}`,
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', fontSize: 40 }}>
        <div style={{ width: 28, height: 28, marginRight: 20, background: AMBER, borderRadius: 6 }} />
        {name}
      </div>
      <div style={{ display: 'flex', fontSize: heading.length > 50 ? 68 : 84, lineHeight: 1.1, letterSpacing: -2 }}>{heading}</div>
      <div style={{ display: 'flex', fontSize: 34, color: '#aab2bb' }}>{tagline}</div>
    </div>
  )
}

function DrawingCard({ name, source }: { name: string; source: string }) {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        width: '100%',
        height: '100%',
        background: PAPER,
        color: GRAPHITE,
        borderBottom: `16px solid ${AMBER}`,
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', padding: '40px 56px 0', fontSize: 34 }}>
        <div style={{ width: 24, height: 24, marginRight: 16, background: AMBER, borderRadius: 5 }} />
        {name}
      </div>
      <div style={{ display: 'flex', flexGrow: 1, alignItems: 'center', justifyContent: 'center' }}>
        <img src={source} alt="" width={640} height={480} />
      </div>
    </div>
  )
}

/** One card for each page or drawing, with its texts, not one for each visit. */
const drawn = new Map<string, { texts: string; png: Buffer }>()

async function draw(name: string, texts: string, card: () => ReactElement | Promise<ReactElement>): Promise<Buffer> {
  const known = drawn.get(name)
  if (known?.texts === texts) return known.png
  const image = new ImageResponse(await card(), SIZE)
  const png = Buffer.from(await image.arrayBuffer())
  drawn.set(name, { texts, png })
  return png
}

export async function socialCard(page: PublicPage, settings: SiteSettings): Promise<Buffer> {
  const heading = cut(page === paths.home ? settings.hero_title : headings[page])
  const texts = [settings.company_name, heading, settings.company_tagline].join('\n')
  return draw(page, texts, () => <Card name={cut(settings.company_name)} heading={heading} tagline={cut(settings.company_tagline)} />)
}

export async function drawingCard(drawing: string, { company_name: company }: SiteSettings): Promise<Buffer> {
  const name = cut(company)
  return draw(`drawing ${drawing}`, name, async () => {
    const svg = await readFile(path.join(process.cwd(), 'public', 'products', `${drawing}.svg`))
    return <DrawingCard name={name} source={`data:image/svg+xml;base64,${svg.toString('base64')}`} />
  })
}
