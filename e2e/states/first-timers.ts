import { CUT_OFF, GRACE, text, type State } from './state.ts'

const PAGE = '/tenant/firsttimeranalytics'
const CHANGED = 'Who came again, by month of the first visit'

/** First-timers counted. */
export const firstTimers: State[] = [
  { state: 'first-timer analytics', as: GRACE, path: `${PAGE}?days=90`, reach: text('Retention Flow') },
  {
    state: 'first-timer analytics as tables',
    as: GRACE,
    path: `${PAGE}?days=365&compare=easter`,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Show as a table or export: Retention Flow' }).click()
      await page.getByRole('menuitem', { name: 'Show as a table' }).click()
      await page.getByRole('table', { name: 'Retention Flow' }).waitFor()
      await page.getByRole('table', { name: CHANGED }).waitFor()
    },
  },
  {
    state: 'first-timer analytics, people behind a figure',
    as: GRACE,
    path: PAGE,
    reach: async (page) => {
      await page
        .getByRole('button', { name: /guests?, see the people/ })
        .first()
        .click()
      await page.getByRole('dialog').getByText('Showing').waitFor()
    },
  },
  {
    state: 'first-timer analytics without a network',
    as: GRACE,
    path: PAGE,
    cut: '**/api/followup/analytics?**',
    reach: text(CUT_OFF),
  },
]
