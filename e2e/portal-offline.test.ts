import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { readRegistrable } from '#contract/checkin/registration.ts'
import type { Result } from '#contract/endpoint.ts'
import { ask, dayFromNow, planEvent } from './kit/checkin.ts'
import { button, codeOn, newFamily, title } from './kit/portal.ts'
import { openStage, type Stage, type Visit } from './kit/stage.ts'
import { GRACE } from './states/state.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

/** A family that has registered a child for an event of this name, with its pass open. */
async function withPass(name: string): Promise<Visit> {
  const { url } = stage
  const { context: staff } = await stage.visit({ as: GRACE })
  const event = await planEvent(staff, url, { name, day: dayFromNow(1), classes: [{ name: 'Toddlers' }] })
  const classId = event.classes[0]?.id
  const visit = await newFamily(stage, { children: { Bọ́lá: 3 }, isNew: true })
  const { context, page } = visit
  const path = `/api/checkin/events/${event.id}`
  const here = { url, method: 'GET', path: `${path}/registration` }
  const { people } = await ask<Result<typeof readRegistrable>>(context, here)
  const children = people.flatMap(({ personId, firstName }) => (firstName === 'Bọ́lá' ? [{ personId, classId }] : []))
  const data = { children }
  const { registrationId } = await ask<{ registrationId: string }>(context, { url, path: `${path}/register`, data })
  await page.goto(`/checkin/thankyou/${registrationId}`)
  await page.getByRole('heading', { name: 'You are registered' }).waitFor()
  return visit
}

/** Everything that the browser has written down, as text; the vault's own content is encrypted. */
const writtenDown = (page: Page) =>
  page.evaluate(async () => {
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name)
        const pages = (await cache.keys()).filter(({ url }) => !url.includes('/assets/'))
        return Promise.all(pages.map(async (one) => `${one.url} ${await (await cache.match(one))?.text()}`))
      }),
    )
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, cached])
  })

test('a pass opens without a network, is written down nowhere to be read, and goes with the sign-out', async () => {
  const visit = await withPass('Without a network')
  const { page } = visit
  visit.trouble.expect(/INTERNET_DISCONNECTED/)
  await page.getByText('Saved on this phone').waitFor()
  const code = await codeOn(page)

  await visit.context.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'You are registered' }).waitFor()
  expect(await codeOn(page)).toBe(code)
  await page.getByText('This is the copy saved on this phone').waitFor()
  await page.goto('/checkin/dashboard')
  await page.getByRole('link', { name: /Without a network/ }).click()
  await page.getByRole('heading', { name: 'You are registered' }).waitFor()
  expect(await codeOn(page)).toBe(code)
  await page.goto('/checkin/checkinfamily')
  await page.getByText('We could not reach Narthex').waitFor()
  const written = await writtenDown(page)
  for (const secret of [code ?? '', code?.replace(' ', '') ?? '', 'Bọ́lá']) expect(written).not.toContain(secret)

  await visit.context.setOffline(false)
  const passAddress = (
    await ask<{ id: string }[]>(visit.context, { url: stage.url, method: 'GET', path: '/api/checkin/registrations' })
  )[0]?.id
  await page.goto('/checkin/profile')
  await button(page, 'Sign out').click()
  await page.waitForURL('**/checkin/grace-chapel')
  await visit.context.setOffline(true)
  await page.goto(`/checkin/thankyou/${passAddress}`)
  await page.getByText('We could not reach Narthex').waitFor()
  await page.goto('/checkin/grace-chapel')
  await page.getByText('We could not reach Narthex').waitFor()
  expect(await page.getByRole('link', { name: /Without a network/ }).count()).toBe(0)
})

test('a session that ended elsewhere takes the passes along once the sign-in page hears of it', async () => {
  const visit = await withPass('Ended elsewhere')
  const { page, context } = visit
  visit.trouble.expect(/^401 /)
  visit.trouble.expect(/INTERNET_DISCONNECTED/)
  await page.getByText('Saved on this phone').waitFor()
  const { pathname } = new URL(page.url())
  await context.clearCookies()
  await page.goto('/checkin/grace-chapel')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('baseAuth'))).toBe(null)
  await page.getByLabel('Email or phone number').waitFor()
  await context.setOffline(true)
  await page.goto(pathname)
  await page.getByText('We could not reach Narthex').waitFor()
  expect(await page.getByRole('heading', { name: 'You are registered' }).count()).toBe(0)
})

test('without a network the church’s own address leads to the pass; with it, to where one is signed in', async () => {
  const { page, context, trouble } = await withPass('At the church’s address')
  trouble.expect(/INTERNET_DISCONNECTED/)
  await page.getByText('Saved on this phone').waitFor()
  const code = await codeOn(page)
  await context.setOffline(true)
  await page.goto('/checkin/grace-chapel')
  await page.getByText('You are offline').waitFor()
  await page.getByRole('link', { name: /At the church’s address/ }).click()
  await page.getByRole('heading', { name: 'You are registered' }).waitFor()
  expect(await codeOn(page)).toBe(code)
  await page.goto('/checkin/grace-chapel')
  await page.getByRole('link', { name: /At the church’s address/ }).waitFor()
  await context.setOffline(false)
  await title(page, /^Welcome/).waitFor()
})

test('without a network the screen says so, and tries again', async () => {
  const { page } = await newFamily(stage, { firstName: 'Ayọ̀', path: '/checkin/dashboard', isNew: true })
  await title(page, 'Welcome, Ayọ̀').waitFor()
  const reads = /guardians/
  await page.route(reads, (route) => route.abort())
  await page.getByRole('link', { name: 'Guardians' }).click()
  await page.getByText('We could not reach Narthex').waitFor()
  await page.unroute(reads)
  await button(page, 'Try again').click()
  await page.getByText('You have not added any guardian yet').waitFor()
  expect(await page.getByText('We could not reach Narthex').count()).toBe(0)
})
