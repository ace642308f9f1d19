import type { Page } from 'playwright-core'
import { PASSWORD } from '../kit/sign-in.ts'
import { CUT_OFF, GRACE, heading, HOPE, press, text, type State } from './state.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name }).waitFor()

/** Opens the menu of the owner's own row and picks from it. */
async function pick(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions for Ngọzi Eze' }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

/** An invitation on its way, made without walking the dialog. */
async function invite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Invite' }).waitFor()
  await page.context().request.post('/api/identity/invites', {
    data: { firstName: 'Bola', lastName: 'Ade', email: 'bola@grace.example', roles: ['Reports', 'Communicator'] },
    headers: { origin: new URL(page.url()).origin },
  })
  await page.reload()
  await page.getByText('Pending', { exact: true }).waitFor()
}

export const settings: State[] = [
  { state: 'profile of the church', as: GRACE, path: '/tenant/settings', reach: heading('Logo') },
  {
    state: 'profile whose address is taken',
    as: HOPE,
    path: '/tenant/settings',
    reach: async (page) => {
      const taken = { slug: 'hope', free: false }
      await page.route('**/api/identity/slug?**', (route) => route.fulfill({ json: taken }))
      await page.getByLabel('Your church’s web address').fill('grace')
      await page.getByText('Another church uses this address.').waitFor()
    },
  },
  {
    state: 'profile cut off',
    as: GRACE,
    path: '/tenant/settings',
    cut: '**/api/identity/church',
    reach: text(CUT_OFF),
  },
  { state: 'staff and invitations', as: GRACE, path: '/tenant/settings/staff', reach: invite },
  {
    state: 'nobody of the staff matches',
    as: GRACE,
    path: '/tenant/settings/staff?search=zzzz&role=Reports',
    reach: text('No staff match'),
  },
  {
    state: 'inviting',
    as: GRACE,
    path: '/tenant/settings/staff',
    reach: async (page) => {
      await press(page, 'Invite')
      await dialog(page, 'Invite to staff')
    },
  },
  {
    state: 'roles that would leave no owner',
    as: GRACE,
    path: '/tenant/settings/staff',
    widths: [1280, 768],
    refused: /^409 PUT/,
    reach: async (page) => {
      await pick(page, 'Change roles')
      await page.getByRole('checkbox', { name: /^Reports/ }).check()
      await page.getByRole('checkbox', { name: /^Owner/ }).uncheck()
      await press(page, 'Save roles')
      await page.getByText('A church needs at least one owner.').waitFor()
    },
  },
  {
    state: 'removing somebody',
    as: GRACE,
    path: '/tenant/settings/staff',
    widths: [1280, 768],
    reach: async (page) => {
      await pick(page, 'Remove from staff')
      await dialog(page, /from the staff/)
    },
  },
  { state: 'log', as: GRACE, path: '/tenant/settings/log', reach: text('Signed in') },
  {
    state: 'log with its filter open',
    as: GRACE,
    path: '/tenant/settings/log?topic=money',
    widths: [1280],
    reach: async (page) => {
      await page.getByRole('button', { name: 'Filter' }).first().click()
      await page.getByRole('dialog', { name: 'Filter' }).getByText('Ngọzi Eze').waitFor()
    },
  },
  { state: 'own account', as: GRACE, path: '/tenant/account', reach: text('This device') },
  {
    state: 'changing the password',
    as: GRACE,
    path: '/tenant/account',
    refused: /^401 PUT/,
    reach: async (page) => {
      await press(page, 'Change password')
      await page.getByLabel('Current password').fill('not the password')
      await page.getByLabel('New password').fill('seven green hills')
      await press(page, 'Save password')
      await page.getByText('Wrong password.').waitFor()
    },
  },
  {
    state: 'setting the second factor up',
    as: GRACE,
    path: '/tenant/account',
    reach: async (page) => {
      await press(page, 'Set up')
      await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
      await press(page, 'Continue')
      await page.getByText('Or enter this key').waitFor()
    },
  },
]

/** Signing a church up and being invited. */
export const joining: State[] = [
  { state: 'sign-up of a church', path: '/signup', reach: heading('Set up your church') },
  {
    state: 'sign-up with a code that is not right',
    path: '/signup',
    refused: /^400 POST/,
    reach: async (page) => {
      const unique = Math.random().toString(36).slice(2)
      await page.getByLabel('Church name').fill(`Open Gate ${unique}`)
      await page.getByLabel('Country').selectOption({ label: 'Ghana' })
      await page.getByLabel('Your church’s web address').fill(`open-gate-${unique}`)
      await press(page, 'Continue')
      await page.getByLabel('First name').fill('Efua')
      await page.getByLabel('Email').fill(`efua.${unique}@gate.example`)
      await page.getByLabel('Password', { exact: true }).fill('seven green hills')
      await press(page, 'Email me a code')
      await page.getByLabel('Code', { exact: true }).fill('000000')
      await press(page, 'Create my church')
      await page.getByText('This code is wrong or has expired').waitFor()
    },
  },
  {
    state: 'invitation that is over',
    path: '/invitation#token=dead',
    refused: /^400 POST/,
    reach: text('This invitation has expired'),
  },
]
