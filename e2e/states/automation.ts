import { CUT_OFF, GRACE, HOPE, heading, press, text, type State } from './state.ts'

const PAGE = '/tenant/followup/automation'
const TEAM = 'followup@grace.example'

/** Rules of the follow-up: none, some, a new one, tried, explained. */
export const automation = (newcomer: string): State[] => [
  { state: 'no rules', as: HOPE, path: PAGE, reach: heading('No rules yet') },
  { state: 'rules and what they did', as: GRACE, path: PAGE, reach: text('Why, or why not?') },
  { state: 'rules read', as: TEAM, path: PAGE, reach: text('Why, or why not?') },
  { state: 'rules cut off', as: GRACE, path: PAGE, cut: '**/api/followup/automation', reach: text(CUT_OFF) },
  {
    state: 'a new rule that lacks its words',
    as: GRACE,
    path: PAGE,
    reach: async (page) => {
      await press(page, 'Add rule')
      await press(page, 'Add a condition')
      await press(page, 'Save')
      await text('Fill this in.')(page)
    },
  },
  {
    state: 'a rule that was tried',
    as: GRACE,
    path: PAGE,
    reach: async (page) => {
      await page.getByRole('button', { name: /^Thank you/ }).click()
      await press(page, 'Try it')
      await text(/^In the last 90 days/)(page)
    },
  },
  {
    state: 'whom a rule would have met',
    as: GRACE,
    path: PAGE,
    reach: async (page) => {
      await press(page, 'Try it')
      await press(page, 'See them')
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    state: 'why, or why not',
    as: GRACE,
    path: `/tenant/firsttimermanagement/${newcomer}`,
    reach: async (page) => {
      await press(page, 'Ask the rules')
      await page.locator('details > summary').first().click()
      await page.getByRole('img', { name: /rue$/ }).first().waitFor()
    },
  },
]
