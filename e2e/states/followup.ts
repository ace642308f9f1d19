import { CUT_OFF, GRACE, heading, press, text, type State } from './state.ts'

const TEAM = 'followup@grace.example'
const HUB = '/tenant/followup'

/** Following up: the day, dashboard, people, tasks, settings, one person. */
export const followup = (newcomer: string): State[] => [
  { state: 'my day', as: TEAM, path: HUB, reach: heading('First contact') },
  {
    state: 'an outcome about to be said',
    as: GRACE,
    path: HUB,
    reach: async (page) => {
      await page.getByRole('combobox', { name: 'Show' }).selectOption('all')
      await page.getByRole('button', { name: 'Outcome', exact: true }).first().click()
      await press(page, 'Add a note')
    },
  },
  { state: 'my day cut off', as: GRACE, path: HUB, cut: '**/api/followup/day**', reach: text(CUT_OFF) },
  { state: 'follow-up dashboard', as: TEAM, path: `${HUB}/dashboard`, reach: heading('Retention Flow') },
  {
    state: 'follow-up dashboard cut off',
    as: GRACE,
    path: `${HUB}/dashboard`,
    cut: '**/api/followup/analytics**',
    reach: text(CUT_OFF),
  },
  { state: 'people followed up', as: TEAM, path: `${HUB}/people`, reach: text('EMAIL') },
  { state: 'nobody found', as: TEAM, path: `${HUB}/people?search=zzzz`, reach: text('Nobody matches your search.') },
  { state: 'tasks', as: TEAM, path: `${HUB}/task`, reach: text('Set status') },
  {
    state: 'no tasks found',
    as: TEAM,
    path: `${HUB}/task`,
    reach: async (page) => {
      await page.getByLabel('Task or contact').fill('zzzz')
      await text('No task has “zzzz”')(page)
    },
  },
  { state: 'follow-up settings', as: GRACE, path: `${HUB}/settings`, reach: heading('Team') },
  { state: 'follow-up settings read', as: TEAM, path: `${HUB}/settings`, reach: heading('Team') },
  {
    state: 'an absence',
    as: TEAM,
    path: `${HUB}/settings`,
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Add absence: / })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { state: 'a first-timer to add', as: TEAM, path: `${HUB}/new`, reach: text('First visit') },
  {
    state: 'somebody followed up',
    as: TEAM,
    path: `/tenant/firsttimermanagement/${newcomer}`,
    reach: heading('Activity log'),
  },
  {
    state: 'a task about to be made',
    as: TEAM,
    path: `/tenant/firsttimermanagement/${newcomer}#task`,
    reach: text('Reminder'),
  },
  {
    state: 'an SMS about to be written',
    as: TEAM,
    path: `/tenant/firsttimermanagement/${newcomer}#sms`,
    reach: async (page) => {
      await page.getByLabel('Message to').fill('Good evening')
      await text('1 unit')(page)
    },
  },
  {
    state: 'details about to be edited',
    as: TEAM,
    path: `/tenant/firsttimermanagement/${newcomer}`,
    reach: async (page) => {
      await page.getByRole('region', { name: 'About' }).getByRole('button', { name: 'Edit' }).click()
      await heading('Edit details')(page)
    },
  },
  {
    state: 'somebody who is not there',
    as: TEAM,
    path: '/tenant/firsttimermanagement/00000000-0000-4000-8000-000000000000',
    refused: /404/,
    reach: heading('First-timer'),
  },
]
