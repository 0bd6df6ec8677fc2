import { openAccount } from './support/accounts'
import { toast } from './support/admin'
import { deskOf } from './support/desk'
import { expect } from './support/fixtures'
import { hydrated } from './support/focus'
import { handsOn } from './support/hands'
import { test } from './support/sql-shop'

/** The one of the commonest tasks (presses.spec.ts) that takes two administrators of some standing. */
test(
  'approve a large offer, and with it its store credit',
  { tag: '@full' },
  async ({ adminPage: page, shop, database }, { annotations }) => {
    const account = await openAccount(shop, 'requester')
    await database.query(`UPDATE profiles SET role = 'admin' WHERE email = '${account.email}'`)
    await database.query(`UPDATE role_changes SET at = at - interval '1 year'`)
    const desk = await deskOf(shop, account)
    const { id } = await desk.call<{ id: string }>('tradeIns.create', {
      customer: { email: 'large@example.com', fullName: 'Lara Large' },
      deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19' },
    })
    const values = { machineId: null, grade: null, checks: [], deductions: [], override: { value: 6000, reason: 'A farm of them' } }
    await desk.call('tradeIns.saveEvaluation', { id, ...values })
    await desk.call('tradeIns.sendOffer', { id })

    await page.goto('/admin/approvals')
    await hydrated(page)
    const hands = handsOn(page)
    const begun = Date.now()
    await hands.press(page.getByRole('button', { name: /^Approve/ }))
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Approve' }))
    await expect(toast(page, 'status', 'Offer approved and sent successfully')).toBeVisible()
    annotations.push({ type: 'presses', description: `${hands.counted.presses} presses, ${((Date.now() - begun) / 1_000).toFixed(1)} s` })
    expect(hands.counted.presses).toBeLessThanOrEqual(2)

    // The approval counts for the store credit too: nobody is asked again.
    await desk.call('tradeIns.recordAnswer', { id, number: 1, answer: 'accepted', note: null })
    await desk.call('tradeIns.updateStatus', { id, status: 'completed' })
    expect(await desk.read('credit.tradeIn', { tradeInId: id })).toMatchObject({ issued: 6000, waiting: null })
    await desk.http.dispose()
  },
)
