import type { Page } from 'playwright-core'

/** A screen as a person may find it. `reach` ends when it stands. */
export type State = {
  state: string
  /** E-mail of whoever is signed in. */
  as?: string
  path: string
  /** Calls that never get through. */
  cut?: string
  /** Refusals that belong to it. */
  refused?: RegExp
  /** Where it exists at some widths only. */
  widths?: number[]
  reach: (page: Page) => Promise<unknown>
}

export const GRACE = 'admin@grace.example'
export const HOPE = 'admin@hope.example'
export const CUT_OFF = 'We could not reach Narthex'

export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()
export const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor()
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
