import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { GRACE } from './states/state.ts'
import { dayFromNow } from './kit/checkin.ts'
import { openStage, type Stage } from './kit/stage.ts'
import { word } from './kit/words.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const PAGE = '/tenant/followup/automation'
const NAME = 'Welcome call'
const button = (page: Page, id: string) => page.getByRole('button', { name: word(id), exact: true })

/** A rule of a source in plain sentences: when, if, then. */
async function write(page: Page): Promise<void> {
  await button(page, 'followup.rule.add').click()
  await page.getByLabel(word('followup.rule.name'), { exact: true }).fill(NAME)
  await button(page, 'followup.rule.addCondition').click()
  await page.getByLabel(word('followup.rule.addValue'), { exact: true }).selectOption({ label: 'Friend' })
  const action = page.getByRole('combobox', { name: word('followup.rule.action'), exact: true })
  expect(await action.locator('option:checked').textContent()).toBe(word('followup.rule.doTask'))
  await button(page, 'followup.rule.save').click()
  await page.getByText(word('ui.field.missing')).waitFor()
  await page.getByLabel(word('followup.rule.instructions')).fill('Call before Wednesday')
  await button(page, 'followup.rule.save').click()
  await page.getByText(word('followup.rule.saved'), { exact: true }).waitFor()
}

/** Enters somebody who came today, through the door of the page. */
async function enter(page: Page, firstName: string, sourceId: number): Promise<string> {
  const unknown = { email: null, phone: null, gender: null, maritalStatus: null, address: null }
  const born = { birthDay: null, birthMonth: null, birthYear: null }
  const answers = { sourceId, interest: null, wantsVisit: null, ownerId: null }
  const data = {
    ...unknown,
    ...born,
    ...answers,
    firstName,
    lastName: 'Newly',
    kind: 'first_timer',
    joinedOn: dayFromNow(0),
  }
  const answer = await page.context().request.post('/api/followup/people', { data, headers: { origin: stage.url } })
  return ((await answer.json()) as { id: string }).id
}

test('a rule is written in sentences, tried on the last 90 days, switched on, acts, and says why and why not', async () => {
  const { page } = await stage.visit({ as: GRACE, path: PAGE })
  await write(page)
  await button(page, 'followup.dryRun.try').click()
  const headline = page.getByText(/^In the last 90 days: \d+ people, \d+ tasks, no units, none skipped/)
  await headline.waitFor()
  const [, people] = /: (\d+) people/.exec((await headline.textContent()) ?? '') ?? []
  await button(page, 'followup.dryRun.see').click()
  const listed = page.getByRole('dialog').getByRole('listitem')
  expect(await listed.count()).toBe(Number(people))
  expect(await listed.first().textContent()).toContain(word('followup.rule.actTask'))
  await page.keyboard.press('Escape')
  await button(page, 'followup.dryRun.switchOn').click()
  await expect.poll(() => page.getByRole('switch', { name: `${NAME} is on` }).isChecked()).toBe(true)

  const met = await enter(page, 'Uchenna', 2)
  const passed = await enter(page, 'Ebele', 4)
  await letAMinutePass()
  const acts = page.getByRole('region', { name: word('followup.acts.title') })
  const act = acts.getByRole('listitem').filter({ hasText: 'Task for Uchenna Newly' })
  const look = async () => {
    await page.reload()
    await page.getByRole('button', { name: new RegExp(`^${NAME}`) }).click()
    await acts
      .getByText(/Nothing yet|Task for/)
      .first()
      .waitFor()
    return act.count()
  }
  await expect.poll(look, { timeout: 60_000 }).toBe(1)
  await act.getByText(`${NAME}, version 1: first visit.`).waitFor()
  await act.getByRole('link').click()
  await page.getByText('Call before Wednesday').first().waitFor()
  await explained(page, met, { outcome: word('followup.why.acted'), found: 'Friend' })
  await explained(page, passed, { outcome: word('followup.why.conditions'), found: 'Flyer' })
}, 120_000)

/** The rules look every minute. */
const letAMinutePass = () =>
  fetch(`${stage.sandboxUrl}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ forwardSeconds: 60 }),
  })

/** The person's page answers what the rule did, or what it found instead of what it asks. */
async function explained(page: Page, id: string, said: { outcome: string; found: string }): Promise<void> {
  await page.goto(`/tenant/firsttimermanagement/${id}`)
  await button(page, 'followup.why.ask').click()
  const answer = page.getByRole('group').filter({ hasText: NAME })
  await answer.getByText(said.outcome, { exact: true }).waitFor()
  await answer.getByText(NAME, { exact: true }).click()
  await answer.getByText(/^Heard about us by: .*Friend$/).waitFor()
  await answer.getByText(said.found, { exact: true }).waitFor()
}

test('a rule whose group was removed says so by name and cannot be tried until it names another', async () => {
  const { page, context } = await stage.visit({ as: GRACE, path: PAGE })
  const headers = { origin: stage.url }
  const made = await context.request.post('/api/people/groups', {
    data: { name: 'Alpha', category: 'Course', description: '' },
    headers,
  })
  const { id } = (await made.json()) as { id: string }
  const definition = {
    trigger: { kind: 'second_visit' },
    conditions: [{ fact: 'group', is: false, ids: [id] }],
    actions: [{ act: 'stage', after: 0, stageId: 2 }],
    repeat: 'once',
  }
  await context.request.post('/api/followup/automation/rules', { data: { name: 'Invite', definition }, headers })
  await context.request.delete(`/api/people/groups/${id}`, { headers })
  await page.reload()
  await page.getByRole('button', { name: /^Invite/ }).click()
  await page.getByText('Stopped: the group Alpha was removed').last().waitFor()
  await page.getByText('Nobody waits. Choose something else, then try the rule.').waitFor()
  expect(await button(page, 'followup.dryRun.try').isDisabled()).toBe(true)
  await button(page, 'followup.rule.removeCondition').click()
  await button(page, 'followup.rule.save').click()
  await expect.poll(() => button(page, 'followup.dryRun.try').isEnabled()).toBe(true)
})
