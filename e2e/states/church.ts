import type { Route } from 'playwright-core'
import type { Session } from '#contract/identity/session.ts'
import { word } from '../kit/words.ts'
import { CUT_OFF, GRACE, HOPE, press, text, type State } from './state.ts'

/** The session as somebody has it who may see reports only: nobody in the demo does. */
async function onlyReports(route: Route): Promise<void> {
  const response = await route.fetch()
  const { person, ...session } = (await response.json()) as Session
  const json: Session = { ...session, person: { ...person, roles: ['Reports'] }, abilities: ['reports.read'] }
  await route.fulfill({ response, json })
}

export const dashboard: State[] = [
  { state: 'dashboard', as: GRACE, path: '/tenant', reach: text('Choir practice is at six') },
  { state: 'dashboard without messages', as: HOPE, path: '/tenant', reach: text('Inflow Summary') },
  {
    state: 'dashboard with nothing open',
    as: 'teacher@grace.example',
    path: '/tenant',
    reach: async (page) => {
      await page.route('**/api/identity/session', onlyReports)
      await page.goto('/tenant')
      await page.getByText('You do not have access to anything yet').waitFor()
    },
  },
  {
    state: 'dashboard cut off',
    as: GRACE,
    path: '/tenant',
    cut: '**/api/dashboard',
    reach: text(CUT_OFF),
  },
  { state: 'help, with first steps', as: HOPE, path: '/tenant/help', reach: text(word('app.home.title')) },
  {
    state: 'account menu',
    as: GRACE,
    path: '/tenant',
    widths: [1280, 768],
    reach: async (page) => {
      await page.getByRole('button', { name: /Ngọzi Eze/ }).click()
      await page.getByRole('dialog', { name: 'Your account' }).waitFor()
    },
  },
  {
    state: 'account sheet',
    as: GRACE,
    path: '/tenant',
    widths: [320],
    reach: async (page) => {
      await press(page, 'More')
      await page.getByRole('dialog', { name: 'More' }).waitFor()
    },
  },
  {
    state: 'quick search',
    as: GRACE,
    path: '/tenant',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Search', exact: true }).filter({ visible: true }).click()
      await page.getByRole('combobox').fill('olatunji')
      await page.getByRole('group', { name: 'Families' }).waitFor()
    },
  },
]

export const people: State[] = [
  {
    state: 'people',
    as: GRACE,
    path: '/tenant/people',
    reach: (page) => page.getByRole('rowheader').nth(15).waitFor(),
  },
  {
    state: 'nobody matches',
    as: GRACE,
    path: '/tenant/people?search=zzzz&kind=member',
    reach: text('No people match'),
  },
  {
    state: 'people cut off',
    as: GRACE,
    path: '/tenant/people',
    cut: '**/api/people?**',
    reach: text(CUT_OFF),
  },
  {
    state: 'people filtered and ticked, the filter open',
    as: GRACE,
    path: '/tenant/people?kind=first_timer',
    reach: async (page) => {
      await page.getByRole('checkbox').nth(2).check()
      await page.getByRole('button', { name: 'Filter' }).first().click()
      await page.getByText('Alpha course').first().waitFor()
    },
  },
  {
    state: 'people with a next page that does not come',
    as: GRACE,
    path: '/tenant/people',
    cut: '**/api/people?*cursor=**',
    reach: async (page) => {
      await page
        .getByText(/^20 of/)
        .first()
        .scrollIntoViewIfNeeded()
      await page.getByText('Could not load more rows.').waitFor()
    },
  },
]
