import type { Page } from 'playwright-core'
import type { SundayFamily } from '../kit/sunday.ts'
import { GRACE, press, text, type State } from './state.ts'

const PATH = '/tenant/checkin'

/** The service of the family: the demo may have one on the same day. */
async function choose(page: Page, { eventId }: SundayFamily): Promise<void> {
  await page.getByText('Who is arriving?').waitFor()
  const events = page.getByLabel('Event', { exact: true })
  if (await events.isVisible()) await events.selectOption(eventId)
}

const scan = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
}

/** The station with `family` on its way in, and `inClass` on its way home. */
export const station = (family: SundayFamily, inClass: SundayFamily): State[] => [
  { state: 'station', as: GRACE, path: PATH, reach: text('Who is arriving?') },
  // Who has been here today goes on without a network.
  {
    state: 'station cut off',
    as: GRACE,
    path: PATH,
    cut: '**/api/checkin/station/day',
    reach: text(/Offline|We could not reach Narthex/),
  },
  {
    state: 'station, a code that nobody has',
    as: GRACE,
    path: PATH,
    reach: async (page) => {
      await choose(page, family)
      await scan(page, '346789')
      await page.getByText('No registration today has this code').waitFor()
    },
  },
  {
    state: 'station, a family',
    as: GRACE,
    path: PATH,
    reach: async (page) => {
      await choose(page, family)
      await scan(page, family.code)
      await page.getByText('Pass found').waitFor()
    },
  },
  ...admitting,
  ...comingNew,
  ...coming(family),
  ...leaving(inClass),
]

const openOwn = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /Waiting, \d{4}/ }).click()
  await page.getByRole('button', { name: 'Admit this station' }).waitFor()
}

const admitting: State[] = [
  { state: 'station, waiting to be admitted', as: GRACE, path: PATH, reach: openOwn },
  {
    state: 'station, all of them',
    as: GRACE,
    path: PATH,
    reach: async (page) => {
      await openOwn(page)
      await press(page, 'All stations')
      await page.getByRole('list', { name: 'Stations' }).waitFor()
    },
  },
]

const comingNew: State[] = [
  {
    state: 'station, nobody found',
    as: GRACE,
    path: PATH,
    reach: async (page) => {
      await press(page, 'Search by phone or name')
      await page.getByRole('searchbox').fill('zzzzzz')
      await page.keyboard.press('Enter')
      await page.getByText('No results').waitFor()
    },
  },
  {
    state: 'station, a new family',
    as: GRACE,
    path: PATH,
    reach: async (page) => {
      await press(page, 'New family')
      await press(page, 'Add child')
    },
  },
]

const coming = (family: SundayFamily): State[] => [
  {
    state: 'station, come',
    as: GRACE,
    path: PATH,
    reach: async (page) => {
      await page.evaluate(() => {
        globalThis.print = () => undefined
      })
      await choose(page, family)
      await scan(page, family.code)
      await page.getByRole('button', { name: 'Check in 3 and print labels' }).click()
      await page.getByText(/checked in$/).waitFor()
    },
  },
]

const leaving = (inClass: SundayFamily): State[] => [
  {
    state: 'station, going home',
    as: GRACE,
    path: PATH,
    reach: async (page) => {
      await choose(page, inClass)
      await press(page, 'Check out')
      await scan(page, inClass.code)
      await page.getByText('Who is collecting?').waitFor()
    },
  },
  {
    state: 'station, two decide',
    as: GRACE,
    path: PATH,
    reach: async (page) => {
      await choose(page, inClass)
      await press(page, 'Check out')
      await scan(page, inClass.code)
      await page.getByText('Someone else').click()
      await press(page, 'Ask a second staff member')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    state: 'station, its printer',
    as: GRACE,
    path: PATH,
    reach: async (page) => {
      await press(page, 'Browser printing')
      await page.getByRole('dialog').getByText('ZPL label printer').click()
    },
  },
  {
    state: 'station, locking',
    as: GRACE,
    path: PATH,
    reach: async (page) => {
      await press(page, 'Lock station')
      await page.getByRole('dialog').waitFor()
    },
  },
]
