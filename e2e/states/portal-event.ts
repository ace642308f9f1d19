import type { Page } from 'playwright-core'
import type { SundayFamily } from '../kit/sunday.ts'
import { FAMILY, mayNotify } from './portal.ts'
import { CUT_OFF, heading, press, text, type State } from './state.ts'

const NOBODY = '0199f3c0-0000-7000-8000-000000000000'

async function openRegistration(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Register for this event/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Register' }).waitFor()
}

async function withoutClass(page: Page): Promise<void> {
  await openRegistration(page)
  await page
    .getByRole('group', { name: /^Adébáyọ̀/ })
    .getByRole('checkbox')
    .check()
  await press(page, 'Register')
  await page.getByText('Choose a class for Adébáyọ̀').waitFor()
}

/** The portal's events, registration, pass and record. They register nobody: other states see the same family. */
export const portalEvents: State[] = [
  { state: 'upcoming events', as: FAMILY, path: '/checkin/events', reach: text('Register for this event') },
  {
    state: 'no upcoming event that can be read',
    as: FAMILY,
    path: '/checkin/events',
    cut: '**/api/**',
    reach: text(CUT_OFF),
  },
  { state: 'registration', as: FAMILY, path: '/checkin/events', reach: openRegistration },
  { state: 'registration without a class', as: FAMILY, path: '/checkin/events', reach: withoutClass },
  {
    state: 'registration, add ward',
    as: FAMILY,
    path: '/checkin/events',
    reach: async (page) => {
      await openRegistration(page)
      await press(page, 'Add ward')
      await page.getByLabel(/^Firstname/).waitFor()
    },
  },
  {
    state: 'registration without a network',
    as: FAMILY,
    path: '/checkin/events',
    cut: '**/register',
    reach: async (page) => {
      await openRegistration(page)
      await press(page, 'Register')
      await page.getByText('You are offline').waitFor()
    },
  },
  {
    state: 'event that is not there',
    as: FAMILY,
    path: `/checkin/event/${NOBODY}`,
    refused: /^404 GET/,
    reach: text('not found'),
  },
  {
    state: 'pass that is not there',
    as: FAMILY,
    path: `/checkin/thankyou/${NOBODY}`,
    refused: /^404 GET/,
    reach: text('not found'),
  },
  { state: 'attendance record', as: FAMILY, path: '/checkin/attendance', reach: heading('Attendance record') },
]

/** The pass of a family that is registered, and what its dashboard offers. */
export const passOf = ({ registrationId, phone }: SundayFamily): State[] => [
  { state: 'pass', as: phone, path: `/checkin/thankyou/${registrationId}`, reach: heading('You are registered') },
  {
    state: 'notifications offered',
    as: phone,
    path: '/checkin/dashboard',
    reach: async (page) => {
      await mayNotify(page)
      await page.getByText('Turn on notifications').waitFor()
    },
  },
]
