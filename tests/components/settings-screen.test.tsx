import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultSettings, settingLabel, settingsTabs, settingsTabSchemas, type SettingsTab } from '~/contracts/site/settings'
import { SettingsScreen } from '~/features/site/settings/settings-screen'
import type { RouterInputs, RouterOutputs } from '~/trpc/client'
import { enterText } from './support/enter-text'
import { refusal, renderScreen, type FakeApi } from './support/fake-api'
import { findToast } from './support/toasts'

type All = RouterOutputs['settings']['all']
type SaveInput = RouterInputs['settings']['save']

const stored = (): All => ({
  tabs: {
    general: {
      values: {
        site_title: defaultSettings.site_title,
        company_name: defaultSettings.company_name,
        company_tagline: defaultSettings.company_tagline,
        company_description: defaultSettings.company_description,
      },
      version: 4,
    },
    contact: {
      values: {
        contact_email: 'hello@shop.example',
        phone_number: '1',
        address_line1: 'One',
        address_line2: 'Two',
        address_line3: 'Three',
      },
      version: 3,
    },
    homepage: { values: { hero_title: 'Old title', hero_description: 'Old words', hero_badge_text: 'Badge' }, version: 3 },
    about: {
      values: {
        stats_miners_serviced: '10,000+',
        stats_years_experience: '5+',
        stats_countries_served: '50+',
        stats_satisfaction_rate: '99.8%',
        mission_statement: 'Mission',
      },
      version: 5,
    },
    seo: { values: { meta_description: 'Description', meta_keywords: 'a, b' }, version: 2 },
    social: { values: { social_twitter: '', social_linkedin: '', social_facebook: '' }, version: 3 },
  },
})

/** A server that keeps what it is given, and refuses a stale version. */
function fakeServer() {
  const server = { all: stored(), saves: [] as SaveInput[] }
  const api: FakeApi = {
    'settings.all': () => structuredClone(server.all),
    'settings.save': (input) => {
      server.saves.push(input)
      const tab = server.all.tabs[input.tab]
      if (input.version !== undefined && input.version !== tab.version)
        throw refusal('CONFLICT', 'Someone else has saved these settings in the meantime.')
      const now = { values: input.values, version: tab.version + 1 }
      server.all = { tabs: { ...server.all.tabs, [input.tab]: now } }
      return { tab: input.tab, ...now }
    },
  }
  return { server, api }
}

const openTab = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const retype = async (label: string, text: string) => {
  await userEvent.clear(field(label))
  if (text !== '') await enterText(field(label), text)
}
const save = (tab: string) => userEvent.click(screen.getByRole('button', { name: `Save ${tab} Settings` }))

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

const tabNames: Record<SettingsTab, string> = {
  general: 'General',
  contact: 'Contact',
  homepage: 'Homepage',
  about: 'About',
  seo: 'SEO',
  social: 'Social',
}
const savedTexts: Record<SettingsTab, string> = {
  general: 'General settings updated successfully',
  contact: 'Contact settings updated successfully',
  homepage: 'Homepage settings updated successfully',
  about: 'About page settings updated successfully',
  seo: 'SEO settings updated successfully',
  social: 'Social media settings updated successfully',
}
const failedTexts: Record<SettingsTab, string> = {
  general: 'Failed to update general settings',
  contact: 'Failed to update contact settings',
  homepage: 'Failed to update homepage settings',
  about: 'Failed to update about page settings',
  seo: 'Failed to update SEO settings',
  social: 'Failed to update social media settings',
}

