import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findFaults } from './kit/looks.ts'
import { messyFile } from './kit/messy-file.ts'
import { fillMessage, signIn } from './kit/pages.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
let reports: string[]
beforeAll(async () => {
  stage = await openStage()
  reports = await sendTwo()
})
afterEach(() => stage.leave())
afterAll(() => stage.close())

/** A screen as a person may find it. `reach` ends when it stands. */
type State = {
  state: string
  as?: string
  path: string | (() => string)
  /** Calls that never get through. */
  cut?: string
  /** Refusals that belong to it. */
  refused?: RegExp
  widths?: number[]
  reach: (page: Page) => Promise<unknown>
}

const GRACE = 'admin@grace.example'
const HOPE = 'admin@hope.example'
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()
const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor()
const message = (page: Page) => page.getByLabel('Message', { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A message to three numbers, of which one is out of reach, and one in signs that cost more; answers their ids. */
async function sendTwo(): Promise<string[]> {
  const { context } = await stage.visit({ as: GRACE })
  const post = async (message: string, toOthers: string): Promise<string> => {
    const answer = await context.request.post('/api/Messaging/sendSms', {
      data: { subject: 'GRACECHAPEL', message, toOthers },
      headers: { origin: stage.url, 'idempotency-key': crypto.randomUUID() },
    })
    return ((await answer.json()) as { sentMessageDTO: { id: string } }).sentMessageDTO.id
  }
  return [
    await post('Choir practice is at six', '08035550301,08035550302,08035550399'),
    await post('Ẹ káàbọ̀ 🎉', '08035550303'),
  ]
}

/** Several at once: much of the time is waiting. */
async function expectFaultless(states: State[]): Promise<void> {
  const waiting = [...states]
  const found: string[] = []
  const walk = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) found.push(...(await faultsIn(next)))
  }
  await Promise.all([walk(), walk(), walk()])
  expect(found).toEqual([])
}

async function faultsIn({ state, as, path, cut, refused, widths, reach }: State): Promise<string[]> {
  const { page, trouble } = await stage.visit({ ...(as && { as }), reducedMotion: 'reduce' })
  if (refused) trouble.expect(refused)
  if (cut) await page.route(cut, (route) => route.abort())
  if (widths) await page.setViewportSize({ width: widths[0] ?? 1280, height: 900 })
  await page.goto(typeof path === 'string' ? path : path())
  try {
    await reach(page)
  } catch (error) {
    throw new Error(`${state} was not reached`, { cause: error })
  }
  const faults = await findFaults(page, widths)
  await page.close()
  return faults.map((fault) => `${state}, ${fault}`)
}

test('faults are found where there are some', async () => {
  const { page } = await stage.visit({ path: '/' })
  await heading('Welcome back')(page)
  await page.evaluate(() => {
    const [unnamed, pale] = [document.createElement('button'), document.createElement('p')]
    pale.textContent = 'Hardly to be read, and wider than a phone'
    Object.assign(pale.style, { color: 'rgb(128 128 128)', background: 'rgb(120 120 120)', inlineSize: '900px' })
    document.querySelector('main')?.append(unnamed, pale)
  })
  const found = (await findFaults(page)).join('\n')
  for (const fault of ['320 px, light: button-name', '768 px, dark: color-contrast', '320 px, dark: 596 px too wide'])
    expect(found).toContain(fault)
})

test('before the door', () =>
  expectFaultless([
    { state: 'sign in', path: '/', reach: heading('Welcome back') },
    {
      state: 'sign in refused',
      path: '/',
      refused: /^401 POST/,
      reach: async (page) => {
        await signIn(page, 'nobody@grace.example')
        await page.getByText('do not go together').waitFor()
      },
    },
    {
      state: 'link asked for',
      path: '/reset',
      reach: async (page) => {
        await page.getByLabel('E-mail').fill('nobody@grace.example')
        await press(page, 'Send the link')
        await page.getByText('a link is on its way').waitFor()
      },
    },
    {
      state: 'dead link',
      path: '/reset#token=dead',
      refused: /^400 POST/,
      reach: async (page) => {
        await page.getByLabel('New password').fill('seven green hills')
        await press(page, 'Save the password')
        await page.getByText('This link has expired').waitFor()
      },
    },
    { state: 'no such address', path: '/nothing-here', reach: heading('There is nothing here') },
  ]))

