import { signIn } from '../kit/pages.ts'
import { heading, press, type State } from './state.ts'

export const beforeTheDoor: State[] = [
  { state: 'sign in', path: '/', reach: heading('Welcome back') },
  {
    state: 'sign in refused',
    path: '/',
    refused: /^401 POST/,
    reach: async (page) => {
      await signIn(page, 'nobody@grace.example')
      await page.getByText('Wrong email or password').waitFor()
    },
  },
  {
    state: 'link asked for',
    path: '/reset',
    reach: async (page) => {
      await page.getByLabel('Email').fill('nobody@grace.example')
      await press(page, 'Send link')
      await page.getByText('we have sent a link to it').waitFor()
    },
  },
  {
    state: 'dead link',
    path: '/reset#token=dead',
    refused: /^400 POST/,
    reach: async (page) => {
      await page.getByLabel('New password').fill('seven green hills')
      await press(page, 'Save password')
      await page.getByText('This link has expired').waitFor()
    },
  },
  { state: 'no such address', path: '/nothing-here', reach: heading('not found') },
]

export const gates: State[] = [
  { state: 'expired', as: 'admin@expired.example', path: '/tenant', reach: heading('Subscription Expired') },
  { state: 'over capacity', as: 'admin@full.example', path: '/tenant', reach: heading('Member Capacity Exceeded') },
  { state: 'making room', as: 'admin@full.example', path: '/peopleexpired', reach: heading('Archive people') },
  { state: 'undoing while over capacity', as: 'admin@full.example', path: '/undoexpired', reach: heading('Undo') },
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
]