describe('Website Settings (requirements §2, §5, §8)', () => {
  it('shows a spinner, then six tabs with General chosen', async () => {
    renderScreen(<SettingsScreen />, fakeServer().api)
    expect(screen.getByRole('heading', { level: 1, name: 'Website Settings' })).toBeTruthy()
    expect(screen.getByText('Manage your website content and configuration')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain('Loading settings')

    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual(['General', 'Contact', 'Homepage', 'About', 'SEO', 'Social'])
    expect(tabs[0]?.getAttribute('aria-selected')).toBe('true')
    expect(field('Company description').getAttribute('rows')).toBe('4')
  })

  it.each(settingsTabs)('%s: saves what is typed and says so', async (tab) => {
    const { server, api } = fakeServer()
    renderScreen(<SettingsScreen />, api)
    await openTab(tabNames[tab])
    for (const key of Object.keys(settingsTabSchemas[tab].shape)) expect(field(settingLabel(key)).name).toBe(key)

    const [key = ''] = Object.keys(settingsTabSchemas[tab].shape)
    const text = key === 'contact_email' ? 'new@shop.example' : 'Something new'
    await retype(settingLabel(key), text)
    await save(tabNames[tab])
    await findToast('status', 'Success', savedTexts[tab])
    expect(server.saves).toHaveLength(1)
    expect(server.all.tabs[tab].values).toMatchObject({ [key]: text })
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull())
  })

  it('marks a social address that the footer will hide, in words, and saves it all the same', async () => {
    const { server, api } = fakeServer()
    renderScreen(<SettingsScreen />, api)
    await openTab('Social')
    const marked = () => screen.queryAllByText(/^Not shown in the footer/).map((mark) => mark.textContent)
    expect(marked()).toEqual([])
    for (const hidden of ['x.com/ohmfield', 'https://x.com/our shop', 'javascript:alert(1)']) {
      await retype('X (Twitter)', hidden)
      expect(marked()).toEqual(['Not shown in the footer: a web address begins with https:// or http:// and has no spaces.'])
    }
    await retype('X (Twitter)', 'https://x.com/ohmfield')
    expect(marked()).toEqual([])
    await retype('LinkedIn', 'linkedin')
    await save('Social')
    await findToast('status', 'Success', savedTexts.social)
    expect(server.all.tabs.social.values).toMatchObject({ social_twitter: 'https://x.com/ohmfield', social_linkedin: 'linkedin' })
    expect(marked()).toHaveLength(1)
  })

  it.each(settingsTabs)('%s: a failed save says so and keeps what was typed', async (tab) => {
    const { api } = fakeServer()
    renderScreen(<SettingsScreen />, {
      ...api,
      'settings.save': () => {
        throw new Error('Failed to fetch')
      },
    })
    await openTab(tabNames[tab])
    const [key = ''] = Object.keys(settingsTabSchemas[tab].shape)
    const text = key === 'contact_email' ? 'new@shop.example' : 'Something new'
    await retype(settingLabel(key), text)
    await save(tabNames[tab])
    await findToast('alert', 'Error', failedTexts[tab])
    expect(field(settingLabel(key)).value).toBe(text)
  })

  it('puts the message of each empty field beside it and sends nothing', async () => {
    const { server, api } = fakeServer()
    renderScreen(<SettingsScreen />, api)
    await openTab('Homepage')
    await retype('Hero title', '')
    await retype('Hero badge text', '')
    await save('Homepage')

    const message = await screen.findByText('Hero title is required')
    expect(field('Hero title').getAttribute('aria-invalid')).toBe('true')
    expect(field('Hero title').getAttribute('aria-describedby')).toContain(message.id)
    expect(screen.getByText('Hero badge text is required')).toBeTruthy()
    expect(document.activeElement).toBe(field('Hero title'))
    expect(server.saves).toEqual([])

    await openTab('Contact')
    await retype('Contact email', 'no address')
    await save('Contact')
    expect(await screen.findByText('Valid email is required')).toBeTruthy()
  })

  it('shows a refusal of the server beside its field', async () => {
    const { api } = fakeServer()
    renderScreen(<SettingsScreen />, {
      ...api,
      'settings.save': () => {
        throw refusal('BAD_REQUEST', 'values.meta_keywords: Too many', { 'values.meta_keywords': ['Too many'] })
      },
    })
    await openTab('SEO')
    await retype('Meta keywords', 'a, b, c')
    await save('SEO')
    expect(await screen.findByText('Too many')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('Meta keywords')))
  })

  it('keeps what was typed while another tab is looked at, and marks it', async () => {
    renderScreen(<SettingsScreen />, fakeServer().api)
    await openTab('Homepage')
    await retype('Hero title', 'Not saved yet')
    await openTab('SEO')
    expect(screen.getByRole('tab', { name: 'Homepage' }).getAttribute('aria-description')).toBe('Unsaved changes')
    await openTab('Homepage')
    expect(field('Hero title').value).toBe('Not saved yet')
    expect(screen.getByTestId('address').textContent).toBe('{"tab":"homepage"}')
  })

  it('counts the characters of the description without enforcing a limit', async () => {
    const { server, api } = fakeServer()
    server.all.tabs.seo.values.meta_description = 'x'.repeat(160)
    renderScreen(<SettingsScreen />, api, { query: { tab: 'seo' } })
    await screen.findByText(/^160 \/ 160/)
    await userEvent.type(field('Meta description'), 'y')
    expect(screen.getByText(/^161 \/ 160/).textContent).toContain('over by 1')
    await save('SEO')
    await findToast('status', savedTexts.seo)
  })

  it('takes over what was saved elsewhere while nothing is typed, and leaves typed text alone', async () => {
    const { server, api } = fakeServer()
    renderScreen(<SettingsScreen />, api)
    await openTab('Homepage')
    await screen.findByDisplayValue('Old title')
    await openTab('SEO')
    await retype('Meta keywords', 'typed')

    server.all.tabs.homepage = { values: { ...server.all.tabs.homepage.values, hero_title: 'From elsewhere' }, version: 4 }
    server.all.tabs.seo = { values: { ...server.all.tabs.seo.values, meta_keywords: 'from elsewhere' }, version: 3 }
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

    expect(await screen.findByDisplayValue('From elsewhere')).toBe(field('Hero title'))
    expect(field('Meta keywords').value).toBe('typed')
    await save('SEO')
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })
})

