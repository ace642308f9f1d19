import type { Page } from 'playwright-core'
import { heading, press, text, type State } from './state.ts'

/** The guardian of the demo: a father with three children. */
export const FAMILY = 'family@grace.example'
const CHURCH = '/checkin/grace-chapel'

async function openMember(page: Page): Promise<void> {
  await press(page, 'Add Member')
  await press(page, 'Add a note')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter the first name').waitFor()
}

async function openMenu(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^More actions for/ })
    .last()
    .click()
}

async function openGuardian(page: Page): Promise<void> {
  await press(page, 'Add Guardian')
  await page.getByText('Only some children').click()
  await page.getByText('One-time pass').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Choose at least one child').waitFor()
}

/** Before the portal's door. */
export const portalEntering: State[] = [
  { state: 'which church', path: '/checkin', reach: heading('Family check-in') },
  { state: 'portal sign in', path: CHURCH, reach: text('Get a code') },
  {
    state: 'portal sign in refused',
    path: CHURCH,
    refused: /^401 POST/,
    reach: async (page) => {
      await page.getByLabel('Email or phone number').fill('nobody@grace.example')
      await page.getByLabel('Password', { exact: true }).fill('narthex-demo')
      await page.getByRole('button', { name: 'Sign in' }).last().click()
      await page.getByText('Wrong email, phone number or password').waitFor()
    },
  },
  {
    state: 'portal sign up',
    path: CHURCH,
    reach: async (page) => {
      await press(page, 'Sign up')
      await page.getByLabel('You are').waitFor()
    },
  },
  {
    state: 'unknown church',
    path: '/checkin/no-such-church',
    refused: /^404 GET/,
    reach: heading('Church not found'),
  },
  {
    state: 'code asked for',
    path: `${CHURCH}/reset`,
    reach: async (page) => {
      await page.getByLabel('Email or phone number').fill('nobody@grace.example')
      await press(page, 'Send code')
      await page.getByLabel('Six-digit code').waitFor()
    },
  },
  { state: 'no such portal address', path: '/checkin/a/b/c', reach: heading('not found') },
]

/** A browser without a screen notifies nobody, and says so to every page: this page is told that it may ask. */
export async function mayNotify(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = () => Promise.resolve('granted')
  })
  await page.reload()
}

/** The home half: dashboard, family, guardians, profile. */
export const portalHome: State[] = [
  { state: 'family dashboard', as: FAMILY, path: '/checkin/dashboard', reach: heading(/^Welcome/) },
  {
    state: 'family dashboard cut off',
    as: FAMILY,
    path: '/checkin/dashboard',
    cut: '**/api/**',
    // The passes of the demo's family are kept on the phone.
    reach: text('You are offline'),
  },
  { state: 'family members', as: FAMILY, path: '/checkin/checkinfamily', reach: text('Daughter') },
  {
    state: 'no member matches',
    as: FAMILY,
    path: '/checkin/checkinfamily',
    reach: async (page) => {
      await page.getByRole('searchbox').fill('zzzz')
      await page.getByText('No members matches you searched text').waitFor()
    },
  },
  { state: 'member form refused', as: FAMILY, path: '/checkin/checkinfamily', reach: openMember },
  { state: 'member menu', as: FAMILY, path: '/checkin/checkinfamily', reach: openMenu },
  {
    state: 'member delete confirmation',
    as: FAMILY,
    path: '/checkin/checkinfamily',
    reach: async (page) => {
      await openMenu(page)
      await page.getByText('Delete', { exact: true }).click()
      await page.getByText('Are you sure you want to proceed?').waitFor()
    },
  },
  { state: 'guardians', as: FAMILY, path: '/checkin/checkinguardian', reach: text('Not authorised') },
  {
    state: 'guardian filters',
    as: FAMILY,
    path: '/checkin/checkinguardian',
    reach: async (page) => {
      await press(page, 'Filter')
      await page.getByRole('button', { name: 'Apply' }).waitFor()
    },
  },
  { state: 'guardian form refused', as: FAMILY, path: '/checkin/checkinguardian', reach: openGuardian },
  { state: 'family profile', as: FAMILY, path: '/checkin/profile', reach: text('Attendance record') },
  {
    state: 'notifications held back by the browser',
    as: FAMILY,
    path: '/checkin/profile',
    reach: text('Notifications are blocked'),
  },
  {
    state: 'notifications off',
    as: FAMILY,
    path: '/checkin/profile',
    reach: async (page) => {
      await mayNotify(page)
      await page.getByRole('switch').waitFor()
    },
  },
  {
    state: 'notifications that no push service takes',
    as: FAMILY,
    path: '/checkin/profile',
    refused: /^console: Chrome currently does not support the Push API/,
    reach: async (page) => {
      await mayNotify(page)
      await page.getByRole('switch').click()
      await page.getByText('Could not turn on notifications').waitFor()
    },
  },
  {
    state: 'notifications on a phone of Apple’s',
    as: FAMILY,
    path: '/checkin/profile',
    reach: async (page) => {
      await page.addInitScript(() => {
        Reflect.deleteProperty(window, 'PushManager')
        Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' })
      })
      await page.reload()
      await page.getByText('first tap Share').waitFor()
    },
  },
]
