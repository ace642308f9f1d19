import type { Page } from 'playwright-core'
import { CUT_OFF, GRACE, heading, HOPE, press, text, type State } from './state.ts'

const DESK = 'desk@grace.example'
const NOBODY = '0199f3c0-0000-7000-8000-000000000000'

/** Of an event to come that families are registered for, one of its classes with children, and a family. */
export type CheckinIds = { event: string; classId: string; family: string }

const dialog = (page: Page) => page.getByRole('dialog').waitFor()

const events = ({ event }: CheckinIds): State[] => [
  { state: 'events', as: GRACE, path: '/tenant/events', reach: text(/registered$/) },
  { state: 'events that are over', as: GRACE, path: '/tenant/events?when=over', reach: text(/attended$/) },
  {
    state: 'events that nothing matches',
    as: GRACE,
    path: '/tenant/events?search=zzz',
    reach: text('No events match'),
  },
  { state: 'events of a young church', as: HOPE, path: '/tenant/events', reach: text('No upcoming events') },
  { state: 'events cut off', as: GRACE, path: '/tenant/events', cut: '**/api/checkin/events?**', reach: text(CUT_OFF) },
  { state: 'event', as: GRACE, path: `/tenant/events/${event}`, reach: heading('Classes') },
  { state: 'event at the desk', as: DESK, path: `/tenant/events/${event}`, reach: heading('Classes') },
  {
    state: 'event that is not there',
    as: GRACE,
    path: `/tenant/events/${NOBODY}`,
    refused: /^404 GET/,
    reach: text('not found'),
  },
  {
    state: 'event being cancelled',
    as: GRACE,
    path: `/tenant/events/${event}`,
    reach: async (page) => {
      await press(page, 'Cancel event')
      await dialog(page)
    },
  },
  {
    state: 'event refused',
    as: GRACE,
    path: '/tenant/events/new',
    reach: async (page) => {
      await press(page, 'Add event')
      await page.getByText('Enter a name for the event.').waitFor()
    },
  },
  {
    state: 'event being planned, with classes',
    as: GRACE,
    path: '/tenant/events/new',
    reach: async (page) => {
      await press(page, 'Use Nursery, Toddlers, Primary, Teens')
      await page.getByLabel('Frequency').selectOption('1')
      await page.getByLabel('Until').waitFor()
    },
  },
  {
    state: 'class of an event being changed',
    as: GRACE,
    path: `/tenant/events/${event}?edit=yes`,
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click()
      await dialog(page)
    },
  },
]

const roster = ({ classId }: CheckinIds): State[] => [
  { state: 'classes', as: GRACE, path: '/tenant/checkin/classes', reach: text(/ here$/) },
  { state: 'classes of a young church', as: HOPE, path: '/tenant/checkin/classes', reach: text('No classes today') },
  {
    state: 'classes cut off',
    as: GRACE,
    path: '/tenant/checkin/classes',
    cut: '**/api/checkin/classes',
    reach: text(CUT_OFF),
  },
  { state: 'class', as: DESK, path: `/tenant/checkin/classes/${classId}`, reach: heading(/^Expected/) },
  {
    state: 'class that is not there',
    as: GRACE,
    path: `/tenant/checkin/classes/${NOBODY}`,
    refused: /^404 GET/,
    reach: text('not found'),
  },
  {
    state: 'parent being called',
    as: DESK,
    path: `/tenant/checkin/classes/${classId}`,
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Call the parent of / })
        .first()
        .click()
      await dialog(page)
    },
  },
  {
    state: 'parent called',
    as: DESK,
    path: `/tenant/checkin/classes/${classId}`,
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Call the parent of / })
        .last()
        .click()
      await press(page, 'Send message')
      await page
        .getByRole('dialog')
        .getByText(/^Called at/)
        .waitFor()
    },
  },
]

const custody = ({ family }: CheckinIds): State[] => [
  {
    state: 'custody log',
    as: GRACE,
    path: '/tenant/checkin/custody',
    reach: text(/ shown|No entries yet/),
  },
  {
    state: 'custody log that nothing matches',
    as: GRACE,
    path: '/tenant/checkin/custody?act=moved&from=2031-01-01',
    reach: text('No entries match'),
  },
  {
    state: 'custody log, checked',
    as: HOPE,
    path: '/tenant/checkin/custody',
    reach: async (page) => {
      await press(page, 'Verify log')
      await page.getByText('Log intact').waitFor()
    },
  },
  {
    state: 'custody log cut off',
    as: GRACE,
    path: '/tenant/checkin/custody',
    cut: '**/api/checkin/custody?**',
    reach: text(CUT_OFF),
  },
  {
    state: 'stations',
    as: HOPE,
    path: '/tenant/checkin/custody',
    reach: async (page) => {
      await press(page, 'Stations')
      await page.getByText('No stations yet').waitFor()
    },
  },
  { state: 'who may collect', as: GRACE, path: `/tenant/families/${family}/guardians`, reach: text(/collect/) },
  {
    state: 'what somebody may do, being said',
    as: GRACE,
    path: `/tenant/families/${family}/guardians`,
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Edit permission/ })
        .first()
        .click()
      await page.getByText('What are they allowed to do?').waitFor()
    },
  },
]

/** Events, classes, the custody log and who may collect, as the staff see them. */
export const checkinScreens = (ids: CheckinIds): State[] => [...events(ids), ...roster(ids), ...custody(ids)]
