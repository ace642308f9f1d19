import { CUT_OFF, GRACE, HOPE, press, text, type State } from './state.ts'

/** Emails: lists, the report of this one, writing, stopped addresses, the domain. */
export const email = (sentId: string): State[] => [
  { state: 'sent emails', as: GRACE, path: '/tenant/email/sent', reach: text('Family Thanksgiving') },
  { state: 'no emails sent', as: HOPE, path: '/tenant/email/sent', reach: text('No sent mesages') },
  {
    state: 'sent emails cut off',
    as: GRACE,
    path: '/tenant/email/sent',
    cut: '**/api/Messaging/getAllSentEmails?**',
    reach: text(CUT_OFF),
  },
  {
    state: 'an email about to be deleted',
    as: GRACE,
    path: '/tenant/email/sent',
    reach: async (page) => {
      await page.getByRole('button', { name: /^Delete Family/ }).click()
      await page.getByRole('dialog', { name: 'Confirm delete' }).waitFor()
    },
  },
  {
    state: 'the video of emails',
    as: GRACE,
    path: '/tenant/email/sent',
    reach: async (page) => {
      await press(page, 'Watch Video')
      await page.getByRole('dialog', { name: 'Watch Video' }).waitFor()
    },
  },
  { state: 'no email drafts', as: HOPE, path: '/tenant/email/draft', reach: text('No drafts') },
  { state: 'no emails scheduled', as: HOPE, path: '/tenant/email/schedules', reach: text('Nothing is scheduled') },
  {
    state: 'the report of an email',
    as: GRACE,
    path: `/tenant/email/sent/${sentId}`,
    reach: async (page) => {
      await text('ada@one.example')(page)
      await press(page, 'See the email')
      await page.locator('iframe').waitFor()
    },
  },
  {
    state: 'the report of an email cut off',
    as: GRACE,
    path: `/tenant/email/sent/${sentId}`,
    cut: '**/api/messaging/email/sent/*',
    reach: text(CUT_OFF),
  },
  {
    state: 'an email that is not there',
    as: GRACE,
    path: '/tenant/email/sent/00000000-0000-4000-8000-000000000000',
    refused: /404/,
    reach: text('This email is not here'),
  },
  {
    state: 'an email with everything missing',
    as: GRACE,
    path: '/tenant/email/compose',
    reach: async (page) => {
      await press(page, 'Send')
      await text('Enter a subject')(page)
    },
  },
  {
    state: 'an email to all contacts',
    as: GRACE,
    path: '/tenant/email/compose',
    reach: async (page) => {
      await page.getByRole('combobox', { name: 'To' }).selectOption({ label: 'All contacts' })
      await text('Will receive it')(page)
    },
  },
  { state: 'no stopped addresses', as: HOPE, path: '/tenant/email/stopped', reach: text('No stopped addresses') },
  {
    state: 'a stopped address about to be released',
    as: GRACE,
    path: '/tenant/email/stopped',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Send emails to gone@one.example again' }).click()
      await page.getByRole('dialog').getByText('Why does it work again?').waitFor()
    },
  },
  { state: 'the domain of emails', as: HOPE, path: '/tenant/settings/email', reach: text('Your church’s domain') },
]
