import { CUT_OFF, GRACE, heading, press, text, type State } from './state.ts'

/** Push to many, automatic messages, one's own notifications. */
export const push: State[] = [
  { state: 'no push sent', as: GRACE, path: '/tenant/push-notification/list', reach: text('No sent mesages') },
  {
    state: 'sent push cut off',
    as: GRACE,
    path: '/tenant/push-notification/list',
    cut: '**/api/messaging/push/sent?**',
    reach: text(CUT_OFF),
  },
  {
    state: 'no push scheduled',
    as: GRACE,
    path: '/tenant/push-notification/schedules',
    reach: text('Nothing is scheduled'),
  },
  {
    state: 'push with everything missing',
    as: GRACE,
    path: '/tenant/push-notification/send',
    reach: async (page) => {
      await press(page, 'Send')
      await text('Enter a title')(page)
    },
  },
  {
    state: 'push written',
    as: GRACE,
    path: '/tenant/push-notification/send',
    reach: async (page) => {
      await page.getByRole('combobox', { name: 'To' }).selectOption({ label: 'All contacts' })
      await page.getByRole('textbox', { name: 'Title' }).fill('Sunday at nine')
      await page.getByRole('textbox', { name: 'Message' }).fill('Dear #name#, parking is behind the hall.')
      await text('None of these people can be told.')(page)
    },
  },
  {
    state: 'a push that is not there',
    as: GRACE,
    path: '/tenant/push-notification/list/00000000-0000-4000-8000-000000000000',
    refused: /404/,
    reach: text('This notification is not here'),
  },
  { state: 'own notifications', as: GRACE, path: '/tenant/notifications', reach: text('What you are told') },
  { state: 'automatic messages', as: GRACE, path: '/tenant/settings/messages', reach: heading('Birthday') },
]