test('gates', () =>
  expectFaultless([
    { state: 'expired', as: 'admin@expired.example', path: '/tenant', reach: heading('Subscription Expired') },
    { state: 'over capacity', as: 'admin@full.example', path: '/tenant', reach: heading('Member Capacity Exceeded') },
    {
      state: 'compose while expired',
      as: 'admin@expired.example',
      path: '/sendsmsexpired',
      reach: heading('Send SMS'),
    },
    {
      state: 'not authorised',
      as: 'desk@grace.example',
      path: '/tenant/people',
      reach: heading('No Authorization Found!'),
    },
  ]))

test('dashboard', () =>
  expectFaultless([
    { state: 'dashboard', as: GRACE, path: '/tenant', reach: text('Choir practice is at six') },
    { state: 'dashboard without messages', as: HOPE, path: '/tenant', reach: text('Inflow Summary') },
    {
      state: 'dashboard of the desk',
      as: 'desk@grace.example',
      path: '/tenant',
      reach: text('Nothing is open to you here yet'),
    },
    {
      state: 'dashboard cut off',
      as: GRACE,
      path: '/tenant',
      cut: '**/api/people/**',
      reach: text('We could not reach Narthex'),
    },
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
  ]))

test('people', () =>
  expectFaultless([
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
      reach: text('Nobody matches'),
    },
    {
      state: 'people cut off',
      as: GRACE,
      path: '/tenant/people',
      cut: '**/api/people?**',
      reach: text('We could not reach Narthex'),
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
          .getByText(/^Showing 20 of/)
          .first()
          .scrollIntoViewIfNeeded()
        await page.getByText('The next rows could not be loaded.').waitFor()
      },
    },
  ]))

const written = async (page: Page): Promise<void> => {
  await fillMessage(page, {
    numbers: '08035550301, 08035550301, 0803, call me',
    text: `We’re waiting, #name#. ${'Come at nine. '.repeat(5)}`,
  })
  await page.getByRole('button', { name: 'See why' }).waitFor()
  await page.getByText(/The sign ’ makes/).waitFor()
}

test('compose', () =>
  expectFaultless([
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
        await press(page, 'See why')
        await page.getByRole('dialog').getByText('Too short for a phone number.').waitFor()
      },
    },
    {
      state: 'compose, leaving',
      as: GRACE,
      path: '/tenant/sms/compose',
      reach: async (page) => {
        await message(page).fill('Not sent')
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
      state: 'compose, a person being looked for',
      as: GRACE,
      path: '/tenant/sms/compose',
      reach: async (page) => {
        await page.getByLabel('To', { exact: true }).selectOption('persons')
        await page.getByRole('combobox', { name: 'Persons' }).fill('olatunji')
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
          .getByText(/rows could not be used/)
          .first()
          .waitFor()
      },
    },
    {
      state: 'compose cut off',
      as: GRACE,
      path: '/tenant/sms/compose',
      cut: '**/api/Messaging/RetrieveTenantSenderIDs',
      reach: text('The sender IDs could not be loaded.'),
    },
  ]))

test('sent messages and their reports', () =>
  expectFaultless([
    { state: 'sent', as: GRACE, path: '/tenant/sms/sent', reach: text('Choir practice is at six') },
    { state: 'nothing sent', as: HOPE, path: '/tenant/sms/sent', reach: text('No sent mesages') },
    {
      state: 'sent cut off',
      as: GRACE,
      path: '/tenant/sms/sent',
      cut: '**/api/messaging/sms/sent?**',
      reach: text('We could not reach Narthex'),
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
      state: 'report',
      as: GRACE,
      path: () => `/tenant/sms/sent/${reports[0]}`,
      reach: text('The phone was off or out of reach'),
    },
    {
      state: 'report cut off',
      as: GRACE,
      path: () => `/tenant/sms/sent/${reports[1]}`,
      cut: '**/api/messaging/sms/sent/*/recipients**',
      reach: text('We could not reach Narthex'),
    },
    {
      state: 'report that is not there',
      as: GRACE,
      path: '/tenant/sms/sent/0199f3c0-0000-7000-8000-000000000000',
      refused: /^404 GET/,
      reach: text('This message is not here'),
    },
  ]))