describe('settings saved by someone else meanwhile', () => {
  async function meet() {
    const { server, api } = fakeServer()
    renderScreen(<SettingsScreen />, api)
    await openTab('Homepage')
    await retype('Hero title', 'My title')
    server.all.tabs.homepage = {
      values: { hero_title: 'Their title', hero_description: 'Their words', hero_badge_text: 'Badge' },
      version: 9,
    }
    await save('Homepage')
    return { server, dialog: within(await screen.findByRole('dialog', { name: 'Homepage settings were changed' })) }
  }

  it('shows both versions, field by field', async () => {
    const { dialog } = await meet()
    const rows = dialog.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(/Hero title.*Yours.*My title.*Saved by someone else.*Their title/)
    expect(rows[1]).toMatch(/Hero description.*Old words.*Not changed by you.*Their words/)
  })

  it("'Keep mine' saves over the newer version and undoes nothing that was not touched here", async () => {
    const { server, dialog } = await meet()
    await userEvent.click(dialog.getByRole('button', { name: 'Keep mine' }))
    await findToast('status', savedTexts.homepage)
    expect(server.saves.at(-1)).toEqual({
      tab: 'homepage',
      version: 9,
      values: { hero_title: 'My title', hero_description: 'Their words', hero_badge_text: 'Badge' },
    })
    await waitFor(() => expect(field('Hero description').value).toBe('Their words'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it("'Use theirs' shows their version and saves nothing", async () => {
    const { server, dialog } = await meet()
    await userEvent.click(dialog.getByRole('button', { name: 'Use theirs' }))
    await waitFor(() => expect(field('Hero title').value).toBe('Their title'))
    expect(server.saves).toHaveLength(1)
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull())
  })

  it('Close leads back to what was typed', async () => {
    const { dialog } = await meet()
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    expect(field('Hero title').value).toBe('My title')
  })
})

it('says that settings could not be loaded, and tries again', async () => {
  const { api } = fakeServer()
  let broken = true
  renderScreen(<SettingsScreen />, {
    'settings.all': (input) => {
      if (broken) throw new Error('Failed to fetch')
      return api['settings.all']?.(input) ?? stored()
    },
  })
  await findToast('alert', 'Error', 'Failed to load settings')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('tab', { name: 'General' })).toBeTruthy()
})

describe('the history of a tab', () => {
  it('is read when it is opened, and tells who changed which text', async () => {
    const { api } = fakeServer()
    const asked: RouterInputs['audit']['history'][] = []
    renderScreen(<SettingsScreen />, {
      ...api,
      'audit.history': (subject) => {
        asked.push(subject)
        const entry = { id: '1', at: new Date(Date.now() - 60_000), actor: 'boss@example.com', action: 'settings.saved' }
        return { rows: [{ ...entry, before: { hero_title: '' }, after: { hero_title: 'x'.repeat(500) } }], nextCursor: null }
      },
    })
    await openTab('Homepage')
    expect(asked).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'History' }))
    const list = within(await screen.findByRole('list', { name: 'History' }))
    const line = list.getByRole('listitem').textContent
    expect(line).toMatch(/Hero title changed.*Empty.*x{160}….*boss@example\.com.*1 minute ago/)
    expect(asked).toMatchObject([{ subjectType: 'settings', subjectId: 'homepage' }])
  })
})
