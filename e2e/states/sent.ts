import { CUT_OFF, GRACE, HOPE, text, type State } from './state.ts'

/** Sent messages, and the reports of these two: one with a recipient out of reach, and another. */
export const sent = ([withFailure, another]: readonly [string, string]): State[] => [
  { state: 'sent', as: GRACE, path: '/tenant/sms/sent', reach: text('Choir practice is at six') },
  { state: 'nothing sent', as: HOPE, path: '/tenant/sms/sent', reach: text('No sent mesages') },
  {
    state: 'sent cut off',
    as: GRACE,
    path: '/tenant/sms/sent',
    cut: '**/api/messaging/sms/sent?**',
    reach: text(CUT_OFF),
  },
  {
    state: 'sent, deleting',
    as: GRACE,
    path: '/tenant/sms/sent',
    reach: async (page) => {
      await page.getByRole('checkbox').nth(1).check()
      await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog', { name: 'Confirm delete' }).waitFor()
    },
  },
  {
    state: 'scheduled, about to be sent now',
    as: GRACE,
    path: '/tenant/sms/scheduled',
    reach: async (page) => {
      await page.getByRole('button', { name: /^More actions for/ }).click()
      await page.getByText('Send now', { exact: true }).last().click()
      await page.getByRole('dialog').getByText('Balance after').waitFor()
    },
  },
  { state: 'drafts', as: GRACE, path: '/tenant/sms/draft', reach: text('All contacts') },
  { state: 'no drafts', as: HOPE, path: '/tenant/sms/draft', reach: text('No drafts') },
  {
    state: 'templates, renaming',
    as: GRACE,
    path: '/tenant/sms/templates',
    reach: async (page) => {
      await page.getByRole('button', { name: 'More actions for Birthday' }).click()
      await page.getByText('Rename', { exact: true }).last().click()
      await page.getByRole('dialog').getByLabel('Name').waitFor()
    },
  },
  {
    state: 'report, sending again',
    as: GRACE,
    path: `/tenant/sms/sent/${withFailure}`,
    reach: async (page) => {
      await page.getByRole('button', { name: /^Resend to/ }).click()
      await page.getByRole('dialog').getByText('Balance after').waitFor()
    },
  },
  {
    state: 'report',
    as: GRACE,
    path: `/tenant/sms/sent/${withFailure}`,
    reach: text('Phone off or out of coverage'),
  },
  {
    state: 'report cut off',
    as: GRACE,
    path: `/tenant/sms/sent/${another}`,
    cut: '**/api/messaging/sms/sent/*/recipients**',
    reach: text(CUT_OFF),
  },
  {
    state: 'report that is not there',
    as: GRACE,
    path: '/tenant/sms/sent/0199f3c0-0000-7000-8000-000000000000',
    refused: /^404 GET/,
    reach: text('Message not found'),
  },
]
