import { expectAccessible, expectGoodInEveryLook } from './support/accessibility'
import { expect, test } from './support/fixtures'
import { hydrated } from './support/focus'

test.describe('the contact page (requirements §2 Contact)', () => {
  test('has the support card, the office, the questions, and says how to talk', async ({ page }) => {
    await page.goto('/contact')

    await test.step('has one support card, with a mail link', async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
      await expect(page.getByText('response within 24 hours')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Send Email' })).toHaveAttribute('href', 'mailto:hello@ohmfield.example')
    })

    await test.step('lists the London office with its hours', async () => {
      const office = page.getByRole('region', { name: 'Our office' })
      await expect(office.getByRole('heading', { name: 'London' })).toBeVisible()
      await expect(office.getByText('Headquarters & Service Center')).toBeVisible()
      for (const hours of ['Mon-Fri 9:00 AM-6:00 PM GMT', 'Sat 10:00 AM-4:00 PM GMT', 'Sun closed']) {
        await expect(office.getByText(hours)).toBeVisible()
      }
      await expect(office.getByText('Unit 4, Foundry Yard')).toBeVisible()
      await expect(office.getByRole('link', { name: 'hello@ohmfield.example' })).toBeVisible()
    })

    await test.step('answers the four questions', async () => {
      const questions = page.getByRole('region', { name: 'Frequently asked questions' })
      for (const words of [
        /miner model, its condition and ideally photos.*confirm it after inspect/,
        /1-5 business days.*tracking.*expedited/,
        /worldwide shipping.*High-value shipments are insured.*customs/,
        /bulk discounts.*Contact sales/,
      ]) {
        await expect(questions.getByText(words)).toBeVisible()
      }
    })

    await test.step('begins a chat and a call by email, and says so', async () => {
      const talk = page.getByRole('region', { name: 'Rather talk it over?' })
      await expect(talk.getByRole('link', { name: 'Start Live Chat' })).toHaveAttribute('href', /^mailto:hello@ohmfield\.example\?subject=/)
      await expect(talk.getByRole('link', { name: 'Schedule Call' })).toHaveAttribute('href', /^mailto:hello@ohmfield\.example\?subject=/)
      await expect(talk.getByRole('link', { name: 'or ring +44 20 7946 0182' })).toHaveAttribute('href', 'tel:+442079460182')
      await expect(talk.getByText(/no chat window and no calendar/)).toBeVisible()
    })
  })

  test('the form is checked and filled in by keyboard; it logs, sends the message and says so', async ({ page }) => {
    await page.goto('/contact')
    const sent: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
    const logs: string[] = []
    page.on('console', (message) => message.type() === 'log' && logs.push(message.text()))

    await hydrated(page)
    await page.getByRole('button', { name: 'Send Message' }).press('Enter')
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    for (const message of ['Name is required', 'Email is required', 'Subject is required', 'Message is required']) {
      await expect(page.getByText(message, { exact: true })).toBeVisible()
    }
    await expectAccessible(page, 'the form with messages')

    await page.keyboard.type('Ada Example')
    await page.keyboard.press('Tab')
    await page.keyboard.type('not an address')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Inquiry Type')).toBeFocused()
    await page.keyboard.type('Bulk')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Forty machines')
    await page.keyboard.press('Tab')
    await page.keyboard.type('What would they cost & when?')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Valid email is required')).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    expect(logs).toEqual([])

    await page.keyboard.press('Control+A')
    await page.keyboard.type('ada@example.com')
    await page.getByRole('button', { name: 'Send Message' }).press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Message sent' })).toContainText('ada@example.com')
    expect(logs.join()).toContain('Contact form submitted')
    await expect(page.getByLabel('Message')).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused()
    await expectAccessible(page, 'the form when its message was sent')
    expect(sent.map((address) => new URL(address).pathname)).toEqual(['/api/trpc/contact.send'])
  })

  test('a spinner stands where the page comes, until its settings are there', async ({ page }) => {
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/_next/data/**/contact.json*', async (route) => {
      await isAnswered
      await route.continue()
    })
    // The last of what the page loads when it is idle.
    const connected = page.waitForResponse((response) => response.url().includes('/api/trpc/settings.onSettingsChange'))
    await page.goto('/repair')
    await connected
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
    const spinner = page.getByRole('main').getByRole('status')
    await expect(spinner).toHaveText('Loading…')
    await expect(spinner).toBeInViewport()
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
    answer()
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
    await expect(spinner.filter({ hasText: 'Loading' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Send Email' })).toBeVisible()
  })

  test('the office moves with the settings', { tag: '@full' }, async ({ adminPage, page }) => {
    await adminPage.goto('/admin/settings')
    await adminPage.getByRole('tab', { name: 'Contact' }).click()
    const line = adminPage.getByLabel('Address line 1')
    const before = await line.inputValue()
    await line.fill('2 Changed Street')
    await adminPage.getByRole('button', { name: 'Save Contact Settings' }).click()
    await expect(adminPage.getByText('Contact settings updated successfully')).toBeVisible()
    await page.goto('/contact')
    await expect(page.getByRole('region', { name: 'Our office' }).getByText('2 Changed Street')).toBeVisible()
    await line.fill(before)
    await adminPage.getByRole('button', { name: 'Save Contact Settings' }).click()
    await expect(page.getByRole('region', { name: 'Our office' }).getByText(before)).toBeVisible()
  })

  test('the form’s checks are loaded when it is used, not before', { tag: '@full' }, async ({ page }) => {
    await page.goto('/contact')
    await page.waitForLoadState('networkidle')
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await hydrated(page)
    await page.getByLabel('Subject').focus()
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
  })

  test('has no axe violation, and fits', async ({ page }) => {
    await page.goto('/contact')
    await expectGoodInEveryLook(page, 'contact')
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the form says what it needs and shows the address; everything else is there', async ({ page }) => {
    await page.goto('/contact')
    const notice = page.getByText('This form needs JavaScript')
    await expect(notice).toBeVisible()
    await expect(notice.getByRole('link', { name: 'hello@ohmfield.example' })).toHaveAttribute('href', 'mailto:hello@ohmfield.example')
    await expect(notice.getByRole('link', { name: '+44 20 7946 0182' })).toHaveAttribute('href', 'tel:+442079460182')
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeHidden()
    await expect(page.getByText('Mon-Fri 9:00 AM-6:00 PM GMT')).toBeVisible()
    await expect(page.getByText(/Repairs take 1-5 business days/)).toBeVisible()
  })
})
