import type { Page } from 'playwright-core'
import { CUT_OFF, GRACE, press, text, type State } from './state.ts'

const IMPORTS = '/tenant/people/import'

const rows = [
  'Full name;Phone;Email;Birthday;Fav colour',
  ...Array.from({ length: 12 }, (_, row) => `Tobi Okafor;0803 555 61${10 + row};;${10 + row}/05/1990;blue`),
  'Short Number;0803;not an address;31/02/1990;',
  ';08035556199;;;',
]
const file = { name: 'members (final).csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }

const uploaded = async (page: Page): Promise<void> => {
  await page.getByLabel('Choose a file').setInputFiles(file)
  await page.getByText('Match the columns').waitFor()
}
const checked = async (page: Page): Promise<void> => {
  await uploaded(page)
  await press(page, 'Check rows')
  await page.getByRole('heading', { name: 'What will happen' }).waitFor()
  await page.getByText('Short Number').first().waitFor()
}

/** Importing people: the list of imports, the columns, the dry run and its rows; nothing is applied. */
export const peopleImport: State[] = [
  { state: 'imports', as: GRACE, path: IMPORTS, reach: text('New import') },
  { state: 'imports cut off', as: GRACE, path: IMPORTS, cut: '**/api/people/imports?**', reach: text(CUT_OFF) },
  {
    state: 'import that could not be read',
    as: GRACE,
    path: IMPORTS,
    refused: /^400 POST/,
    reach: async (page) => {
      await page
        .getByLabel('Choose a file')
        .setInputFiles({ ...file, buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]) })
      await page.getByText('Could not read this file').waitFor()
    },
  },
  { state: 'import, columns', as: GRACE, path: IMPORTS, reach: uploaded },
  {
    state: 'import, columns without a name',
    as: GRACE,
    path: IMPORTS,
    reach: async (page) => {
      await uploaded(page)
      await page.getByLabel('Full name', { exact: true }).selectOption('')
      await page.getByLabel('Fav colour').selectOption('phone')
      await page.getByText('Choose the column with the name').waitFor()
    },
  },
  { state: 'import, dry run', as: GRACE, path: IMPORTS, reach: checked },
  {
    state: 'import, discarding',
    as: GRACE,
    path: IMPORTS,
    reach: async (page) => {
      await uploaded(page)
      await press(page, 'Discard')
      await page.getByRole('dialog', { name: 'Discard this upload?' }).waitFor()
    },
  },
  {
    state: 'import that is not there',
    as: GRACE,
    path: `${IMPORTS}/0199f3c0-0000-7000-8000-000000000000`,
    refused: /^404 GET/,
    reach: text('Import not found'),
  },
]
