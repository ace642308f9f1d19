import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { givenRoles } from '#contract/identity/staff.ts'
import { mailTo } from './kit/inboxes.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

type Staff = { items: { firstName: string; lastName: string }[] }

const OWNER = 'admin@grace.example'
const openStaff = (path = '/tenant/settings/staff') => stage.visit({ as: OWNER, path })
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Staff' }).getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')

/** Something was entered: Escape asks first. */
async function leaveDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
}

async function pick(page: Page, name: string, act: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `More actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: act }).click()
}

async function invite(page: Page, { firstName, email, role }: Record<'firstName' | 'email' | 'role', string>) {
  await page.getByRole('button', { name: 'Invite' }).click()
  await dialog(page).getByLabel('First name').fill(firstName)
  await dialog(page).getByLabel('Last name').fill('Ade')
  await dialog(page).getByLabel('Email').fill(email)
  await dialog(page)
    .getByRole('checkbox', { name: new RegExp(`^${role}`) })
    .check()
  await dialog(page).getByRole('button', { name: 'Send invitation' }).click()
}

const linkTo = async (email: string) =>
  /http:\S+\/invitation#token=\S+/.exec((await mailTo(stage.sandboxUrl, email)).text)?.[0] ?? ''

/** Accepts an invitation in a browser of its own; the visit is then signed in. */
async function join(link: string, password: string) {
  const visit = await stage.visit({ path: new URL(link).pathname + new URL(link).hash })
  await visit.page.getByRole('heading', { name: 'Welcome to Grace Chapel' }).waitFor()
  await visit.page.getByLabel('Password', { exact: true }).fill(password)
  await visit.page.getByRole('button', { name: 'Join' }).click()
  await visit.page.waitForURL((url) => url.pathname === '/tenant')
  return visit
}

test('invited, joined, roles changed, removed: each holds at the next request, and the log tells all of it', async () => {
  const { page } = await openStaff()
  const bola = { firstName: 'Bola', email: 'bola@grace.example', role: 'Reports' }
  await invite(page, bola)
  await page.getByText(`Invitation sent to ${bola.email}`).waitFor()
  await page.getByRole('region', { name: 'Pending invitations' }).getByText('Pending', { exact: true }).waitFor()

  const link = await linkTo(bola.email)
  const colleague = await join(link, 'eight green hills')
  await page.reload()
  await row(page, 'Bola Ade').getByText('Reports').waitFor()
  expect(await page.getByText('Pending').count()).toBe(0)
  const again = await stage.visit({ path: new URL(link).pathname + new URL(link).hash })
  again.trouble.expect(/^400 POST \/api\/identity\/invitation$/)
  await again.page.getByText('This invitation has expired, been used or been withdrawn.').waitFor()

  colleague.trouble.expect(/^40[13] GET \/api\//)
  const { request } = colleague.context
  expect((await request.get('/api/people')).status()).toBe(403)
  await pick(page, 'Bola Ade', 'Change roles')
  await dialog(page)
    .getByRole('checkbox', { name: /^Follow-up/ })
    .check()
  await dialog(page).getByRole('button', { name: 'Save roles' }).click()
  await row(page, 'Bola Ade').getByText('Follow-up, Reports').waitFor()
  expect((await request.get('/api/people')).status()).toBe(200)
  await colleague.page.reload()
  await colleague.page
    .getByRole('link', { name: /^People/ })
    .first()
    .click()
  await colleague.page.getByRole('heading', { name: 'People' }).waitFor()
  await colleague.page.goto('/tenant/settings/staff')
  await colleague.page.getByRole('heading', { name: 'No Authorization Found!' }).waitFor()

  await pick(page, 'Bola Ade', 'Remove from staff')
  await dialog(page).getByRole('button', { name: 'Remove from staff' }).click()
  await page.getByText('Bola Ade is no longer on the staff').waitFor()
  expect((await request.get('/api/people')).status()).toBe(401)
  await colleague.page.goto('/tenant/people')
  await colleague.page.getByRole('button', { name: 'Sign in' }).waitFor()

  await page.getByRole('link', { name: 'Activity log', exact: true }).click()
  const entry = (what: string) =>
    page.getByRole('table', { name: 'Activity log' }).getByRole('row').filter({ hasText: what })
  await entry('Removed a staff member').filter({ hasText: 'Bola Ade' }).waitFor()
  await entry('Changed a staff member’s roles').filter({ hasText: 'Before: Reports' }).waitFor()
  await entry('Joined the staff').filter({ hasText: 'As Reports' }).waitFor()
  await entry('Invited someone to the staff').filter({ hasText: 'Chrome on Linux' }).waitFor()
})

test('every role of the contract can be given, and changing roles takes none away that was not unticked', async () => {
  const { page } = await openStaff()
  const named = (role: string) => dialog(page).getByRole('checkbox', { name: new RegExp(`^${role}`) })
  await page.getByRole('button', { name: 'Invite' }).click()
  expect(await dialog(page).getByRole('checkbox').count()).toBe(givenRoles.length)
  await page.keyboard.press('Escape')
  const { items } = (await (await page.request.get('/api/identity/staff?role=Teacher')).json()) as Staff
  const teacher = items[0]
  const name = `${teacher?.firstName} ${teacher?.lastName}`
  await pick(page, name, 'Change roles')
  expect(await named('Teacher').isChecked()).toBe(true)
  await named('Reports').check()
  await dialog(page).getByRole('button', { name: 'Save roles' }).click()
  await row(page, name).getByText('Teacher, Reports').waitFor()
})

test('the last owner stays one, and an address of the staff is not invited again', async () => {
  const { page, trouble } = await openStaff()
  trouble.expect(/^409 (PUT|DELETE|POST) \/api\/identity\/(staff|invites)/)
  await pick(page, 'Ngọzi Eze', 'Change roles')
  await dialog(page)
    .getByRole('checkbox', { name: /^Reports/ })
    .check()
  await dialog(page)
    .getByRole('checkbox', { name: /^Owner/ })
    .uncheck()
  await dialog(page).getByText('You would no longer be an owner').waitFor()
  await dialog(page).getByRole('button', { name: 'Save roles' }).click()
  await dialog(page).getByText('A church needs at least one owner.').waitFor()
  await leaveDialog(page)
  await pick(page, 'Ngọzi Eze', 'Remove from staff')
  await dialog(page).getByRole('button', { name: 'Remove from staff' }).click()
  await dialog(page).getByText('A church needs at least one owner.').waitFor()
  await page.keyboard.press('Escape')
  await invite(page, { firstName: 'Hadiza', email: 'Desk@Grace.example', role: 'Reports' })
  await dialog(page).getByText('Someone on your staff already signs in with this email.').waitFor()
  await leaveDialog(page)
  expect(await row(page, 'Ngọzi Eze').getByText('Owner').count()).toBe(1)
})

test('an invitation that is sent again works by its new link only, and by none once it is withdrawn', async () => {
  const { page } = await openStaff()
  const tola = { firstName: 'Tola', email: 'tola@grace.example', role: 'Messages' }
  await invite(page, tola)
  const first = await linkTo(tola.email)
  await page.getByRole('button', { name: 'Send again: Tola Ade’s invitation' }).click()
  await page.getByText(`New link sent to ${tola.email}`).waitFor()
  await expect.poll(() => linkTo(tola.email)).not.toBe(first)
  const second = await linkTo(tola.email)
  const open = async (link: string) => {
    const visit = await stage.visit({ path: new URL(link).pathname + new URL(link).hash })
    visit.trouble.expect(/^400 POST \/api\/identity\/invitation$/)
    return visit.page
  }
  await (await open(first)).getByText('This invitation has expired').waitFor()
  await (await open(second)).getByRole('heading', { name: 'Welcome to Grace Chapel' }).waitFor()
  await page.getByRole('button', { name: 'Withdraw Tola Ade’s invitation' }).click()
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Invitation withdrawn').waitFor()
  await (await open(second)).getByText('This invitation has expired').waitFor()
})

test('the log is narrowed by topic, by who did it and by day; the address keeps it', async () => {
  const { page } = await openStaff('/tenant/settings/log')
  const rows = page.getByRole('table', { name: 'Activity log' }).locator('tbody tr:not([aria-hidden])')
  await rows.first().waitFor()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('Payments', { exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('topic') === 'money')
  await page.getByRole('dialog', { name: 'Filter' }).getByText('Ngọzi Eze').click()
  await page.waitForURL((url) => url.searchParams.has('by'))
  await page.keyboard.press('Escape')
  await rows.first().getByText('payment').waitFor()
  await page.reload()
  await page.getByText('By: Ngọzi Eze').waitFor()
  await rows.first().waitFor()
  const listed = await rows.allTextContents()
  expect(listed.length).toBeGreaterThan(0)
  expect(listed.every((text) => text.includes('payment') && text.includes('Ngọzi Eze'))).toBe(true)
  await page.goto('/tenant/settings/log?from=2020-01-01&until=2020-01-02')
  await page.getByText('No entries match your search.').waitFor()
})
