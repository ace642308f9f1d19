import type { Page } from 'playwright-core'
import { CUT_OFF, GRACE, HOPE, press, text, type State } from './state.ts'

const tick = async (page: Page, count: number) => {
  await page.getByRole('checkbox').nth(count).waitFor()
  for (let row = 1; row <= count; row += 1) await page.getByRole('checkbox').nth(row).check()
}

const NOBODY = '0199f3c0-0000-7000-8000-000000000000'

/** People, families and groups beside the plain list; of one person and one family, by their ids. */
export const peopleScreens = ({ person, family }: { person: string; family: string }): State[] => [
  {
    state: 'people, archiving',
    as: GRACE,
    path: '/tenant/people',
    reach: async (page) => {
      await tick(page, 2)
      await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Archive' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    state: 'people, merging',
    as: GRACE,
    path: '/tenant/people',
    reach: async (page) => {
      await tick(page, 2)
      await press(page, 'More actions for the selection')
      await page.getByRole('menuitem', { name: 'Merge' }).click()
      await page.getByText('Who do you want to keep?').waitFor()
    },
  },
  { state: 'person', as: GRACE, path: `/tenant/people/${person}`, reach: text('Marital status') },
  {
    state: 'person who is not there',
    as: GRACE,
    path: `/tenant/people/${NOBODY}`,
    refused: /^404 GET/,
    reach: text('not found'),
  },
  {
    state: 'person being edited',
    as: GRACE,
    path: `/tenant/people/${person}?edit=yes`,
    reach: (page) => page.getByLabel('First name').waitFor(),
  },
  {
    state: 'person refused',
    as: GRACE,
    path: '/tenant/people/new',
    refused: /^400 POST/,
    reach: async (page) => {
      await page.getByLabel('First name').fill('Ada')
      await page.getByLabel('Phone').fill('12')
      await press(page, 'Add person')
      await page.getByText('Enter a valid phone number').waitFor()
    },
  },
  {
    state: 'people who may be here twice',
    as: GRACE,
    path: '/tenant/people/duplicates',
    reach: (page) =>
      page
        .getByRole('main')
        .getByText(/^Same|No possible duplicates/)
        .first()
        .waitFor(),
  },
  { state: 'families', as: GRACE, path: '/tenant/families', reach: text(/ shown/) },
  {
    state: 'families cut off',
    as: GRACE,
    path: '/tenant/families',
    cut: '**/api/families?**',
    reach: text(CUT_OFF),
  },
  { state: 'family', as: GRACE, path: `/tenant/families/${family}`, reach: text('Home phone') },
  {
    state: 'family being edited, somebody searched',
    as: GRACE,
    path: `/tenant/families/${family}?edit=yes`,
    reach: async (page) => {
      await page.getByRole('combobox', { name: 'Add a person' }).fill('ade')
      await page.getByRole('option').first().waitFor()
    },
  },
  { state: 'groups', as: GRACE, path: '/tenant/groups', reach: text(/ shown/) },
  { state: 'groups of a young church', as: HOPE, path: '/tenant/groups', reach: text(/ shown|No groups yet/) },
  {
    state: 'group being added',
    as: GRACE,
    path: '/tenant/groups',
    reach: async (page) => {
      await press(page, 'Add group')
      await page.getByRole('dialog').waitFor()
    },
  },
]
