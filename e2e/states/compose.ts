import type { Page } from 'playwright-core'
import { messyFile } from '../kit/messy-file.ts'
import { fillMessage } from '../kit/pages.ts'
import { word } from '../kit/words.ts'
import { GRACE, press, text, type State } from './state.ts'

const written = async (page: Page): Promise<void> => {
  await fillMessage(page, {
    numbers: '08035550301, 08035550301, 0803, call me',
    text: `We’re waiting, #name#. ${'Come at nine. '.repeat(5)}`,
  })
  await page.getByRole('button', { name: 'Details' }).waitFor()
  await page.getByText(/The character ’ makes/).waitFor()
}

export const compose: State[] = [
  {
    state: 'compose with everything missing',
    as: GRACE,
    path: '/tenant/sms/compose',
    reach: async (page) => {
      await press(page, 'Send')
      await page.getByText('Please select destination').waitFor()
    },
  },
  { state: 'compose written', as: GRACE, path: '/tenant/sms/compose', reach: written },
  {
    state: 'compose, why not',
    as: GRACE,
    path: '/tenant/sms/compose',
    reach: async (page) => {
      await written(page)
      await press(page, 'Details')
      await page.getByRole('dialog').getByText('The number is too short.').waitFor()
    },
  },
  {
    state: 'compose, who is skipped',
    as: GRACE,
    path: '/tenant/sms/compose',
    reach: async (page) => {
      await written(page)
      await press(page, 'See who: Duplicates removed')
      await page.getByRole('dialog').getByText('chosen 2 times').waitFor()
    },
  },
  {
    state: 'compose, the templates',
    as: GRACE,
    path: '/tenant/sms/compose',
    reach: async (page) => {
      await written(page)
      await press(page, word('messaging.templates.title'))
      await page.getByRole('dialog').getByLabel(word('messaging.templates.saveAs')).waitFor()
    },
  },
  {
    state: 'compose, the routes',
    as: GRACE,
    path: '/tenant/sms/compose',
    reach: async (page) => {
      await written(page)
      await press(page, 'Send')
      await page.getByText(word('messaging.routes.reachesDnd')).waitFor()
    },
  },
  {
    state: 'compose, a time being chosen',
    as: GRACE,
    path: '/tenant/sms/compose',
    reach: async (page) => {
      await written(page)
      await press(page, word('messaging.compose.scheduleOrDraft'))
      await page.getByRole('menuitem', { name: /^Schedule/ }).click()
      await page.getByRole('dialog').getByLabel('Date').waitFor()
    },
  },
  {
    state: 'compose, leaving',
    as: GRACE,
    path: '/tenant/sms/compose',
    refused: /^400 PUT .*\/drafts\//,
    reach: async (page) => {
      await page.route('**/api/messaging/drafts/*', (route) =>
        route.fulfill({ status: 400, json: { code: 'invalid_input', message: '' } }),
      )
      await page.getByLabel('Message', { exact: true }).fill('Not sent')
      await page.getByRole('link', { name: 'Dashboard' }).first().click()
      await page.getByRole('dialog', { name: 'Leave without sending?' }).waitFor()
    },
  },
  {
    state: 'compose, sender IDs open',
    as: GRACE,
    path: '/tenant/sms/compose',
    reach: async (page) => {
      await page.getByRole('combobox', { name: 'Sender ID' }).click()
      await page.getByRole('option', { name: /GRACEYOUTH/ }).waitFor()
    },
  },
  {
    state: 'compose, a sender ID being requested',
    as: GRACE,
    path: '/tenant/sms/compose',
    reach: async (page) => {
      await page.getByRole('combobox', { name: word('messaging.compose.senderId') }).click()
      await page.getByRole('option', { name: word('messaging.sender.requestNew') }).click()
      await page.getByLabel(word('messaging.sender.enter')).fill('no sender')
      await page.keyboard.press('Tab')
      await page.getByText(word('messaging.sender.wrong')).waitFor()
    },
  },
  {
    state: 'compose, a person being looked for',
    as: GRACE,
    path: '/tenant/sms/compose',
    reach: async (page) => {
      await page.getByLabel('To', { exact: true }).selectOption('persons')
      await page.getByRole('combobox', { name: 'People' }).fill('olatunji')
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    },
  },
  {
    state: 'compose, a file uploaded',
    as: GRACE,
    path: '/tenant/sms/compose',
    reach: async (page) => {
      await page.getByLabel('To', { exact: true }).selectOption('file')
      await page
        .getByLabel('Choose a file')
        .setInputFiles({ name: 'friends.csv', mimeType: 'text/csv', buffer: messyFile(60).bytes })
      await page
        .getByText(/rows are not valid/)
        .first()
        .waitFor()
    },
  },
  {
    state: 'compose cut off',
    as: GRACE,
    path: '/tenant/sms/compose',
    cut: '**/api/messaging/sender-ids',
    reach: text('Could not load your sender IDs.'),
  },
]
