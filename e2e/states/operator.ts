import type { Page } from 'playwright-core'
import { signIn } from '../kit/pages.ts'
import { word } from '../kit/words.ts'
import { CUT_OFF, heading, press, text, type State } from './state.ts'

const OPERATOR = 'operator@narthex.example'
const HARVEST = '0199f3c0-6c00-7000-8000-000000000003'

const inDialog = (page: Page) => page.getByRole('dialog')
/** The first row that opens a dialog of this name. */
const openRow = (page: Page, name: string) => page.getByRole('button', { name }).first().click()

const waiting: State[] = [
  { state: 'desk, sender IDs', as: OPERATOR, path: '/operator/senders', reach: text('GRACENEWS') },
  {
    state: 'desk, a sender ID being refused',
    as: OPERATOR,
    path: '/operator/senders',
    reach: async (page) => {
      await openRow(page, 'GRACEYOUTH')
      await inDialog(page).getByRole('button', { name: 'Approve' }).waitFor()
      await page.keyboard.press('Escape')
      await openRow(page, 'GRACENEWS')
      await inDialog(page).getByRole('button', { name: 'Reject' }).click()
    },
  },
  {
    state: 'desk, a sender ID and what one network asks for',
    as: OPERATOR,
    path: '/operator/senders',
    reach: async (page) => {
      await openRow(page, 'GRACECHAPEL')
      await inDialog(page).getByRole('button', { name: 'Decide for Glo' }).click()
      await inDialog(page).getByRole('button', { name: 'Sent to the network' }).click()
      await inDialog(page).getByText('Documents the church must send').waitFor()
    },
  },
  {
    state: 'desk, no sender ID matches',
    as: OPERATOR,
    path: '/operator/senders?search=zzzz',
    reach: text('No sender IDs match'),
  },
  { state: 'desk, payments', as: OPERATOR, path: '/operator/payments', reach: text('₦63,000') },
  {
    state: 'desk, payments cut off',
    as: OPERATOR,
    path: '/operator/payments',
    cut: '**/api/operator/payments?**',
    reach: text(CUT_OFF),
  },
  {
    state: 'desk, a payment with the wrong amount',
    as: OPERATOR,
    path: '/operator/payments',
    reach: async (page) => {
      await openRow(page, 'Grace Chapel')
      await inDialog(page).getByRole('button', { name: 'Approve' }).click()
      await page.keyboard.type('6300')
      await page.keyboard.press('Enter')
      await inDialog(page).getByText('It should be').waitFor()
    },
  },
]

const churches: State[] = [
  { state: 'desk, churches', as: OPERATOR, path: '/operator/churches', reach: text('Living Waters') },
  {
    state: 'desk, a church',
    as: OPERATOR,
    path: `/operator/churches/${HARVEST}`,
    reach: text('No payments yet'),
  },
  {
    state: 'desk, a church’s expiry',
    as: OPERATOR,
    path: `/operator/churches/${HARVEST}`,
    reach: async (page) => {
      await press(page, 'Change plan or expiry')
      await inDialog(page).getByLabel('Expiry date').fill('2026-01-31')
      await inDialog(page).getByText('This date is in the past').waitFor()
    },
  },
]

const offer: State[] = [
  { state: 'desk, prices', as: OPERATOR, path: '/operator/prices', reach: text('₦5.9') },
  {
    state: 'desk, a new price',
    as: OPERATOR,
    path: '/operator/prices',
    reach: async (page) => {
      await press(page, 'Add price')
      await inDialog(page).getByLabel('Amount').waitFor()
    },
  },
  { state: 'desk, nothing sold', as: OPERATOR, path: '/operator/prices?of=email', reach: text('No price yet') },
  {
    state: 'desk, sending hours',
    as: OPERATOR,
    path: '/operator/routes',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit sending hours, South Africa' }).click()
      await inDialog(page).getByLabel('Sunday', { exact: true }).waitFor()
    },
  },
  {
    state: 'desk, public holidays',
    as: OPERATOR,
    path: '/operator/routes',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit public holidays, South Africa, 2027' }).click()
      await inDialog(page).getByText('14 days').waitFor()
    },
  },
  { state: 'desk, unclaimed replies', as: OPERATOR, path: '/operator/replies', reach: text('No unclaimed replies') },
  { state: 'desk, routes', as: OPERATOR, path: '/operator/routes', reach: text('Units returned') },
  {
    state: 'desk, a route',
    as: OPERATOR,
    path: '/operator/routes',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit Regular route' }).click()
      await inDialog(page).getByLabel('Name shown to churches').waitFor()
    },
  },
]

const installation: State[] = [
  {
    state: 'desk, nothing waits for a second',
    as: OPERATOR,
    path: '/operator/changes',
    reach: text(word('operator.changes.doneTitle')),
  },
  {
    state: 'desk, a second operator is asked',
    as: OPERATOR,
    path: '/operator/operators',
    reach: async (page) => {
      await press(page, 'Invite operator')
      await inDialog(page).getByLabel('Reason').waitFor()
    },
  },
  { state: 'desk, health', as: OPERATOR, path: '/operator/health', reach: text('Failed in the last 24 hours') },
  { state: 'desk, log', as: OPERATOR, path: '/operator/log', reach: text('Signed in') },
  {
    state: 'desk, a line of the log',
    as: OPERATOR,
    path: '/operator/log',
    reach: async (page) => {
      await openRow(page, 'Signed in')
      await inDialog(page).getByText('IP address').waitFor()
    },
  },
  {
    state: 'desk, settings',
    as: OPERATOR,
    path: '/operator/settings',
    reach: async (page) => {
      await press(page, 'Add account')
      await page.getByLabel('Currency').last().selectOption('NGN')
      await page.getByText('NGN is listed twice').waitFor()
    },
  },
  { state: 'desk, operators', as: OPERATOR, path: '/operator/operators', reach: text('Olu Operator (you)') },
  { state: 'desk, account', as: OPERATOR, path: '/operator/account', reach: text('Set up an authenticator app') },
]

/** What the operators of the installation see. */
export const operator: State[] = [
  { state: 'desk, sign in', path: '/operator/sign-in', reach: heading('Operator console') },
  {
    state: 'desk, sign in refused',
    path: '/operator/sign-in',
    refused: /^401 POST/,
    reach: async (page) => {
      await signIn(page, 'nobody@narthex.example')
      await page.getByText('Wrong email or password').waitFor()
    },
  },
  ...churches,
  ...waiting,
  ...offer,
  ...installation,
]
